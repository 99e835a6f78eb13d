import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
import { findWorkspace } from '../workspaces/workspaces.ts';
import { draft } from './certificates.ts';
import { createCertificate } from './contract.ts';

export const endpoint = implement(createCertificate, {
  load: ({ body }, { table }) => findWorkspace(table, body.workspaceId),

  async handle({ caller: { accountId }, body, found: workspace }, { table, clock }, reply) {
    const outcome = await draft(table, { ...body, accountId }, workspace, clock);
    return outcome.kind === 'drafted'
      ? reply.created(presentOwnCertificate(outcome.certificate))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
