import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { issueQrToken } from './contract.ts';
import { issueToken } from './qr-tokens.ts';

export const endpoint = implement(issueQrToken, {
  async handle({ caller }, { table, clock }, reply) {
    return reply.created(await issueToken(table, caller.accountId, clock));
  },
});

export const handler = lambda(endpoint);
