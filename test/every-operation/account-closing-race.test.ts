import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { validCalls } from '../support/all-request-fixtures.ts';
import { meanwhile } from '../support/fault-injection.ts';
import { givenClosedAccount } from '../support/given.ts';
import { newWorld } from '../support/world.ts';

/** A write that races with the closing of its account must not leave an item that no erasure finds. */
const OWN = [
  ...['createAccessRequest', 'listRecords', 'addRecord', 'saveOnboardingAnswers'],
  ...['createClub', 'joinClub', 'joinEvent', 'enroll', 'changeEnrollment', 'reportSteps'],
  ...['reserveReward', 'redeemClaim'],
  ...['acceptInvitation', 'createCertificate', 'updateCertificate', 'changeSharing'],
  ...['submitCertificate', 'withdrawCertificate'],
] as const satisfies OperationId[];

describe('an account that is closed between the reads and the write of a request', () => {
  it.each(OWN)('gets a refusal from %s, which changes nothing', async (operation) => {
    const world = await newWorld();
    const sent = await validCalls[operation](world);
    let before: unknown;
    meanwhile(world, async () => {
      await givenClosedAccount(world, sent.as);
      before = await world.dump();
    });
    const { status, body } = await world.call(operation, sent);
    world.setFault(undefined);
    expect([status, body?.code]).toEqual([403, 'account_closed']);
    expect(await world.dump()).toEqual(before);
  });
});
