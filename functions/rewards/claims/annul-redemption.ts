import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findForStaff } from './claim-for-staff.ts';
import { annulRedemption } from './contract.ts';
import { annul } from './redemption.ts';

export const endpoint = implement(annulRedemption, {
  load: ({ caller, params }, { table, clock }) =>
    findForStaff(table, params.claimId, { staffId: caller.accountId, at: clock.now() }),

  async handle({ caller, body, found }, { table, clock }, reply) {
    const outcome = await annul(table, found, { staffId: caller.accountId, at: clock.now(), ...body });
    return outcome.kind === 'ok' ? reply.ok(outcome.shown) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
