import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
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
