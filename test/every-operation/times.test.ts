import { beforeEach, describe, expect, it } from 'vitest';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { hours, later } from '../../shared/values/clock.ts';
import { validCalls } from '../support/all-request-fixtures.ts';
import { newWorld, type World } from '../support/world.ts';

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

/** The operations with a time in their body, and the fields that hold one. */
const sent: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  addRecord: ['consultedAt'],
  createCampaign: ['startsAt', 'endsAt', 'redeemBy'],
  createChallenge: ['startsAt', 'endsAt'],
  createEvent: ['startsAt', 'endsAt'],
  reportSteps: ['measuredAt'],
  updateCampaign: ['startsAt', 'endsAt', 'redeemBy'],
  updateChallenge: ['startsAt', 'endsAt'],
  updateEvent: ['startsAt', 'endsAt'],
  verifyPractitioner: ['verificationValidUntil'],
};
const cases = Object.entries(sent) as [OperationId, readonly string[]][];

describe('a time in a request', () => {
  it('is known for every operation that has one', async () => {
    const operations = Object.values<Contract>(contracts).filter(
      ({ body }) =>
        body && /"startsAt"|"endsAt"|"measuredAt"|"consultedAt"|Until"/.test(JSON.stringify(body)),
    );
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(sent));
  });

  it.each(
    cases.flatMap(([operation, fields]) =>
      Object.entries(forms).map(([form, write]) => ({ operation, fields, form, write })),
    ),
  )('of $operation may be $form', async ({ operation, fields, write }) => {
    const call = await validCalls[operation](world);
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
