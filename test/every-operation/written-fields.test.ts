import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newWorld, type World } from '../support/world.ts';
import { calls, contractOf, operations, validRequest } from './calls.ts';
import { optionalFields, valuesAt } from './optional-fields.ts';

/**
 * A value that a request may omit is stored or returned when it is sent. Otherwise a store that forgets a field would answer
 * 200, and no test of the other fields would notice.
 */
/** Whether a value of any field, or of the field with this name, is somewhere in the data. */
function contains(data: unknown, name: string, wanted: unknown): boolean {
  if (typeof data !== 'object' || data === null) return typeof wanted === 'string' && data === wanted;
  return Object.entries(data).some(
    ([field, value]) => (field === name && isDeepStrictEqual(value, wanted)) || contains(value, name, wanted),
  );
}

/** It names a redemption by a fingerprint of its id, and the id is what is stored. `annul-redemption.test.ts` has its tests. */
const ONLY_NAMES: readonly string[] = ['annulRedemption.undoId'];

const written = operations.filter((operation) => optionalFields(contractOf(operation).body).length > 0);

describe.each(written)('%s', (operation) => {
  it('stores or returns each optional field of its body', async () => {
    const fields = optionalFields(contractOf(operation).body);
    const missed = new Set(fields.filter(({ name }) => !ONLY_NAMES.includes(`${operation}.${name}`)));
    const valid = (world: World) => validRequest(world, operation);
    const requests = [valid, ...(calls[operation].furtherUses ?? [])];
    for (const request of requests) {
      if (missed.size === 0) break;
      const world = await newWorld({ rollsUp: false });
      const sent = await request(world);
      const before = new Set((await world.dump()).map((item) => JSON.stringify(item)));
      const { status, body } = await world.call(operation, sent);
      if (status >= 300) continue;
      const changed = (await world.dump()).filter((item) => !before.has(JSON.stringify(item)));
      for (const field of missed) {
        const given = valuesAt(sent.body, field.path).filter(
          (value) => !isDeepStrictEqual(value, field.byDefault),
        );
        if (given.length > 0 && given.every((value) => contains([body, changed], field.name, value)))
          missed.delete(field);
      }
    }
    expect(
      [...missed].map(({ path }) => path.join('.')),
      'these fields are neither stored nor returned, or no request in the calls of the resource sends them',
    ).toEqual([]);
  });
});
