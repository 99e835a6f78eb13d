import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { widenBoards } from '../../../shared/community/board-width.ts';
import {
  type Challenge,
  challenge,
  type Event,
  event as eventKind,
} from '../../../shared/community/items.ts';
import { type Enrollment, enrollment } from '../../../shared/community/participation.ts';
import { seconds } from '../../../shared/values/clock.ts';
import {
  ATTENDEES_OF_A_BOARD_PARTITION,
  MAX_BOARD_PARTITIONS,
  MAX_BOARD_PARTITIONS_OF_EXHIBITION,
  MAX_CHALLENGES,
  SECONDS_BETWEEN_REPORTS,
} from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  eventContent,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { expectCommunityInvariants } from '../../support/community-invariants.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newWorld, type World } from '../../support/world.ts';

let world: World;
let event: Event;
let course: Challenge;
let admin: AccountId;

beforeEach(async () => {
  world = await newWorld();
  const club = await givenClub(world);
  await givenMember(world, club, 'owner');
  event = await givenEvent(world, club);
  course = await givenChallenge(world, event, { boardPartitions: 1 });
  admin = await givenAdmin(world);
});

const width = async (of: Challenge = course) => {
  const [item, held] = await Promise.all([world.item(challenge.key(of)), world.item(eventKind.key(event))]);
  const { boardPartitions } = challenge.parse(item ?? {});
  expect(eventKind.parse(held ?? {}).challenges[of.id]?.boardPartitions).toBe(boardPartitions);
  return boardPartitions;
};
const widenTo = async (partitions: number, of: Challenge = course) => {
  const found = challenge.parse((await world.item(challenge.key(of))) ?? {});
  return widenBoards(world.freshTable(), found, partitions * ATTENDEES_OF_A_BOARD_PARTITION);
};
const report = async (as: AccountId, steps: number, of: Challenge = course) => {
  world.advance(seconds(SECONDS_BETWEEN_REPORTS));
  const body = { steps, measuredAt: world.now().toISOString() };
  return world.call('reportSteps', { as, params: { id: of.id }, body });
};
const stored = async (accountId: AccountId): Promise<Enrollment> =>
  enrollment.parse((await world.item(enrollment.key({ accountId, challengeId: course.id }))) ?? {});
const expecting = async (expectedAttendees: number) => {
  const { version } = eventKind.parse((await world.item(eventKind.key(event))) ?? {});
  const { startsAt, endsAt } = event;
  const body = { ...eventContent, startsAt, endsAt, expectedAttendees, version };
  return world.call('updateEvent', { as: admin, params: { code: event.joinCode }, body });
};

