import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { challenge } from '../../../shared/community/items.ts';
import { enrollment } from '../../../shared/community/participation.ts';
import { workerPolicy } from '../../../shared/runtime/worker-handler.ts';
import { tableClient } from '../../../shared/table/client.ts';
import { AccountId } from '../../../shared/values/resources.ts';
import { givenChallenge, givenClub, givenEvent, newParticipant } from '../../given/community.ts';
import { faults } from '../../support/fault-injection.ts';
import type { World } from '../../support/world.ts';
import { draws } from '../simulation/seeds.ts';
import { newTimeline } from '../simulation/timeline.ts';
import { simulatedClock } from './clock.ts';
import { contendedDatabase, type TimedChange } from './database.ts';
import { rollingUp } from './roll-up.ts';
import { WARM_PARTITIONS } from './warm.ts';

interface CountingOptions {
  readonly enrollments: number;
  /** The shards of the stream, and the partitions of the table. */
  readonly shards: number;
  /** The average time of a call in milliseconds. */
  readonly latency: number;
}

/** The roll-up counts enrollments of one challenge that were all written at once. */
export async function playCounting(world: World, { enrollments, shards, latency }: CountingOptions) {
  const { uuid } = draws(1, 'ids');
  const held = await givenEvent(world, await givenClub(world, { id: uuid() }), { id: uuid() });
  const course = await givenChallenge(world, held, { id: uuid() });
  const made = Array.from({ length: enrollments }, (_, n) =>
    enrollment.stored(
      newParticipant(world.now(), course, {
        ...{ accountId: AccountId.parse(uuid()), participantId: uuid(), alias: `Pejalan ${n}` },
      }),
    ),
  );
  const timeline = newTimeline();
  const at = world.now();
  const random = draws(1, 'counting');
  const database = contendedDatabase({
    ...{ timeline, chance: random.chance, partitions: WARM_PARTITIONS, hashSeed: 1, latency },
    items: [...(await world.dump()), ...made],
  });
  const clock = simulatedClock(at, timeline, random);
  const policy = workerPolicy(rollUp.worker);
  const tables = tableClient({ tableName: 'model', clock, policy, connection: { region: 'model' } });
  faults(tables.documents, () => database.answer);
  await timeline.play(async () => {
    const worker = rollingUp({
      ...{ timeline, clock, beginning: at, shards },
      // The stream holds all enrollments at the beginning, and what the roll-up itself writes is not counted.
      database: {
        ...database,
        follow: (deliver: (change: TimedChange) => void) => {
          for (const after of made) deliver({ before: undefined, after, at: 0 });
        },
      },
      newTable: (pauses) => tables.session(pauses).table,
    });
    await worker.drained();
  });
  const counted = challenge.parse(database.item(challenge.key(course)) ?? {}).memberCount;
  const seconds = timeline.now() / 1000;
  return {
    counted,
    recordsASecond: enrollments / seconds,
    unitsARecord: database.counts.writeUnits / enrollments,
    counts: database.counts,
  };
}
