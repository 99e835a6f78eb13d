import { marshall } from '@aws-sdk/util-dynamodb';
import { job as checkRollUps } from '../../functions/analytics/roll-ups/check-roll-ups.ts';
import { job as rebuildRollUps } from '../../functions/analytics/roll-ups/rebuild-roll-ups.ts';
import { job as rollUp } from '../../functions/analytics/roll-ups/roll-up.ts';
import { job as writeLastShownSteps } from '../../functions/community/boards/write-last-shown-steps.ts';
import { job as lookAtHiddenAliases } from '../../functions/community/enrollments/look-at-hidden-aliases.ts';
import { job as startActivities } from '../../functions/community/overview/start-activities.ts';
import type { OperationId } from '../../functions/contracts.ts';
import { job as eraseAccounts } from '../../functions/deletion/erase-accounts.ts';
import { job as sendMails } from '../../functions/deletion/mails/send-mails.ts';
import { job as writeDailyMails } from '../../functions/deletion/mails/write-daily-mails.ts';
import { job as deliverNotices } from '../../functions/deletion/notices/deliver-notices.ts';
import { job as replayErasures } from '../../functions/deletion/replay-erasures.ts';
import { job as closeEndedCampaigns } from '../../functions/rewards/campaigns/close-ended-campaigns.ts';
import { job as checkStock } from '../../functions/rewards/stock/check-stock.ts';
import { job as releaseLapsedLease } from '../../functions/rewards/stock/release-lapsed-lease.ts';
import { job as sweepLapsedLeases } from '../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { challenge } from '../../shared/community/items.ts';
import { enrollment } from '../../shared/community/participation.ts';
import { deletionRequest } from '../../shared/deletion/items.ts';
import { lease, leaseOf } from '../../shared/rewards/items.ts';
import { remainingCertificates } from '../../shared/rollups/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { malaysianDate } from '../../shared/values/calendar.ts';
import { days, hours, later, minutes } from '../../shared/values/clock.ts';
import { DISPLAY_TOP, RECEIPT_DAYS } from '../../shared/values/limits.ts';
import { certificate, membership } from '../../shared/workspaces/items.ts';
import { newCast } from '../cast/cast.ts';
import { givenFullLife } from '../given/account-with-everything.ts';
import { givenAdmin } from '../given/accounts.ts';
import { givenPractitioner, givenRequest } from '../given/clinical.ts';
import {
  givenChallenge,
  givenClub,
  givenEvent,
  givenHiddenAlias,
  givenMember,
  givenParticipant,
} from '../given/community.ts';
import { givenDevice, givenDueMail, givenNotice } from '../given/notices.ts';
import { givenCampaign, givenClaim } from '../given/rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation, givenWorkspace } from '../given/workspaces.ts';
import { newAccount, newId, type World } from '../support/world.ts';
import { calls, operations, requestOf, resources, validCaller } from './calls.ts';

/** Calls every function in every way, so that each of its permissions is used at least once. */
export async function everyWayThrough(world: World): Promise<void> {
  // At first there are few owners of counters, so the check samples all of them.
  for (const count of [checkRollUps, rebuildRollUps]) {
    await givenUncounted(world);
    await world.run(count);
  }
  await world.run(rebuildRollUps, { continue: true } as object);
  await givenUncounted(world);
  await world.catchUp();
  await everyValidRequest(world);
  await everyFurtherUse(world);
  await everyWorker(world);
}

/** Sends the valid request to each operation. What an operation ended or used up, a new cast has again. */
async function everyValidRequest(world: World): Promise<void> {
  for (const resource of resources) await validRequestsTo(world, Object.keys(resource) as OperationId[]);
}

async function validRequestsTo(world: World, some: readonly OperationId[]): Promise<void> {
  let cast = await newCast(world);
  for (const operation of some) {
    const { status } = await world.call(operation, requestOf(operation, cast, validCaller(operation)));
    if (status < 300) continue;
    cast = await newCast(world);
    await world.call(operation, requestOf(operation, cast, validCaller(operation)));
  }
}

