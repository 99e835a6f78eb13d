import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { job as releaseLapsedLease } from '../../../functions/rewards/stock/release-lapsed-lease.ts';
import { lease, stockShard } from '../../../shared/rewards/items.ts';
import type { StreamEvent } from '../../../shared/runtime/worker-handler.ts';
import { deliver } from '../../aws-emulator/events/mappings.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { throttled } from '../../support/fault-injection.ts';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { streamMapping } from '../../support/stream-mapping.ts';
import { newAccount, newWorld } from '../../support/world.ts';

type StreamRecord = StreamEvent['Records'][number];

/** A batch of stream records for five leases that TTL deleted. */
async function givenRemovals() {
  const world = await newWorld();
  const campaign = await givenCampaign(world, { units: [5] });
  const records: StreamRecord[] = [];
  for (let n = 1; n <= 5; n++) {
    const claim = await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
    const stored = lease.stored({ ...claim, claimId: claim.id });
    const Key = lease.key({ ...claim, claimId: claim.id });
    await world.freshTable().transact({ gone: { Delete: { Key } } });
    const OldImage = marshall(stored) as NonNullable<StreamRecord['dynamodb']>['OldImage'];
    records.push({
      eventName: 'REMOVE',
      dynamodb: { SequenceNumber: `${n}00`, ...(OldImage && { OldImage }) },
    });
  }
  const counters = async () => world.item(stockShard.key({ campaignId: campaign.id, shard: 0 }));
  return { world, records, counters };
}

/** Delivers the batch as Lambda's event source mapping does, until all records are processed or discarded. */
async function delivered(
  { world, records }: Awaited<ReturnType<typeof givenRemovals>>,
  beforeRun: (run: number) => void = () => {},
) {
  const runs: string[][] = [];
  const reported: string[][] = [];
  const queued: unknown[] = [];
  const invoke = async (event: unknown) => {
    const batch = event as StreamEvent;
    runs.push(batch.Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? ''));
    beforeRun(runs.length);
    const answer = await world.run(releaseLapsedLease, batch);
    reported.push(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    return answer;
  };
  await deliver(records, {
    target: { invoke, principal: { name: 'worker', credentials: { accessKeyId: '', secretAccessKey: '' } } },
    queues: { send: (_principal, _arn, message) => queued.push(message) },
    mapping: {
      FunctionName: 'worker',
      EventSourceArn: 'stream',
      ...streamMapping,
      FunctionResponseTypes: [...streamMapping.FunctionResponseTypes],
      DestinationConfig: { OnFailure: { Destination: 'queue' } },
    },
    sleep: async () => {},
  });
  return { runs, reported, queued };
}

describe('a stream record that cannot be processed', () => {
  it.each([0, 2, 4])('does not block the others and is discarded after 5 tries: number %i', async (at) => {
    noteTriedByTest({
      what: 'A record of the stream that nobody can process',
      times: '3 batches of 5, at each end and in the middle',
    });
    const given = await givenRemovals();
    const SequenceNumber = `${at + 1}00`;
    const accountId = newAccount();
    const OldImage = { accountId: { S: accountId } };
    given.records.splice(at, 1, { eventName: 'REMOVE', dynamodb: { SequenceNumber, OldImage } });
    const { runs, reported, queued } = await delivered(given);
    expect(await given.counters()).toMatchObject({ freeUnits: 4, heldUnits: 1 });
    const tries = runs.filter((numbers) => numbers.includes(SequenceNumber)).length;
    expect(tries).toBe(5);
    expect(new Set(reported.flat())).toEqual(new Set([SequenceNumber]));
    // Lambda discards the batch as it was tried last, which begins with the reported record.
    expect(queued).toMatchObject([{ DDBStreamBatchInfo: { startSequenceNumber: SequenceNumber } }]);
    const failed = given.world.lines.filter(({ failures }) => failures === 1);
    expect(failed.length).toBe(tries);
    expect(JSON.stringify(failed)).not.toContain(accountId);
  });

  it('is processed later when the database failed only for a while', async () => {
    const given = await givenRemovals();
    const trouble = () => Promise.reject(throttled());
    given.world.setTime({ sleep: async () => {} });
    const { queued } = await delivered(given, (run) => given.world.setFault(run < 3 ? trouble : undefined));
    expect(queued).toEqual([]);
    expect(await given.counters()).toMatchObject({ freeUnits: 5, heldUnits: 0 });
  });
});
