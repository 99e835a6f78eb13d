import { expect, it } from 'vitest';
import { startEngine } from '../../local/engine/start-engine.ts';
import { newTown } from './journeys/platform-under-test.ts';

it('journeys on a shared engine are isolated from each other', async () => {
  const engine = await startEngine();
  const env = { DYNAMODB_ENDPOINT: engine.endpoint };
  const towns = [await newTown(env), await newTown(env)];
  try {
    // A world accepts only one first administrator.
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
