import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getQrToken } from './contract.ts';
import { findOwnToken, presentToken } from './qr-tokens.ts';

export const endpoint = implement(getQrToken, {
  load: ({ caller, params }, { table }) => findOwnToken(table, params.id, caller.accountId),

  async handle({ found }, { clock }, reply) {
    return found ? reply.ok(presentToken(found, clock.now())) : reply.refuse('qr_token_not_found');
  },
});

export const handler = lambda(endpoint);
