import { expect, it } from 'vitest';
import { startEngine } from '../../local/engine.ts';
import { newTown } from '../end-to-end/journeys/platform-under-test.ts';

it('life stories on one engine that they share know nothing of one another', async () => {
  const engine = await startEngine();
  const env = { DYNAMODB_ENDPOINT: engine.endpoint };
  const towns = [await newTown(env), await newTown(env)];
  try {
    // A second first administrator of one world would be refused.
    const admins = await Promise.all(towns.map((town) => town.firstAdmin()));
    for (const admin of admins) {
      const { administrators } = await admin.does('listAdministrators');
      expect(administrators.map(({ accountId }) => accountId)).toEqual([admin.id]);
    }
  } finally {
    for (const town of towns) await town.leave();
    await engine.stop();
  }
});
