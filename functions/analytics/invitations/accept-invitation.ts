import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { accept, findByToken } from './acceptance.ts';
import { acceptInvitation } from './contract.ts';

export const endpoint = implement(acceptInvitation, {
  load: ({ body }, { table }) => findByToken(table, body.invitationToken),

  async handle({ caller, body: { shareReference }, found }, { table, clock }, reply) {
    const outcome = await accept(table, caller.accountId, found, { shareReference, at: clock.now() });
    if (outcome.kind === 'joined') return reply.created(outcome.membership);
    if (outcome.kind === 'joined_before') return reply.ok(outcome.membership);
    return reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
