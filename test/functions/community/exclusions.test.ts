import { beforeEach, describe, expect, it } from 'vitest';
import type { Challenge, Event } from '../../../shared/community/items.ts';
import { minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenChallenge, givenClub, givenEvent, givenMember } from '../../given/community.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { betweenKeys } from '../../support/separate-reads.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
let club: Awaited<ReturnType<typeof givenClub>>;
let event: Event;
let challenge: Challenge;
let cheater: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
  club = await givenClub(world);
  await givenMember(world, club, 'owner');
  event = await givenEvent(world, club);
  challenge = await givenChallenge(world, event);
  cheater = newAccount();
  await enroll(cheater, 'Si Kilat');
  await enroll(newAccount(), 'Si Jujur');
});

const params = () => ({ id: challenge.id });
const both = { shareLeaderboard: true, sharePublicDisplay: true };
const enroll = (as: AccountId, alias: string) =>
  world.call('enroll', { as, params: params(), body: { alias, ...both } });
const withdraw = () => world.call('withdrawEnrollment', { as: cheater, params: params() });
const rename = (alias: string) =>
  world.call('changeEnrollment', { as: cheater, params: params(), body: { alias } });
const exclude = (alias = 'SI-KILAT', reason = 'Treadmill.') =>
  world.call('excludeParticipant', { as: admin, params: params(), body: { alias, reason } });
const readmit = (exclusionId: string, id = challenge.id) =>
  world.call('readmitParticipant', {
    as: admin,
    params: { id, exclusionId },
    body: { reason: 'A mistake.' },
  });
const exclusions = async () =>
  (await world.call('listExclusions', { as: admin, params: params(), query: {} })).body.exclusions;

/** The aliases on the display and on the leaderboard, and whether the participant can get rewards. */
async function seen() {
  const { body } = await world.call('getDisplay', { params: { code: event.joinCode } });
  const board = await world.call('getLeaderboard', { as: cheater, params: params(), query: {} });
  const found = await world.call('findEvent', { as: cheater, params: { code: event.joinCode } });
  await expectCommunityInvariants(world);
  const aliases = (entries: readonly { alias: string }[]) => entries.map(({ alias }) => alias).sort();
  const [{ top, total }] = body.challenges;
  return {
    display: aliases(top),
    total,
    leaderboard: aliases(board.body.entries),
    eligible: found.body.challenges[0].enrollment?.rewardEligible,
  };
}
const without = (eligible?: boolean) => ({
  display: ['Si Jujur'],
  total: 1,
  leaderboard: ['Si Jujur'],
  eligible,
});
const withAlias = (alias: string) => {
  const all = [alias, 'Si Jujur'].sort();
  return { display: all, total: 2, leaderboard: all, eligible: true };
};

describe('an excluded participant', () => {
  it('is on no board and gets no rewards, and sees nothing else of it', async () => {
    expect(await seen()).toEqual(withAlias('Si Kilat'));
    const before = (await rename('Si Kilat')).body;
    const { status, body } = await exclude();
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), alias: 'Si Kilat', excludedAt: world.now().toISOString() },
    ]);
    expect(await seen()).toEqual(without(false));
    expect((await rename('Si Kilat')).body).toEqual({ ...before, rewardEligible: false });
    expect(await exclusions()).toEqual([body]);
  });

  it('stays excluded under another alias, after more steps, other consents, and after enrolling again', async () => {
    await exclude();
    await rename('Si Lain');
    world.advance(minutes(10));
    const body = { steps: 900, measuredAt: world.now().toISOString() };
    expect((await world.call('reportSteps', { as: cheater, params: params(), body })).status).toBe(200);
    for (const shared of [false, true]) {
      const consent = { sharePublicDisplay: shared, shareLeaderboard: shared };
      await world.call('changeEnrollment', { as: cheater, params: params(), body: consent });
    }
    expect(await seen()).toEqual(without(false));
    await withdraw();
    expect(await seen()).toEqual(without());
    expect((await enroll(cheater, 'Si Baharu')).body).toMatchObject({ rewardEligible: false });
    expect(await seen()).toEqual(without(false));
  });

  it('is excluded from this challenge only', async () => {
    await exclude();
    challenge = await givenChallenge(world, event);
    expect((await enroll(cheater, 'Si Kilat')).body).toMatchObject({ rewardEligible: true });
    await expectCommunityInvariants(world);
  });

  it('is excluded once, whatever the alias is now', async () => {
    const { body } = await exclude();
    await rename('Si Lain');
    world.advance(1);
    expect(await exclude('Si Lain', 'Also a bicycle.')).toMatchObject({ status: 200, body });
    expect((await exclude('Si Kilat')).body.code).toBe('alias_not_found');
    expect(await exclusions()).toEqual([body]);
  });

  it('takes part again after the readmission, as the consents say', async () => {
    const { body } = await exclude();
    await rename('Si Lain');
    expect((await readmit(body.id)).status).toBe(204);
    expect(await seen()).toEqual(withAlias('Si Lain'));
    expect(await exclusions()).toEqual([]);
    expect((await readmit(body.id)).body.code).toBe('exclusion_not_found');
  });

  it('can enroll as everybody else if the readmission came after a withdrawal', async () => {
    const { body } = await exclude();
    await withdraw();
    expect((await readmit(body.id)).status).toBe(204);
    await enroll(cheater, 'Si Kilat');
    expect(await seen()).toEqual(withAlias('Si Kilat'));
  });

  it('is readmitted only to the challenge of the exclusion', async () => {
    const { body } = await exclude();
    const { id } = await givenChallenge(world, await givenEvent(world, club));
    expect((await readmit(body.id, id)).body.code).toBe('exclusion_not_found');
    expect((await readmit(newId())).body.code).toBe('exclusion_not_found');
    expect(await seen()).toEqual(without(false));
  });

  it('leaves the reasons in the log of administrators’ acts only', async () => {
    const { body } = await exclude('Si Kilat', 'Reported from a treadmill.');
    await readmit(body.id);
    const { acts } = (
      await world.call('listAdministratorActs', { as: admin, query: { subject: challenge.id } })
    ).body;
    const reasons = acts.map((act: { operation: string; reason: string }) => [act.operation, act.reason]);
    expect(new Map(reasons)).toEqual(
      new Map([
        ['excludeParticipant', 'Reported from a treadmill.'],
        ['readmitParticipant', 'A mistake.'],
      ]),
    );
    const others = (await world.dump()).filter(({ pk }) => !String(pk).startsWith('PLATFORM#ACTS'));
    expect(JSON.stringify(others)).not.toContain('treadmill');
  });
});

