import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWithConsent, shareOwnReference } from '../workspaces/memberships.ts';
import { changeReferenceSharing } from './contract.ts';

export const endpoint = implement(changeReferenceSharing, {
  load: ({ caller: { accountId }, params: { workspaceId } }, { table }) =>
    findWithConsent(table, { accountId, workspaceId }),

  async handle(
    { caller: { accountId }, params: { workspaceId }, body, found },
    { table, clock, settings },
    reply,
  ) {
    const moment = { at: clock.now().toISOString(), noticeVersion: settings.CONSENT_NOTICE_VERSION };
    const key = { accountId, workspaceId };
    const outcome = await shareOwnReference(table, key, body.shareReference, found, moment);
    return outcome === 'changed' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
