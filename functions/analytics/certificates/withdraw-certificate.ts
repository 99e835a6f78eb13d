import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
import { withdrawCertificate } from './contract.ts';
import { withdraw } from './transitions.ts';

export const endpoint = implement(withdrawCertificate, {
  async handle({ caller: { accountId }, params }, { table, clock }, reply) {
    const outcome = await withdraw(table, { accountId, id: params.certificateId }, clock.now());
    return outcome.kind === 'moved'
      ? reply.ok(presentOwnCertificate(outcome.certificate))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
