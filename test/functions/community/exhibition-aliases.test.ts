import { beforeEach, describe, expect, it } from 'vitest';
import { folded } from '../../../functions/community/enrollments/look-alikes.ts';
import { job as lookAtHiddenAliases } from '../../../functions/community/enrollments/look-at-hidden-aliases.ts';
import { hiddenAlias } from '../../../shared/community/boards.ts';
import type { Challenge, Event } from '../../../shared/community/items.ts';
import { enrollment } from '../../../shared/community/participation.ts';
import { later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
let club: Awaited<ReturnType<typeof givenClub>>;
let event: Event;
let challenges: Challenge[];
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
  club = await givenClub(world);
  await givenMember(world, club, 'owner');
  event = await givenEvent(world, club);
  const startsAt = later(world.now(), -minutes(30)).toISOString();
  challenges = [await givenChallenge(world, event), await givenChallenge(world, event, { startsAt })];
});

const RUDE = 'Si Nakal';
const both = { sharePublicDisplay: true, shareLeaderboard: true };
const hide = (hidden = true, alias = RUDE) =>
  world.call('hideExhibitionAlias', { as: admin, params: { code: event.joinCode }, body: { alias, hidden } });
const enroll = (challenge: Challenge | undefined, as: AccountId, alias = RUDE) =>
  world.call('enroll', { as, params: { id: challenge?.id ?? '' }, body: { alias, ...both } });
const change = (challenge: Challenge | undefined, as: AccountId, body: object) =>
  world.call('changeEnrollment', { as, params: { id: challenge?.id ?? '' }, body });
const given = (challenge: Challenge | undefined, more: object = {}) => {
  if (!challenge) throw new Error('no challenge');
  return givenParticipant(world, challenge, { alias: RUDE, ...both, ...more });
};
const onDisplay = async () => {
  const { body } = await world.call('getDisplay', { params: { code: event.joinCode } });
  return body.challenges.map(({ top }: { readonly top: readonly { readonly alias: string }[] }) =>
    top.map(({ alias }) => alias),
  );
};
const hiddenAliases = async () =>
  (await world.call('listHiddenAliases', { as: admin, params: { code: event.joinCode } })).body.aliases;
const noticesOf = async (as: AccountId) => (await world.call('listNotices', { as })).body.notices;

describe('an alias that is hidden in an exhibition', () => {
  it('disappears from all challenges at once, with all that look like it, and its people are told once', async () => {
    const { accountId } = await given(challenges[0]);
    await given(challenges[1], { accountId, alias: 'Sí Nakal' });
    await given(challenges[1], { alias: 'Si Baik' });
    const elsewhere = await givenChallenge(world, await givenEvent(world, club));
    await given(elsewhere);
    expect((await hide()).body).toEqual({ alias: RUDE, hidden: true });
    expect(await onDisplay()).toEqual([[], ['Si Baik']]);
    expect(await hiddenAliases()).toEqual([{ alias: RUDE, hiddenAt: world.now().toISOString() }]);
    expect(await noticesOf(accountId)).toMatchObject([
      { kind: 'alias_hidden_in_event', about: { joinCode: event.joinCode }, title: event.title },
    ]);
    await expectCommunityInvariants(world);
  });

  it('is refused to people who enroll and to people who change their alias, until it is shown again', async () => {
    await hide();
    const [first, second] = [newAccount(), newAccount()];
    expect((await enroll(challenges[0], first, 'SI NAKAL')).body.code).toBe('alias_taken');
    expect((await enroll(challenges[0], second, 'Si Baik')).status).toBe(201);
    expect((await change(challenges[0], second, { alias: RUDE })).body.code).toBe('alias_taken');
    await hide(false);
    expect((await change(challenges[0], second, { alias: RUDE })).status).toBe(200);
    expect((await enroll(challenges[1], first)).status).toBe(201);
    await expectCommunityInvariants(world);
  });

  it('keeps nobody from withdrawing a consent, from an identical repeat, or from another alias', async () => {
    const as = newAccount();
    await enroll(challenges[0], as);
    await hide();
    expect((await enroll(challenges[0], as)).status).toBe(200);
    expect((await change(challenges[0], as, { alias: 'Sí Nakal', shareLeaderboard: false })).status).toBe(
      200,
    );
    expect((await change(challenges[0], as, { alias: 'Si Baik' })).status).toBe(200);
    expect(await onDisplay()).toEqual([['Si Baik'], []]);
    await expectCommunityInvariants(world);
  });

  it('is shown again in every challenge, except in one that hides it separately', async () => {
    await given(challenges[0]);
    const { challengeId: id } = await given(challenges[1]);
    await world.call('moderateAlias', { as: admin, params: { id }, body: { alias: RUDE, hidden: true } });
    await hide();
    await hide(false);
    expect(await onDisplay()).toEqual([[RUDE], []]);
    expect(await hiddenAliases()).toEqual([]);
    await world.call('moderateAlias', { as: admin, params: { id }, body: { alias: RUDE, hidden: false } });
    expect(await onDisplay()).toEqual([[RUDE], [RUDE]]);
    await expectCommunityInvariants(world);
  });

  it('stays hidden in the exhibition when the challenge shows it again', async () => {
    const { challengeId: id } = await given(challenges[0]);
    for (const hidden of [true, false]) {
      if (hidden) await hide();
      await world.call('moderateAlias', { as: admin, params: { id }, body: { alias: RUDE, hidden } });
    }
    expect(await onDisplay()).toEqual([[], []]);
  });

  it('is repeated after an interruption, and then does what is left', async () => {
    const { accountId } = await given(challenges[0]);
    await given(challenges[1]);
    let writes = 0;
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite' && ++writes === 3) throw new Error('the function is gone');
      return send();
    });
    expect((await hide()).status).toBe(500);
    world.setFault(undefined);
    expect((await hide()).status).toBe(200);
    expect(await onDisplay()).toEqual([[], []]);
    expect(await noticesOf(accountId)).toHaveLength(1);
    const before = await world.dump();
    await hide();
    expect(await world.dump()).toEqual(before);
  });
});

