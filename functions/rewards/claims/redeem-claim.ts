import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { redeemClaim } from './contract.ts';
import { findClaim, redeem } from './redemption.ts';

export const endpoint = implement(redeemClaim, {
  load: ({ params }, { table }) => findClaim(table, params.claimId),

  async handle({ caller, found }, { table, clock }, reply) {
    const outcome = await redeem(table, found, caller.accountId, clock.now());
    return outcome.kind === 'redeemed' ? reply.ok(outcome.claim) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
