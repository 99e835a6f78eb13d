import { expect, it } from 'vitest';
import { endpoint } from '../../functions/deletion/check-deletion-receipt.ts';
import { serve } from '../../shared/runtime/http-handler.ts';
import { tableClient } from '../../shared/table/client.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { newWorld } from '../support/world.ts';

it('counts a watched refusal as a metric of its own, in the namespace of the stage', async () => {
  const world = await newWorld();
  const lines: Record<string, unknown>[] = [];
  const handle = serve(endpoint, {
    tables: tableClient({ tableName: world.tableName, clock: systemClock, connection: world.connection }),
    verify: () => Promise.reject(new Error('the receipt check verifies no token')),
    clock: systemClock,
    settings: {},
    writeLine: (line) => lines.push(JSON.parse(line)),
    metricsNamespace: 'Sihat/test',
  });
  const { statusCode } = await handle(
    {
      version: '2.0',
      routeKey: 'POST /v1/account/deletion/receipt',
      headers: { 'content-type': 'application/json' },
      requestContext: { requestId: 'r', http: { method: 'POST' } },
      body: '{"receiptToken":"x"}',
      isBase64Encoded: false,
    } as never,
    {},
  );
  expect(statusCode).toBe(404);
  expect(lines[0]).toMatchObject({
    receipt_not_found: 1,
    _aws: {
      CloudWatchMetrics: [
        {
          Namespace: 'Sihat/test',
          Dimensions: [['area']],
          Metrics: expect.arrayContaining([{ Name: 'receipt_not_found', Unit: 'Count' }]),
        },
      ],
    },
  });
});
