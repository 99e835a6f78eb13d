import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findForStaff, presentForStaff } from './claim-for-staff.ts';
import { getPartnerClaim } from './contract.ts';

export const endpoint = implement(getPartnerClaim, {
  load: ({ caller, params }, { table, clock }) =>
    findForStaff(table, params.claimId, { staffId: caller.accountId, at: clock.now() }),

  async handle({ caller, found }, { clock }, reply) {
    if (!found) return reply.refuse('claim_not_found');
    return reply.ok(presentForStaff(found, { staffId: caller.accountId, at: clock.now() }));
  },
});

export const handler = lambda(endpoint);
