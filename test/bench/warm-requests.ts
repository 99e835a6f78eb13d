import { contracts, type OperationId } from '../../functions/contracts.ts';
import { withCounters } from '../../local/demo/counters.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { HttpRequest } from '../../shared/http/gateway.ts';
import { givenPractitioner, givenToken } from '../given/clinical.ts';
import { givenCampaign } from '../given/rewards.ts';
import { eventOf } from '../support/requests.ts';
import { NOON, newAccount, newId, type Sent, type World } from '../support/world.ts';
import { groupsOf, joinCode, visitor } from './seeds.ts';

/** The requests that warm processes get, in a world with 100 participants and 100 live exhibitions. */
export interface WarmRequest {
  readonly operation: OperationId;
  readonly sent: Sent;
}

/** The requests to an operation, and whether it is profiled. */
export interface WarmOperation {
  readonly profiled?: true;
  /** A request that has not been sent before. */
  readonly next: () => Promise<WarmRequest>;
}

/** @param world an empty world. */
export async function warmOperations(world: World): Promise<readonly WarmOperation[]> {
  const items = groupsOf({ participants: 100, listed: 100 }).flatMap(({ times, items: at }) =>
    Array.from({ length: times }, (_, n) => at(n)).flat(),
  );
  await world.put(...withCounters(items, NOON));
  const campaign = await givenCampaign(world, { units: [100_000] });
  const practitioner = await givenPractitioner(world);
  return [
    { profiled: true, next: async () => ({ operation: 'getDisplay', sent: { params: { code: joinCode } } }) },
    { next: async () => ({ operation: 'findEvent', sent: { as: visitor, params: { code: joinCode } } }) },
    {
      profiled: true,
      next: async () => ({
        operation: 'reserveReward',
        sent: { as: newAccount(), params: { campaignId: campaign.id }, body: { claimId: newId() } },
      }),
    },
    {
      next: async () => {
        const { token } = await givenToken(world);
        return { operation: 'createAccessRequest', sent: { as: practitioner, body: { token } } };
      },
    },
    { profiled: true, next: async () => ({ operation: 'listCommunity', sent: { as: visitor } }) },
  ];
}

/** An event of API Gateway with the fields that Hono's adapter reads, too. */
export function eventForBoth(
  operation: OperationId,
  { params = {}, body }: Sent,
  token: string | undefined,
): HttpRequest {
  const contract: Contract = contracts[operation];
  const event = eventOf(contract, { params, body, headers: { host: 'api.test' } }, token);
  const http = { method: contract.method, path: event.rawPath };
  return {
    ...event,
    requestContext: { ...event.requestContext, http, domainName: 'api.test' },
  } as HttpRequest;
}
