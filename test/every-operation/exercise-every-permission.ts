import { marshall } from '@aws-sdk/util-dynamodb';
import { job as checkRollUps } from '../../functions/analytics/roll-ups/check-roll-ups.ts';
import { job as rebuildRollUps } from '../../functions/analytics/roll-ups/rebuild-roll-ups.ts';
import { job as rollUp } from '../../functions/analytics/roll-ups/roll-up.ts';
import type { OperationId } from '../../functions/contracts.ts';
import { job as eraseAccounts } from '../../functions/deletion/erase-accounts.ts';
import { job as replayErasures } from '../../functions/deletion/replay-erasures.ts';
import { job as checkStock } from '../../functions/rewards/stock/check-stock.ts';
import { job as releaseLapsedLease } from '../../functions/rewards/stock/release-lapsed-lease.ts';
import { job as sweepLapsedLeases } from '../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { deletionRequest } from '../../shared/deletion/items.ts';
import { lease, leaseOf } from '../../shared/rewards/items.ts';
import { malaysianDate } from '../../shared/values/calendar.ts';
import { minutes } from '../../shared/values/clock.ts';
import { membership } from '../../shared/workspaces/items.ts';
import { newCast } from '../cast/cast.ts';
import { everyWayThroughCommunity } from '../functions/community/permission-paths.ts';
import { givenFullLife } from '../given/account-with-everything.ts';
import { givenAdmin } from '../given/accounts.ts';
import { givenChallenge, givenClub, givenEvent, givenParticipant } from '../given/community.ts';
import { correctionOf, givenCampaign, givenClaim } from '../given/rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation, givenWorkspace } from '../given/workspaces.ts';
import { newAccount, newId, type World } from '../support/world.ts';
import { requestOf, resources, validCaller } from './calls.ts';

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
  await whatValidRequestsLeaveOut(world);
}

/** Sends the valid request to each operation. What an operation ended or used up, a new cast has again. */
async function everyValidRequest(world: World): Promise<void> {
  for (const resource of resources) await validRequestsTo(world, Object.keys(resource) as OperationId[]);
}

async function validRequestsTo(world: World, operations: readonly OperationId[]): Promise<void> {
  let cast = await newCast(world);
  for (const operation of operations) {
    const { status } = await world.call(operation, requestOf(operation, cast, validCaller(operation)));
    if (status < 300) continue;
    cast = await newCast(world);
    await world.call(operation, requestOf(operation, cast, validCaller(operation)));
  }
}

/** One item of every counted kind that nothing has counted yet. */
async function givenUncounted(world: World): Promise<void> {
  const [as, event] = [newAccount(), await givenEvent(world, await givenClub(world))];
  await world.call('joinClub', { as, params: { id: event.clubId } });
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

/** Uses the permissions that no valid request needs. */
async function whatValidRequestsLeaveOut(world: World) {
  const expiresAt = world.now().toISOString();
  const campaign = await givenCampaign(world, { units: [1] });
  await givenClaim(world, campaign, { expiresAt });
  // The first account takes over the unit of an expired claim. The second account finds no unit.
  for (const as of [newAccount(), newAccount()]) {
    await world.call('reserveReward', {
      as,
      params: { campaignId: campaign.id },
      body: { claimId: newId() },
    });
  }
  const lapsed = await givenClaim(world, await givenCampaign(world), { expiresAt });
  const OldImage = marshall(lease.stored(leaseOf(lapsed)));
  await world.run(releaseLapsedLease, { Records: [{ eventName: 'REMOVE', dynamodb: { OldImage } }] });
  await givenClaim(world, await givenCampaign(world), { expiresAt });
  await world.run(sweepLapsedLeases);

  const stranded = await givenClaim(world, await givenCampaign(world), { expiresAt });
  const strandedLease = lease.key(leaseOf(stranded));
  await world.remove(strandedLease);
  await givenCampaign(world, { status: 'closed' });
  await world.run(checkStock);
  // The stream delivers a new membership, which changes what the certificates of its account count as.
  const employee = await givenEmployee(world, await givenWorkspace(world));
  const NewImage = marshall((await world.item(membership.key(employee))) ?? {});
  await world.run(rollUp, { Records: [{ eventName: 'INSERT', dynamodb: { NewImage } }] });
  const as = await givenAdmin(world);
  for (const query of [{}, { administratorId: as }]) await world.call('listAdministratorActs', { as, query });
  for (const status of ['draft', 'published', 'closed']) {
    await world.call('listPlatformCampaigns', { as, query: { status } });
  }

  // A publication archives the flow that was published before.
  const second = await newCast(world);
  for (const operation of ['publishOnboardingFlow', 'archiveOnboardingFlow'] as const)
    await world.call(operation, requestOf(operation, second, 'platform admin'));
  await world.call('listAccessRequests', { as: newAccount(), query: { as: 'practitioner' } });
  const record = requestOf('addRecord', second, 'practitioner');
  const retried = { ...record, body: { ...Object(record.body), recordId: newId() } };
  for (const sent of [retried, retried]) await world.call('addRecord', sent);

  await everyWayThroughCommunity(world);
  const draft = await givenCampaign(world, { status: 'draft' });
  await world.call('closeCampaign', { as: await givenAdmin(world), params: { campaignId: draft.id } });
  const published = await givenCampaign(world);
  const correction = correctionOf(published, { endsAt: published.redeemBy });
  await world.call('updateCampaign', { as: await givenAdmin(world), ...correction });
  const challenge = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
  const { accountId } = await givenParticipant(world, challenge, { shareLeaderboard: true });

  const merchant = await givenWorkspace(world, 'merchant');
  await givenCampaign(world, { merchantTenantId: merchant.id });
  const report = requestOf('workspaceAnalytics', second, 'platform admin');
  await world.call('workspaceAnalytics', { ...report, params: { workspaceId: second.shop } });

  const { id: workspaceId } = await givenWorkspace(world);
  await givenEmployee(world, { id: workspaceId }, { accountId });
  const { token } = await givenInvitation(world, { id: workspaceId }, { by: accountId });
  await world.call('acceptInvitation', { as: accountId, body: { invitationToken: token } });
  await givenCertificate(world, { accountId, workspaceId });
  await givenClaim(world, await givenCampaign(world), { accountId });
  await world.call('requestDeletion', { as: accountId });
  await world.call('requestDeletion', { as: accountId });

  const leaver = newAccount();
  await givenFullLife(world, leaver);
  await world.call('requestDeletion', { as: leaver });
  // The erasure handles what the request could not mark.
  await givenParticipant(world, challenge, {
    accountId: leaver,
    alias: 'Tertinggal',
    shareLeaderboard: true,
  });
  const another = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
  const aliasHiddenAt = world.now().toISOString();
  await givenParticipant(world, another, { accountId: leaver, alias: 'Si Nakal', aliasHiddenAt });
  await givenInvitation(world, merchant, { by: leaver });
  await givenEmployee(world, { id: workspaceId }, { accountId: leaver });
  await givenCertificate(world, { accountId: leaver, workspaceId });
  await world.catchUp();
  world.advance(minutes(2));
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
