import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { presentOwnCertificate } from '../../../shared/presenters/workspaces.ts';
import { changeDays } from './certificates.ts';
import { updateCertificate } from './contract.ts';

export const endpoint = implement(updateCertificate, {
  async handle({ caller: { accountId }, params, body }, { table }, reply) {
    const outcome = await changeDays(table, { accountId, id: params.certificateId }, body);
    return outcome.kind === 'changed'
      ? reply.ok(presentOwnCertificate(outcome.certificate))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
