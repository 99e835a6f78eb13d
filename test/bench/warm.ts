import { contracts, type OperationId } from '../../functions/contracts.ts';
import { withCounters } from '../../local/demo/counters.ts';
import { loadEndpoint } from '../../local/events/handlers.ts';
import { tokenIssuer } from '../../local/http/issuer.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/gateway.ts';
import { tokenVerifier } from '../../shared/identity/token-verifier.ts';
import { serve } from '../../shared/runtime/http-handler.ts';
import { tableClient } from '../../shared/table/client.ts';
import { givenCampaign } from '../given/rewards.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { eventOf } from '../support/requests.ts';
import { NOON, newId, type Sent, type World } from '../support/world.ts';
import { peer } from './peers/hono.ts';
import { challengeId, groupsOf, joinCode, visitor } from './seeds.ts';
import { median } from './statistics.ts';

/**
 * The time of a whole request in a warm process: through the platform's handler, and through Hono with the same endpoints,
 * the same store and the same tokens. Both take turns.
 */
export interface Warm {
  readonly operation: OperationId;
  /** Medians in milliseconds. */
  readonly own: number;
  readonly hono: number;
}

const WARM_UP = 100;
const ISSUER = 'https://issuer.test/bench';

/** @param world an empty world. */
export async function measureWarm(world: World, rounds: number): Promise<Warm[]> {
  const items = groupsOf({ participants: 100 }).flatMap(({ times, items: at }) =>
    Array.from({ length: times }, (_, n) => at(n)).flat(),
  );
  await world.put(...withCounters(items, NOON));
  const campaign = await givenCampaign(world, { units: [100] });
  const requests: readonly [OperationId, Sent][] = [
    ['getDisplay', { params: { code: joinCode } }],
    ['findEvent', { as: visitor, params: { code: joinCode } }],
    ['getLeaderboard', { as: visitor, params: { id: challengeId } }],
    // After the first request, this is a retry that returns the existing claim.
    ['reserveReward', { as: visitor, params: { campaignId: campaign.id }, body: { claimId: newId() } }],
  ];

  const { sign, jwks, clientId } = await tokenIssuer(ISSUER, () => new Date());
  const authTime = Math.floor(NOON.getTime() / 1000);
  // The verifier reads the real clock and the world's.
  const expiresIn = Math.max(0, authTime - Math.floor(Date.now() / 1000)) + 3_600;
  const token = await sign({ accountId: visitor, authTime, expiresIn });
  const tools = {
    tables: tableClient({ tableName: world.tableName, clock: world.clock, connection: world.connection }),
    verify: tokenVerifier({
      issuer: ISSUER,
      clientId,
      jwksUri: `${ISSUER}/jwks.json`,
      fetcher: { fetch: async () => new TextEncoder().encode(JSON.stringify(jwks)).buffer as ArrayBuffer },
    }),
    clock: world.clock,
    settings: { CURSOR_SECRET: 'what the cursors of the benchmark are sealed with' },
    writeLine: () => {},
    metricsNamespace: 'Sihat',
  };
  const hono = peer(await Promise.all(Object.values<Contract>(contracts).map(loadEndpoint)), tools);
  const measured: Warm[] = [];
  for (const [operation, sent] of requests) {
    const own = serve(await loadEndpoint(contracts[operation]), tools);
    const event = eventForBoth(contracts[operation], sent, token);
    const times = { own: [] as number[], hono: [] as number[] };
    const handlers = {
      own: () => own(event, {}),
      hono: () => hono(event as unknown as Parameters<typeof hono>[0]),
    };
    const bar = progress(`warm ${operation}`, rounds);
    for (let round = -WARM_UP; round < rounds; round++) {
      for (const name of round % 2 === 0 ? (['own', 'hono'] as const) : (['hono', 'own'] as const)) {
        const startedAt = performance.now();
        const { statusCode } = (await handlers[name]()) as HttpResponse;
        if (round >= 0) times[name].push(performance.now() - startedAt);
        if (statusCode >= 300) throw new Error(`${operation}: ${name} answered ${statusCode}`);
      }
      if (round >= 0) bar.step();
    }
    bar.end();
    measured.push({ operation, own: median(times.own), hono: median(times.hono) });
  }
  tools.tables.close();
  return measured;
}

/** An event of API Gateway with the fields that Hono's adapter reads, too. */
function eventForBoth(contract: Contract, { params = {}, body }: Sent, token: string): HttpRequest {
  const { method, caller } = contract;
  const headers = { host: 'api.test' };
  const event = eventOf(contract, { params, body, headers }, caller === 'nobody' ? undefined : token);
  const http = { method, path: event.rawPath };
  return {
    ...event,
    requestContext: { ...event.requestContext, http, domainName: 'api.test' },
  } as HttpRequest;
}
