import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findConsent } from '../consents.ts';
import { leave, ofReference } from '../workspaces/memberships.ts';
import { leaveWorkspace } from './contract.ts';

export const endpoint = implement(leaveWorkspace, {
  load: ({ caller: { accountId }, params: { workspaceId } }, { table }) =>
    findConsent(table, ofReference({ accountId, workspaceId })),

  async handle({ caller: { accountId }, params: { workspaceId }, found }, { table, clock, settings }, reply) {
    const moment = { at: clock.now().toISOString(), noticeVersion: settings.CONSENT_NOTICE_VERSION };
    const outcome = await leave(table, { accountId, workspaceId }, found, moment);
    return outcome === 'left' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
