import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getPartnerClaim } from './contract.ts';
import { findAtCounter, presentAtCounter } from './counter.ts';

export const endpoint = implement(getPartnerClaim, {
  load: ({ caller, params }, { table, clock }) =>
    findAtCounter(table, params.claimId, { staffId: caller.accountId, at: clock.now() }),

  async handle({ caller, found }, { clock }, reply) {
    if (!found) return reply.refuse('claim_not_found');
    return reply.ok(presentAtCounter(found, { staffId: caller.accountId, at: clock.now() }));
  },
});

export const handler = lambda(endpoint);
