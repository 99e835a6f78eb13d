import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { rejectCertificate } from './contract.ts';
import { presentShared } from './shared-certificates.ts';
import { decide, findForDecision } from './transitions.ts';

export const endpoint = implement(rejectCertificate, {
  load: ({ caller, params }, { table }) => findForDecision(table, caller.accountId, params),

  async handle({ caller, params: { workspaceId }, body, found }, { table, clock }, reply) {
    const by = { accountId: caller.accountId, workspaceId, role: found.role };
    const rejection = { name: 'reject', rejectionReason: body.reason } as const;
    const outcome = await decide(table, rejection, by, found, clock.now());
    return outcome.kind === 'moved'
      ? reply.ok(presentShared(outcome.certificate, outcome.employee))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
