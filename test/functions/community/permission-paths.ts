import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { newAccount, type World } from '../../support/world.ts';

/** Uses permissions that no plain valid request needs: private clubs, repeated changes, fewer steps than before. */
export async function everyWayThroughCommunity(world: World): Promise<void> {
  const hidden = await givenClub(world, { visibility: 'private' });
  const event = await givenEvent(world, hidden);
  const challenge = await givenChallenge(world, event);
  const { accountId } = await givenMember(world, hidden);
  await givenMember(world, hidden, 'owner');
  await givenParticipant(world, challenge, { accountId });
  await givenAttendee(world, event, accountId);
  await world.call('listCommunity', { as: accountId });
  await world.call('leaveClub', { as: accountId, params: { id: hidden.id } });

  const other = (await givenMember(world, hidden)).accountId;
  await world.call('joinEvent', { as: other, params: { code: event.joinCode } });
  await world.call('enroll', { as: other, params: { id: challenge.id }, body: { alias: 'Orang Lain' } });
  await world.call('joinClub', { as: newAccount(), params: { id: hidden.id } });
  const applicant = (await givenMember(world, hidden, 'requested')).accountId;
  await world.call('approveClubMember', {
    as: hidden.ownerId,
    params: { id: hidden.id, accountId: applicant },
  });
  const asking = (await givenMember(world, hidden, 'requested')).accountId;
  await world.call('removeClubMember', { as: hidden.ownerId, params: { id: hidden.id, accountId: asking } });

  await hiddenAliases(world);
  const open = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
  const params = { id: open.id };
  const as = (await givenParticipant(world, open, { shareLeaderboard: true })).accountId;
  await changesBackAndForth(world, as, params);
  for (const [steps, measuredAt] of [
    [900, '2031-03-14T03:30:00.000Z'],
    [300, '2031-03-14T03:40:00.000Z'],
  ] as const) {
    await world.call('reportSteps', { as, params, body: { steps, measuredAt } });
  }
}

/** Hides an alias, removes its owner in several ways, and shows the alias again. */
async function hiddenAliases(world: World): Promise<void> {
  const hidden = await givenClub(world, { visibility: 'private' });
  await givenMember(world, hidden, 'owner');
  const challenge = await givenChallenge(world, await givenEvent(world, hidden));
  const params = { id: challenge.id };
  const rude = async (alias: string) => {
    const { accountId } = await givenMember(world, hidden);
    return givenParticipant(world, challenge, { accountId, alias, aliasHiddenAt: world.now().toISOString() });
  };
  const as = (await rude('Si Nakal')).accountId;
  await world.call('changeEnrollment', { as, params, body: { alias: 'Si Sopan' } });
  await world.call('withdrawEnrollment', { as: (await rude('Si Biadab')).accountId, params });
  await world.call('leaveClub', { as: (await rude('Si Kasar')).accountId, params: { id: hidden.id } });
  const { accountId } = await rude('Si Bising');
  await world.call('removeClubMember', { as: hidden.ownerId, params: { id: hidden.id, accountId } });
  const body = { alias: 'Si Nakal', hidden: false };
  await world.call('moderateAlias', { as: await givenAdmin(world), params, body });
}

async function changesBackAndForth(world: World, as: AccountId, params: { readonly id: string }) {
  for (const shared of [false, true]) {
    const body = { shareLeaderboard: shared, sharePublicDisplay: shared };
    await world.call('changeEnrollment', { as, params, body });
  }
  const admin = await givenAdmin(world);
  const { body } = await world.call('changeEnrollment', { as, params, body: { alias: 'Si Nakal' } });
  for (const hidden of [true, false]) {
    await world.call('moderateAlias', { as: admin, params, body: { alias: body.alias, hidden } });
  }
  const reason = 'Reported from a treadmill.';
  const excluded = { as: admin, params, body: { alias: body.alias, reason } };
  const { id: exclusionId } = (await world.call('excludeParticipant', excluded)).body;
  const readmitted = { as: admin, params: { ...params, exclusionId }, body: { reason } };
  await world.call('readmitParticipant', readmitted);
}
