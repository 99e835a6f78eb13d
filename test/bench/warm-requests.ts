import { contracts, type OperationId } from '../../functions/contracts.ts';
import { withCounters } from '../../local/demo/counters.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { HttpRequest } from '../../shared/http/gateway.ts';
import { givenPractitioner, givenToken } from '../given/clinical.ts';
import { givenCampaign } from '../given/rewards.ts';
import { eventOf } from '../support/requests.ts';
import { NOON, newAccount, newId, type Sent, type World } from '../support/world.ts';
import { groupsOf, joinCode, visitor } from './seeds.ts';

/** What warm processes are asked for, in a world with 100 participants and 100 live exhibitions. */
export interface WarmRequest {
  readonly operation: OperationId;
  readonly sent: Sent;
}

/** @param world an empty world. @returns for each operation, requests which each can be sent once. */
export async function warmRequests(world: World): Promise<readonly (() => Promise<WarmRequest>)[]> {
  const items = groupsOf({ participants: 100, listed: 100 }).flatMap(({ times, items: at }) =>
    Array.from({ length: times }, (_, n) => at(n)).flat(),
  );
  await world.put(...withCounters(items, NOON));
  const campaign = await givenCampaign(world, { units: [100_000] });
  const practitioner = await givenPractitioner(world);
  return [
    async () => ({ operation: 'getDisplay', sent: { params: { code: joinCode } } }),
    async () => ({ operation: 'findEvent', sent: { as: visitor, params: { code: joinCode } } }),
    async () => ({
      operation: 'reserveReward',
      sent: { as: newAccount(), params: { campaignId: campaign.id }, body: { claimId: newId() } },
    }),
    async () => {
      const { token } = await givenToken(world);
      return { operation: 'createAccessRequest', sent: { as: practitioner, body: { token } } };
    },
    async () => ({ operation: 'listCommunity', sent: { as: visitor } }),
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