/** One item of every counted kind that nothing has counted yet. */
async function givenUncounted(world: World): Promise<void> {
  const [as, event] = [newAccount(), await givenEvent(world, await givenClub(world))];
  await world.call('joinClub', { as, params: { id: event.clubId }, body: {} });
  await world.call('joinEvent', { as, params: { code: event.joinCode } });
  const challenge = await givenChallenge(world, event);
  const body = { alias: 'Pejalan', sharePublicDisplay: true };
  await world.call('enroll', { as, params: { id: challenge.id }, body });
  const { id: workspaceId } = await givenWorkspace(world);
  await givenEmployee(world, { id: workspaceId }, { accountId: as });
  await givenInvitation(world, { id: workspaceId });
  await givenCertificate(world, { accountId: as, workspaceId });
  const merchant = await givenWorkspace(world, 'merchant');
  await givenClaim(world, await givenCampaign(world, { merchantTenantId: merchant.id }));
}

/** Sends the requests that use what the valid ones do not use. */
async function everyFurtherUse(world: World): Promise<void> {
  for (const operation of operations) {
    for (const scenario of calls[operation].furtherUses ?? []) {
      await world.call(operation, await scenario(world));
    }
  }
}

/** Gives the workers of the stock, the counters and the erasures what they act on, and runs them. */
async function everyWorker(world: World): Promise<void> {
  await workersOfStock(world);
  await givenChallenge(world, await givenEvent(world, await givenClub(world), { hasStarted: false }), {
    hasStarted: false,
  });
  await world.run(startActivities);
  await workerOfDisplays(world);
  await workerOfAliases(world);
  await employeeWithManyCertificates(world);
  await crowdedChallenge(world);
  await workerOfNotices(world);
  await workersOfMails(world);
  await workersOfErasures(world);
}

/** The display of a live challenge is full. */
async function workerOfDisplays(world: World): Promise<void> {
  const challenge = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
  for (let steps = 1; steps <= DISPLAY_TOP; steps++) await givenParticipant(world, challenge, { steps });
  await world.run(writeLastShownSteps);
}

/** The worker hides the alias of one enrollment, and shows that of another one. */
async function workerOfAliases(world: World): Promise<void> {
  const challenge = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
  const [lookAgainAt, both] = [
    world.now().toISOString(),
    { shareLeaderboard: true, sharePublicDisplay: true },
  ];
  await givenParticipant(world, challenge, { alias: 'Si Nakal', ...both });
  await givenHiddenAlias(world, challenge, 'Si Nakal', { lookAgainAt });
  const aliasHiddenInEventAt = later(world.now(), -hours(1)).toISOString();
  await givenParticipant(world, challenge, { alias: 'Si Baik', ...both, aliasHiddenInEventAt });
  await givenHiddenAlias(world, challenge, 'Si Baik', { lookAgainAt, hiddenAt: undefined });
  await world.run(lookAtHiddenAliases);
}

/** The roll-up widens boards for more people than they are made for. */
async function crowdedChallenge(world: World): Promise<void> {
  const found = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
  const joined = await givenParticipant(world, found);
  await world.put(challenge.stored({ ...found, memberCount: 10_000 }));
  await deliver(world, enrollment.stored(joined));
}

/** The stream delivers a new item to the roll-up. */
async function deliver(world: World, stored: StoredItem | undefined): Promise<void> {
  const ApproximateCreationDateTime = world.now().getTime() / 1000;
  const dynamodb = { ApproximateCreationDateTime, NewImage: marshall(stored ?? {}) };
  await world.run(rollUp, { Records: [{ eventName: 'INSERT', dynamodb }] });
}

/** The roll-up settles the certificates of a changed membership page by page. */
async function employeeWithManyCertificates(world: World): Promise<void> {
  const employee = await givenEmployee(world, await givenWorkspace(world));
  const some = await givenCertificate(world, employee);
  await world.put(...Array.from({ length: 200 }, () => certificate.stored({ ...some, id: newId() })));
  await deliver(world, await world.item(membership.key(employee)));
  await deliver(world, await world.item(remainingCertificates.key(employee)));
}

async function workersOfStock(world: World): Promise<void> {
  const expiresAt = world.now().toISOString();
  const lapsed = await givenClaim(world, await givenCampaign(world), { expiresAt });
  const OldImage = marshall(lease.stored(leaseOf(lapsed)));
  await world.run(releaseLapsedLease, { Records: [{ eventName: 'REMOVE', dynamodb: { OldImage } }] });
  await givenClaim(world, await givenCampaign(world), { expiresAt });
  await world.run(sweepLapsedLeases);
  await world.catchUp();
  await world.run(sweepLapsedLeases); // deletes the rows that count none any more
  await givenCampaign(world, { redeemBy: expiresAt });
  await world.run(closeEndedCampaigns);

  const stranded = await givenClaim(world, await givenCampaign(world), { expiresAt });
  const strandedLease = lease.key(leaseOf(stranded));
  await world.remove(strandedLease);
  await givenCampaign(world, { status: 'closed' });
  await world.run(checkStock);
}

