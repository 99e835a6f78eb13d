import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getPartnerClaim } from './contract.ts';
import { findClaim, showAtTheCounter } from './redemption.ts';

export const endpoint = implement(getPartnerClaim, {
  load: ({ params }, { table }) => findClaim(table, params.claimId),

  async handle({ caller, found }, { table, clock }, reply) {
    const shown = await showAtTheCounter(table, found, caller.accountId, clock.now());
    return shown ? reply.ok(shown) : reply.refuse('claim_not_found');
  },
});

export const handler = lambda(endpoint);
