import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findForOfficer } from '../workspaces/memberships.ts';
import { removeMember } from './contract.ts';
import { remove } from './members.ts';

export const endpoint = implement(removeMember, {
  load: ({ caller, params }, { table }) => findForOfficer(table, caller.accountId, params),

  async handle(
    { caller, params: { workspaceId }, found: { role, member } },
    { table, clock, settings },
    reply,
  ) {
    const by = { accountId: caller.accountId, workspaceId, role };
    const moment = { at: clock.now().toISOString(), noticeVersion: settings.CONSENT_NOTICE_VERSION };
    const outcome = await remove(table, by, member, moment);
    return outcome === 'removed' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
