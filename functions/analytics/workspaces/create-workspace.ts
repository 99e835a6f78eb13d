import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { createWorkspace } from './contract.ts';
import { create, presentWorkspace } from './workspaces.ts';

export const endpoint = implementAct(createWorkspace, {
  async handle({ body }, { recording, clock }, reply) {
    const id = clock.newId();
    const table = recording({ on: [id, body.ownerId] });
    const outcome = await create(table, { ...body, id }, clock);
    return outcome.kind === 'created'
      ? reply.created(presentWorkspace(outcome.workspace))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
