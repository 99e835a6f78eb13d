import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { createCertificate } from './certificate-contract.ts';
import { draft, presentOwnCertificate } from './certificates.ts';
import { findWorkspace } from './workspaces.ts';

export const endpoint = implement(createCertificate, {
  gather: ({ body }, { table }) => findWorkspace(table, body.workspaceId),

  async answer({ caller: { accountId }, body, found: workspace }, { table, clock }, reply) {
    const outcome = await draft(table, { ...body, accountId }, workspace, clock);
    return outcome.kind === 'drafted'
      ? reply.created(presentOwnCertificate(outcome.certificate))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