describe('an exclusion and a concurrent change', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['another alias', () => rename('Si Lain')],
    ['a withdrawal', withdraw],
  ])('finds nobody under the alias after %s', async (_, change) => {
    meanwhile(world, change);
    expect((await exclude()).body.code).toBe('alias_not_found');
    world.setFault(undefined);
    expect(await exclusions()).toEqual([]);
    await expectCommunityInvariants(world);
  });

  it('excludes the newest version of an enrollment', async () => {
    world.advance(minutes(10));
    const body = { steps: 900, measuredAt: world.now().toISOString() };
    meanwhile(world, () => world.call('reportSteps', { as: cheater, params: params(), body }));
    expect((await exclude()).status).toBe(201);
    world.setFault(undefined);
    expect(await seen()).toEqual(without(false));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a new alias', () => rename('Si Lain')],
    ['a withdrawal', withdraw],
  ])('is not undone by %s that began before it', async (_, change) => {
    meanwhile(world, () => exclude());
    await change();
    world.setFault(undefined);
    expect(await exclusions()).toHaveLength(1);
    await expectCommunityInvariants(world);
  });

  it('is not escaped by an enrollment that began before it', async () => {
    await withdraw();
    meanwhile(world, async () => {
      await enroll(cheater, 'Si Lain');
      await exclude('Si Lain');
      await withdraw();
    });
    expect((await enroll(cheater, 'Si Baharu')).body).toMatchObject({ rewardEligible: false });
    world.setFault(undefined);
    expect(await seen()).toEqual(without(false));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['changed', () => rename('Si Lain')],
    ['withdrawn', withdraw],
  ])('ends also for an enrollment that is %s at that moment', async (_, change) => {
    const { body } = await exclude();
    meanwhile(world, change);
    expect((await readmit(body.id)).status).toBe(204);
    world.setFault(undefined);
    expect(await exclusions()).toEqual([]);
    await expectCommunityInvariants(world);
  });

  it('ends also for an enrollment that is made at that moment', async () => {
    const { body } = await exclude();
    await withdraw();
    meanwhile(world, () => enroll(cheater, 'Si Baharu'));
    expect((await readmit(body.id)).status).toBe(204);
    world.setFault(undefined);
    expect(await seen()).toEqual(withAlias('Si Baharu'));
  });

  it('does not end with an earlier one that ended at that moment', async () => {
    const { body } = await exclude();
    await withdraw();
    meanwhile(world, async () => {
      await readmit(body.id);
      await enroll(cheater, 'Si Baharu');
      await exclude('Si Baharu');
      await withdraw();
    });
    expect((await readmit(body.id)).body.code).toBe('exclusion_not_found');
    world.setFault(undefined);
    expect(await exclusions()).toMatchObject([{ alias: 'Si Baharu' }]);
  });

  it('has its own time in an enrollment that read an earlier one', async () => {
    const { body } = await exclude();
    await withdraw();
    meanwhile(world, async () => {
      await readmit(body.id);
      await enroll(cheater, 'Si Lain');
      world.advance(1);
      await exclude('Si Lain');
      await withdraw();
    });
    expect((await enroll(cheater, 'Si Baharu')).body).toMatchObject({ rewardEligible: false });
    world.setFault(undefined);
    expect(await seen()).toEqual(without(false));
  });

  it('does not outlive its end in an enrollment that began before', async () => {
    const { body } = await exclude();
    await withdraw();
    meanwhile(world, () => readmit(body.id));
    expect((await enroll(cheater, 'Si Baharu')).body).toMatchObject({ rewardEligible: true });
    world.setFault(undefined);
    expect(await seen()).toEqual(withAlias('Si Baharu'));
  });

  it('is made once, also between the reads of the enrollment and of the exclusion', async () => {
    let first: unknown;
    betweenKeys(world, async () => {
      first = (await exclude()).body;
    });
    expect(await exclude()).toMatchObject({ status: 200, body: first });
    world.setFault(undefined);
    expect(await exclusions()).toEqual([first]);
  });

  it('is made once by several administrators', async () => {
    const answers = await Promise.all([exclude(), exclude(), exclude()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await seen()).toEqual(without(false));
  });
});
