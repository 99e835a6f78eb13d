import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWithClosedAccount } from './claim-for-staff.ts';
import { redeemClaim } from './contract.ts';
import { redeem } from './redemption.ts';

export const endpoint = implement(redeemClaim, {
  load: ({ caller, params }, { table, clock }) =>
    findWithClosedAccount(table, params.claimId, { staffId: caller.accountId, at: clock.now() }),

  async handle({ caller, body, found }, { table, clock }, reply) {
    const outcome = await redeem(table, found, { staffId: caller.accountId, at: clock.now(), ...body });
    return outcome.kind === 'ok' ? reply.ok(outcome.shown) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
