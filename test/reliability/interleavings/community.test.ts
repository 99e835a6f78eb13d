import { beforeEach, describe, expect, it } from 'vitest';
import { folded } from '../../../functions/community/enrollments/look-alikes.ts';
import { clubMembership, enrollment, exclusion } from '../../../shared/community/participation.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import {
  call,
  expectBothWays,
  forEachSeed,
  LONG,
  newRaceWorld,
  RUNS,
  writtenAt,
} from '../../support/seeded-races.ts';
import type { World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newRaceWorld();
});

let aliases = 0;
function newAlias() {
  const alias = `Pejalan ${++aliases}`;
  return { alias, foldedAlias: folded(alias) };
}

describe('in any order of the calls to the database', () => {
  it(
    'a participant is excluded once, and every administrator is told which exclusion it is',
    LONG,
    async () => {
      const admins = [await givenAdmin(world), await givenAdmin(world)] as const;
      const club = await givenClub(world);
      await givenMember(world, club, 'owner');
      const challenge = await givenChallenge(world, await givenEvent(world, club));
      const firsts: boolean[] = [];

      await forEachSeed(world, RUNS, async (play) => {
        const { accountId, alias } = await givenParticipant(world, challenge, {
          ...newAlias(),
          sharePublicDisplay: true,
        });
        const exclude = (as: (typeof admins)[number]) => () =>
          call(world, 'excludeParticipant', {
            as,
            params: { id: challenge.id },
            body: { alias, reason: 'Reported from a treadmill.' },
          });
        const { answers, steps } = await play({ one: exclude(admins[0]), other: exclude(admins[1]) });
        const stored = await world.item(exclusion.key({ accountId, challengeId: challenge.id }));
        expect([answers.one.body.id, answers.other.body.id]).toEqual([stored?.['id'], stored?.['id']]);
        const { excludedAt } = enrollment.parse(
          (await world.item(enrollment.key({ accountId, challengeId: challenge.id }))) ?? {},
        );
        expect(excludedAt).toBe(stored?.['excludedAt']);
        firsts.push(writtenAt(steps, 'one') < writtenAt(steps, 'other'));
      });
      await expectCommunityInvariants(world);
      expectBothWays(firsts);
    },
  );

  it('nobody takes part in anything of a private club after leaving it', LONG, async () => {
    const club = await givenClub(world, { visibility: 'private' });
    await givenMember(world, club, 'owner');
    const event = await givenEvent(world, club);
    const challenge = await givenChallenge(world, event);
    // Its enrollments are the last ones of an account, so the page of a query can end between the two.
    const id = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
    const open = await givenClub(world);
    await givenMember(world, open, 'owner');
    const elsewhere = await givenChallenge(world, await givenEvent(world, open), { id });
    const ends: boolean[] = [];

    await forEachSeed(world, RUNS, async (play, random) => {
      const { accountId: as } = await givenMember(world, club);
      await givenParticipant(world, elsewhere, { ...newAlias(), accountId: as });
      const join =
        random() < 0.5
          ? () => call(world, 'joinEvent', { as, params: { code: event.joinCode } })
          : () =>
              call(world, 'enroll', { as, params: { id: challenge.id }, body: { alias: newAlias().alias } });
      const { answers } = await play({
        leave: () => call(world, 'leaveClub', { as, params: { id: club.id } }),
        join,
      });
      expect(answers.leave.done).toBe(true);
      const { pk } = clubMembership.key({ accountId: as, clubId: club.id });
      expect((await world.table.query({ pk })).map(({ sk }) => sk)).toEqual([`CHALLENGE#${id}`]);
      ends.push(answers.join.done);
    });
    await expectCommunityInvariants(world);
    expectBothWays(ends);
  });
});
