import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { raiseWarmThroughput } from '../../infra/deployment/warm-throughput.ts';
import type { StageConfiguration } from '../../infra/stage.ts';
import { listening } from '../support/listening.ts';
import { stages } from './configuration.ts';

interface Units {
  readonly ReadUnitsPerSecond: number;
  readonly WriteUnitsPerSecond: number;
}
const units = (ReadUnitsPerSecond: number, WriteUnitsPerSecond: number): Units => ({
  ReadUnitsPerSecond,
  WriteUnitsPerSecond,
});

/** Raises a table with this throughput, and returns what was raised and the updates that DynamoDB got. */
async function raised(table: Units, indexes: Readonly<Record<string, Units>>, stage: StageConfiguration) {
  const updates: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    const operation = String(request.headers['x-amz-target']).split('.')[1];
    if (operation === 'UpdateTable') updates.push(body);
    const GlobalSecondaryIndexes = Object.entries(indexes).map(([IndexName, WarmThroughput]) => ({
      IndexName,
      WarmThroughput: { ...WarmThroughput, Status: 'ACTIVE' },
    }));
    const Table = { WarmThroughput: { ...table, Status: 'ACTIVE' }, GlobalSecondaryIndexes };
    response.end(JSON.stringify({ Table }));
  });
  const endpoint = `http://127.0.0.1:${await listening(server)}`;
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const names = await raiseWarmThroughput(stage, { endpoint, credentials });
  await once(server.close(), 'close');
  return { names, updates };
}

const stage: StageConfiguration = {
  ...stages.production,
  tableName: 'sihat-x',
  warmThroughput: { writeUnits: 24_000, readUnits: 72_000 },
};

describe('the warm throughput of a table', () => {
  it('is raised for the table and each index that has less', async () => {
    const { names, updates } = await raised(
      units(12_000, 4000),
      { gsi1: units(72_000, 24_000), gsi2: units(12_000, 4000) },
      stage,
    );
    expect(names).toEqual(['the table', 'gsi2']);
    const WarmThroughput = units(72_000, 24_000);
    expect(updates).toEqual([
      {
        TableName: 'sihat-x',
        WarmThroughput,
        GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'gsi2', WarmThroughput } }],
      },
    ]);
  });

  it('is never lowered, also where only one of both numbers is too low', async () => {
    const { updates } = await raised(units(90_000, 4000), { gsi1: units(90_000, 30_000) }, stage);
    expect(updates).toEqual([{ TableName: 'sihat-x', WarmThroughput: units(90_000, 24_000) }]);
  });

  it('is left alone where it suffices, and for a stage without the setting', async () => {
    const enough = units(72_000, 24_000);
    expect(await raised(enough, { gsi1: enough }, stage)).toEqual({ names: [], updates: [] });
    const less = units(1, 1);
    expect(await raised(less, { gsi1: less }, stages.staging)).toEqual({ names: [], updates: [] });
  });
});
