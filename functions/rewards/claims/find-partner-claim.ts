import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentForStaff } from './claim-for-staff.ts';
import { findPartnerClaim } from './contract.ts';
import { findByCode, findEmployee } from './typed-codes.ts';

export const endpoint = implement(findPartnerClaim, {
  load: ({ caller, params }, { table }) => findEmployee(table, caller.accountId, params.workspaceId),

  async handle({ caller, params, found: employee }, { table, clock }, reply) {
    const staff = { staffId: caller.accountId, at: clock.now() };
    const found = await findByCode(table, employee, params, staff);
    return typeof found === 'string' ? reply.refuse(found) : reply.ok(presentForStaff(found, staff));
  },
});

export const handler = lambda(endpoint);
