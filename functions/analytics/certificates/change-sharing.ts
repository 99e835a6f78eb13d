import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
import { changeConsent, findWithConsent } from './certificates.ts';
import { changeSharing } from './contract.ts';

export const endpoint = implement(changeSharing, {
  load: ({ caller: { accountId }, params }, { table }) =>
    findWithConsent(table, { accountId, id: params.certificateId }),

  async handle({ caller: { accountId }, params, body, found }, { table, clock, settings }, reply) {
    const own = { accountId, id: params.certificateId };
    const moment = { at: clock.now().toISOString(), noticeVersion: settings.CONSENT_NOTICE_VERSION };
    const outcome = await changeConsent(table, own, body.sharingConsent, found, moment);
    return outcome.kind === 'changed'
      ? reply.ok(presentOwnCertificate(outcome.certificate))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
