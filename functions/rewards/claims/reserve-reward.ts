import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { reserveReward } from './contract.ts';
import { findForReservation, reserve } from './reservations.ts';

export const endpoint = implement(reserveReward, {
  load: ({ caller, params }, { table }) =>
    findForReservation(table, { accountId: caller.accountId, campaignId: params.campaignId }),

  async handle({ caller, params, body, found }, { table, clock }, reply) {
    const reservation = { accountId: caller.accountId, campaignId: params.campaignId, claimId: body.claimId };
    const outcome = await reserve(table, reservation, found, clock);
    switch (outcome.kind) {
      case 'reserved':
        return reply.created(outcome.claim);
      case 'existing':
        return reply.ok(outcome.claim);
      default:
        return reply.refuse(outcome.kind);
    }
  },
});

export const handler = lambda(endpoint);
