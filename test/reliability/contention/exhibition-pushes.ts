import { job as deliverNotices } from '../../../functions/deletion/notices/deliver-notices.ts';
import { eventMembership } from '../../../shared/community/participation.ts';
import { device, deviceIdOf } from '../../../shared/notices/devices.ts';
import { exhibitionNews } from '../../../shared/notices/exhibition-news.ts';
import type { PushService } from '../../../shared/notices/pushes.ts';
import { work, workerPolicy } from '../../../shared/runtime/worker-handler.ts';
import { tableClient } from '../../../shared/table/client.ts';
import { hours, later, minutes } from '../../../shared/values/clock.ts';
import { AccountId } from '../../../shared/values/resources.ts';
import { givenClub, givenEvent } from '../../given/community.ts';
import { faults } from '../../support/fault-injection.ts';
import type { World } from '../../support/world.ts';
import { draws } from '../simulation/seeds.ts';
import { newTimeline } from '../simulation/timeline.ts';
import { simulatedClock } from './clock.ts';
import { contendedDatabase } from './database.ts';
import { WARM_PARTITIONS } from './warm.ts';

interface PushesOptions {
  readonly people: number;
  /** The average time of a call of the database in milliseconds. */
  readonly latency: number;
  /** The time of a call of the push service in milliseconds. */
  readonly pushLatency: number;
}

/** An exhibition has changed in which each person has a phone, none of which was pushed to before. */
export async function playExhibitionPushes(world: World, { people, latency, pushLatency }: PushesOptions) {
  const { uuid } = draws(1, 'ids');
  const held = await givenEvent(world, await givenClub(world, { id: uuid() }), { id: uuid() });
  const { joinCode, clubId } = held;
  const joinedAt = later(world.now(), -hours(1)).toISOString();
  const items = Array.from({ length: people }, (_, n) => {
    const [accountId, token] = [AccountId.parse(uuid()), `token-${n}`];
    return [
      eventMembership.stored({ accountId, joinCode, clubId, joinedAt }),
      device.stored({
        ...{ id: deviceIdOf('android', token), accountId, token, registeredAt: joinedAt },
        ...{ platform: 'android', language: 'ms-MY' },
      }),
    ];
  }).flat();
  const news = {
    ...{ joinCode, kind: 'exhibition_changed' as const, at: world.now().toISOString() },
    until: held.endsAt,
  };
  const timeline = newTimeline();
  const random = draws(1, 'pushes');
  const database = contendedDatabase({
    ...{ timeline, chance: random.chance, partitions: WARM_PARTITIONS, hashSeed: 1, latency },
    items: [...(await world.dump()), ...items, exhibitionNews.stored(news)],
  });
  const clock = simulatedClock(world.now(), timeline, random);
  const tables = tableClient({
    ...{ tableName: 'model', clock, policy: workerPolicy(deliverNotices.worker) },
    connection: { region: 'model' },
  });
  faults(tables.documents, () => database.answer);
  const told = new Set<string>();
  const slowly =
    <A extends readonly unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await timeline.sleep(pushLatency);
      return call(...given);
    };
  const pushes: PushService = {
    endpointOf: slowly(async (_, token) => token),
    send: slowly(async (endpoint) => {
      told.add(endpoint);
      return 'sent' as const;
    }),
    remove: slowly(async () => {}),
  };
  const handle = work(deliverNotices, {
    ...{ tables, clock, writeLine: () => {}, metricsNamespace: 'Sihat', pushes },
    signIns: { remove: async () => {} },
    ledger: { requestedOn: async () => [], erasedOn: async () => [] },
  });
  const isDone = () => database.item(exhibitionNews.key(news))?.['doneAt'] !== undefined;
  await timeline.play(async () => {
    while (!isDone()) {
      const next = timeline.now() + minutes(1);
      await handle({});
      if (!isDone()) await timeline.sleep(next - timeline.now());
    }
  });
  return { milliseconds: timeline.now(), told: told.size };
}
