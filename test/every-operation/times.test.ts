import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { OperationId } from '../../functions/contracts.ts';
import { hours, later } from '../../shared/values/clock.ts';
import { newWorld, type World } from '../support/world.ts';
import { contractOf, operations, validRequest } from './calls.ts';

/** Every time that a client sends may have any form of RFC 3339. The platform returns it in UTC with milliseconds. */

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The forms in which clients in Swift, Kotlin, Dart and Python, and clients with Malaysian time, write a time. */
const forms: Readonly<Record<string, (utc: string) => string>> = {
  'without a fraction': (utc) => utc.replace('.000Z', 'Z'),
  'with microseconds': (utc) => utc.replace('Z', '456Z'),
  'with nanoseconds and an offset of zero': (utc) => utc.replace('Z', '000001+00:00'),
  'in Malaysian time': (utc) => later(new Date(utc), hours(8)).toISOString().replace('.000Z', '+08:00'),
};

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

interface BodySchema {
  readonly properties?: Readonly<Record<string, { readonly format?: string }>>;
}

/** The fields of a body that hold a time. */
function timesOf(operation: OperationId): string[] {
  const { body } = contractOf(operation);
  if (!body) return [];
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as BodySchema;
  return Object.entries(properties).flatMap(([name, { format }]) => (format === 'date-time' ? name : []));
}

const cases = operations
  .map((operation) => [operation, timesOf(operation)] as const)
  .filter(([, fields]) => fields.length > 0);

describe('a time in a request', () => {
  it('is in the body of some operations', () => {
    expect(cases.length).toBeGreaterThan(5);
  });

  it.each(
    cases.flatMap(([operation, fields]) =>
      Object.entries(forms).map(([form, write]) => ({ operation, fields, form, write })),
    ),
  )('of $operation may be $form', async ({ operation, fields, write }) => {
    const call = await validRequest(world, operation);
    const body: Record<string, unknown> = { consultedAt: world.now().toISOString(), ...Object(call.body) };
    const times = Object.fromEntries(fields.map((field) => [field, String(body[field])]));
    for (const time of Object.values(times)) expect(time).toMatch(UTC);
    const { consultedAt: _, ...others } = body;
    const written = Object.entries(times).map(([field, time]) => [field, write(time)]);
    const answer = await world.call(operation, {
      ...call,
      body: { ...others, ...Object.fromEntries(written) },
    });
    expect([answer.status, answer.body]).toEqual([expect.any(Number), expect.objectContaining(times)]);
  });
});
