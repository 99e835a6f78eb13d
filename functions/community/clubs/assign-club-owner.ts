import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { assignOwner } from './clubs.ts';
import { assignClubOwner } from './contract.ts';

export const endpoint = implementAct(assignClubOwner, {
  async handle({ params, body }, { recording, clock }, reply) {
    const table = recording({ on: [params.id, body.accountId] });
    const outcome = await assignOwner(table, params.id, body.accountId, clock);
    return outcome.kind === 'assigned'
      ? reply.ok(presentManagedClub(outcome.club))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