describe('the worker that looks again', () => {
  it('hides, two minutes later, the alias of an enrollment that was in flight', async () => {
    const as = newAccount();
    meanwhile(world, () => hide());
    expect((await enroll(challenges[0], as)).status).toBe(201);
    expect(await onDisplay()).toEqual([[RUDE], []]);
    world.advance(minutes(2) - 1);
    expect((await world.run(lookAtHiddenAliases)).done).toEqual({ aliasesDone: 0 });
    world.advance(1);
    expect((await world.run(lookAtHiddenAliases)).done).toEqual({ aliasesDone: 1 });
    expect(await onDisplay()).toEqual([[], []]);
    expect(await noticesOf(as)).toHaveLength(1);
    expect((await world.run(lookAtHiddenAliases)).done).toEqual({ aliasesDone: 0 });
    expect(await hiddenAliases()).toHaveLength(1);
    await expectCommunityInvariants(world);
  });

  it('shows what an interruption left hidden, and leaves nothing of an alias that was shown', async () => {
    const { accountId, challengeId } = await given(challenges[0]);
    await hide();
    const key = hiddenAlias.key({ joinCode: event.joinCode, folded: folded(RUDE) });
    expect(await world.item(key)).toBeDefined();
    let writes = 0;
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite' && ++writes === 2) throw new Error('the function is gone');
      return send();
    });
    expect((await hide(false)).status).toBe(500);
    world.setFault(undefined);
    expect(await onDisplay()).toEqual([[], []]);
    world.advance(minutes(2));
    await world.run(lookAtHiddenAliases);
    expect(await onDisplay()).toEqual([[RUDE], []]);
    expect(await world.item(key)).toBeUndefined();
    const own = enrollment.parse((await world.item(enrollment.key({ accountId, challengeId }))) ?? {});
    expect(own.aliasHiddenInEventAt).toBeUndefined();
    await expectCommunityInvariants(world);
  });

  it('leaves a later decision of another administrator as it is', async () => {
    await given(challenges[0]);
    await hide();
    world.advance(minutes(2));
    meanwhile(world, () => hide(false));
    await world.run(lookAtHiddenAliases);
    expect(await onDisplay()).toEqual([[RUDE], []]);
    expect(await hiddenAliases()).toEqual([]);
  });
});

it('is not hidden again by a slower administrator, although both acted in the same millisecond', async () => {
  await given(challenges[0]);
  let isFirst = true;
  world.setFault(async ({ command, input, send }) => {
    // The first administrator has written the item, and the second one shows the alias before it looks at the challenges.
    if (command === 'Get' && String(input.Key?.pk).startsWith('COMMUNITY#ALIAS#') && isFirst) {
      isFirst = false;
      await hide(false);
    }
    return send();
  });
  expect((await hide()).status).toBe(200);
  world.setFault(undefined);
  expect(await hiddenAliases()).toEqual([]);
  expect(await onDisplay()).toEqual([[RUDE], []]);
});

it('is decided by one of two administrators who hide and show it at the same time', async () => {
  await given(challenges[0]);
  await given(challenges[1]);
  for (let n = 0; n < 5; n++) {
    world.advance(1000);
    const answers = await Promise.all([hide(true), hide(false), hide(true)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    world.advance(minutes(2));
    await world.run(lookAtHiddenAliases);
    const isHidden = (await hiddenAliases()).length === 1;
    expect(await onDisplay()).toEqual(isHidden ? [[], []] : [[RUDE], [RUDE]]);
  }
  await expectCommunityInvariants(world);
});
