import { claim } from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getClaim } from './contract.ts';

export const endpoint = implement(getClaim, {
  load: async ({ caller: { accountId }, params: { campaignId } }, { table }) =>
    claim.parseIfAny(await table.get(claim.key({ accountId, campaignId }))),

  handle: async ({ found }, { clock }, reply) =>
    found ? reply.ok(presentClaim(found, clock.now())) : reply.refuse('claim_not_found'),
});

export const handler = lambda(endpoint);