/**
 * A reservation that is about to lapse, a verification that ends in 30 days, a notice of a closed account, a phone that is told, one
 * that changes hands, and an exhibition that is cancelled.
 */
async function workerOfNotices(world: World): Promise<void> {
  await world.run(deliverNotices);
  const now = world.now();
  await givenClaim(world, await givenCampaign(world), { expiresAt: later(now, minutes(3)).toISOString() });
  world.advance(minutes(1));
  await givenPractitioner(world, { verificationValidUntil: later(world.now(), days(30)).toISOString() });
  const closed = newAccount();
  await world.call('requestDeletion', { as: closed });
  await givenNotice(world, closed);
  const told = newAccount();
  const phone = await givenDevice(world, told);
  await givenNotice(world, told);
  await world.run(deliverNotices);
  const { platform, token, language } = phone;
  await world.call('putDevice', { as: newAccount(), body: { platform, token, language } });
  const held = await givenEvent(world, await givenClub(world));
  await givenParticipant(world, await givenChallenge(world, held));
  world.advance(minutes(1));
  await world.call('cancelEvent', { as: await givenAdmin(world), params: { code: held.joinCode } });
  const ended = newAccount();
  const { id: deviceId } = await givenDevice(world, ended);
  await world.call('deleteDevice', { as: ended, params: { deviceId } });
  await world.run(deliverNotices);
}

/** A certificate that waits for an officer, a request to join a club, and a verification that ends. */
async function workersOfMails(world: World): Promise<void> {
  const company = await givenWorkspace(world);
  await givenEmployee(world, company, { role: 'hr_admin' });
  const day = malaysianDate(world.now());
  const employee = await givenEmployee(world, company);
  await givenCertificate(world, employee, { firstDay: day, lastDay: day });
  const club = await givenClub(world, { visibility: 'private' });
  for (const role of ['owner', 'requested'] as const) await givenMember(world, club, role);
  await givenDueMail(world, newAccount(), { kind: 'verification_ends_30' });
  await world.run(writeDailyMails);
  await world.run(sendMails);
}

async function workersOfErasures(world: World): Promise<void> {
  const leaver = newAccount();
  await givenFullLife(world, leaver);
  await givenMember(
    world,
    await givenClub(world, { ownerId: leaver, visibility: 'private', reviewedAt: undefined }),
    'owner',
  );
  await world.call('requestDeletion', { as: leaver });
  // The erasure handles what the request could not mark.
  const late = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
  await givenParticipant(world, late, { accountId: leaver, alias: 'Tertinggal', shareLeaderboard: true });
  const another = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
  const aliasHiddenAt = world.now().toISOString();
  await givenParticipant(world, another, { accountId: leaver, alias: 'Si Nakal', aliasHiddenAt });
  await givenInvitation(world, await givenWorkspace(world, 'merchant'), { by: leaver });
  const workspace = await givenWorkspace(world);
  await givenEmployee(world, workspace, { accountId: leaver });
  await givenCertificate(world, { accountId: leaver, workspaceId: workspace.id });
  await world.catchUp();
  // An erasure this late moves the expiry of the receipt, which is its key.
  world.advance(days(RECEIPT_DAYS));
  await givenRequest(world, { patientId: leaver });
  await givenDevice(world, leaver, { endpoint: 'arn:endpoint' });
  let replaced = false;
  world.setFault(async ({ command, input, send }) => {
    const completes = [leaver, 'completed'].every((part) => JSON.stringify(input).includes(part));
    if (command === 'TransactWrite' && completes && !replaced) {
      replaced = true;
      await world.call('requestDeletion', { as: leaver });
    }
    return send();
  });
  await world.run(eraseAccounts);
  world.setFault(undefined);

  const from = malaysianDate(world.now());
  const [erased] = await world.ledger.erasedOn(from);
  if (!erased) throw new Error('nobody was erased');
  const { completedAt: _, ...before } = erased;
  await world.put(deletionRequest.stored({ ...before, status: 'pending', receiptHash: 'of before' }));
  await world.run(replayErasures, { from });
}
