import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
import { findCertificate } from './certificates.ts';
import { submitCertificate } from './contract.ts';
import { submit } from './transitions.ts';

export const endpoint = implement(submitCertificate, {
  load: ({ caller: { accountId }, params }, { table }) =>
    findCertificate(table, { accountId, id: params.certificateId }),

  async handle({ caller: { accountId }, params, body, found }, { table, clock, settings }, reply) {
    const own = { accountId, id: params.certificateId };
    const moment = { at: clock.now().toISOString(), noticeVersion: settings.CONSENT_NOTICE_VERSION };
    const outcome = await submit(table, own, body.sharingConsent, found, moment);
    return outcome.kind === 'moved'
      ? reply.ok(presentOwnCertificate(outcome.certificate))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
