import { implement } from '../../../shared/runtime/endpoint.ts';
import { publicLambda } from '../../../shared/runtime/public-lambda.ts';
import { previewInvitation } from './contract.ts';
import { previewOf } from './preview.ts';

export const endpoint = implement(previewInvitation, {
  async handle({ body }, { table, clock }, reply) {
    const shown = await previewOf(table, body.invitationToken, clock.now());
    return shown ? reply.ok(shown) : reply.refuse('invitation_unknown');
  },
});

export const handler = publicLambda(endpoint);
