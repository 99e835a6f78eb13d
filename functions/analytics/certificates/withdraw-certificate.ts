import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
import { findCertificate } from './certificates.ts';
import { withdrawCertificate } from './contract.ts';
import { withdraw } from './transitions.ts';

export const endpoint = implement(withdrawCertificate, {
  load: ({ caller: { accountId }, params }, { table }) =>
    findCertificate(table, { accountId, id: params.certificateId }),

  async handle({ caller: { accountId }, params, found }, { table, clock }, reply) {
    const own = { accountId, id: params.certificateId };
    const outcome = await withdraw(table, own, found, clock.now());
    return outcome.kind === 'moved'
      ? reply.ok(presentOwnCertificate(outcome.certificate))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