describe('the boards of a challenge', () => {
  /** The stream delivers an enrollment to the roll-up. */
  const deliver = async (of: Enrollment) => {
    const ApproximateCreationDateTime = world.now().getTime() / 1000;
    const dynamodb = { ApproximateCreationDateTime, NewImage: marshall(enrollment.stored(of)) };
    await world.run(rollUp, { Records: [{ eventName: 'INSERT', dynamodb }] });
  };
  const withMembers = async (memberCount: number) => {
    const { id } = course;
    await world.put({ ...challenge.stored({ ...course, memberCount }) });
    const made = await givenParticipant(world, { ...course, id });
    await world.put({ ...challenge.stored({ ...course, memberCount }) });
    await deliver(made);
  };

  it('are widened by the roll-up when more people have joined than they are made for', async () => {
    await withMembers(ATTENDEES_OF_A_BOARD_PARTITION);
    expect(await width()).toBe(1);
    await withMembers(ATTENDEES_OF_A_BOARD_PARTITION + 1);
    expect(await width()).toBe(2);
    await withMembers(1_000_000);
    expect(await width()).toBe(MAX_BOARD_PARTITIONS);
    await withMembers(3);
    expect(challenge.parse((await world.item(challenge.key(course))) ?? {}).boardPartitions).toBe(1);
  });

  it('are widened for the visitors whom an exhibition expects, and never become narrower', async () => {
    expect((await expecting(3 * ATTENDEES_OF_A_BOARD_PARTITION)).status).toBe(200);
    expect(await width()).toBe(3);
    expect((await expecting(10)).status).toBe(200);
    expect(await width()).toBe(3);
  });

  it('stay as wide as they were widened during a change, and when they are unpublished and published again', async () => {
    meanwhile(world, () => widenTo(4));
    expect((await expecting(20)).status).toBe(200);
    expect(await width()).toBe(4);
    for (const operation of ['unpublishChallenge', 'publishChallenge'] as const) {
      meanwhile(world, async () => widenTo(((await width()) ?? 0) + 1));
      expect((await world.call(operation, { as: admin, params: { id: course.id } })).status).toBe(200);
    }
    expect(await width()).toBe(6);
  });

  it('have at most as many partitions together as an exhibition may have, also when they are widened at the same time', async () => {
    const others = await Promise.all(
      Array.from({ length: MAX_CHALLENGES - 1 }, () => givenChallenge(world, event, { boardPartitions: 1 })),
    );
    const all = [course, ...others];
    await Promise.all(all.map((each) => widenTo(MAX_BOARD_PARTITIONS, each)));
    const widths = await Promise.all(all.map((each) => width(each)));
    expect(widths.reduce((sum: number, n) => sum + (n ?? 0), 0)).toBe(MAX_BOARD_PARTITIONS_OF_EXHIBITION);
    expect(Math.max(...widths.map(Number))).toBe(MAX_BOARD_PARTITIONS);
  });

  it('are not made by a widening before the first publication', async () => {
    const draft = await givenChallenge(world, event, {
      ...{ publishedAt: undefined, firstPublishedAt: undefined, boardPartitions: undefined },
    });
    await widenTo(8, draft);
    expect(await width(draft)).toBeUndefined();
  });
});

describe('an enrollment', () => {
  it('moves to the present number of partitions with its next report, and is on the boards all the time', async () => {
    const { accountId } = await givenParticipant(world, course, { steps: 10, shareLeaderboard: true });
    await widenTo(8);
    expect((await stored(accountId)).boardPartitions).toBe(1);
    await expectCommunityInvariants(world);
    const shown = async () =>
      (await world.call('getDisplay', { params: { code: event.joinCode } })).body.challenges[0].top;
    expect(await shown()).toMatchObject([{ steps: 10 }]);
    expect((await report(accountId, 20)).status).toBe(200);
    expect((await stored(accountId)).boardPartitions).toBe(8);
    await expectCommunityInvariants(world);
    expect(await shown()).toMatchObject([{ steps: 20 }]);
  });

  it('is shown once while it moves between the reads of two partitions', async () => {
    await widenTo(8);
    const people: Enrollment[] = [];
    for (let steps = 1; steps <= 8; steps++)
      people.push(
        await givenParticipant(world, { ...course, boardPartitions: 1 }, { steps, shareLeaderboard: true }),
      );
    for (const { operation, asked } of [
      { operation: 'getDisplay', asked: { params: { code: event.joinCode } } },
      { operation: 'getLeaderboard', asked: { as: people[0]?.accountId, params: { id: course.id } } },
    ] as const) {
      let moved = false;
      world.setFault(async ({ command, input, send }) => {
        const answer = await send();
        if (command !== 'Query' || moved || !JSON.stringify(input).includes('#0"')) return answer;
        moved = true;
        for (const { accountId, steps } of people) await report(accountId, 100 + steps);
        return answer;
      });
      const { body } = await world.call(operation, asked as never);
      world.setFault(undefined);
      expect(moved).toBe(true);
      const top: { alias: string }[] = body.challenges?.[0].top ?? body.entries;
      expect(new Set(top.map(({ alias }) => alias)).size).toBe(top.length);
      expect(top.length).toBeGreaterThan(0);
    }
  });
});
