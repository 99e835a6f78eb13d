import { announcedActivities, challenge, event } from '../../../shared/community/items.ts';
import { eachByItself } from '../../../shared/runtime/each-by-itself.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { endOf, type IndexList, type StoredItem } from '../../../shared/table/item.ts';
import { assigning } from '../../../shared/table/update.ts';
import { startActivities } from '../workers.ts';

/** Activities of each kind and run. The next run, a minute later, continues. */
const MAX_AT_ONCE = 500;

const kinds: readonly {
  readonly list: IndexList;
  /** The item as it is stored once it has started. */
  readonly started: (item: StoredItem) => StoredItem;
}[] = [
  {
    list: announcedActivities('EVENT'),
    started: (item) => event.stored({ ...event.parse(item), hasStarted: true }),
  },
  {
    list: announcedActivities('CHALLENGE'),
    started: (item) => challenge.stored({ ...challenge.parse(item), hasStarted: true }),
  },
];

/**
 * Moves activities to the list of those that have started. The condition on the version makes it fail if somebody changes the
 * activity at the same time; that write then decides about the list itself.
 */
export const job: Job = {
  worker: startActivities,
  async run({ table, clock }) {
    const until = endOf(clock.now().toISOString());
    let activitiesStarted = 0;
    const failures: unknown[] = [];
    for (const { list, started } of kinds) {
      const items = await table.query({ ...list, to: until, limit: MAX_AT_ONCE });
      const start = async (item: StoredItem) => {
        const { pk, sk, version, gsi1pk, gsi1sk } = started(item);
        const refused = await table.transact({
          activity: {
            Update: {
              Key: { pk: String(pk), sk: String(sk) },
              ...assigning(
                { hasStarted: true, gsi1pk, gsi1sk },
                {
                  ConditionExpression: '#version = :version',
                  ExpressionAttributeNames: { '#version': 'version' },
                  ExpressionAttributeValues: { ':version': version },
                },
              ),
            },
          },
        });
        if (!refused) activitiesStarted += 1;
      };
      failures.push(...(await eachByItself(items, start)));
    }
    if (failures.length > 0)
      throw new PartlyFailed(failures, `${failures.length} activities failed`, { activitiesStarted });
    return { activitiesStarted };
  },
};

export const handler = workerLambda(job);
