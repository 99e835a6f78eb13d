import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
import { changeConsent, findCertificate } from './certificates.ts';
import { changeSharing } from './contract.ts';

export const endpoint = implement(changeSharing, {
  load: ({ caller: { accountId }, params }, { table }) =>
    findCertificate(table, { accountId, id: params.certificateId }),

  async handle({ body, found }, { table }, reply) {
    const outcome = await changeConsent(table, found, body.sharingConsent);
    return outcome.kind === 'changed'
      ? reply.ok(presentOwnCertificate(outcome.certificate))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
