import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listCommunity } from './contract.ts';
import { findCommunity, presentCommunity } from './visible-community.ts';

export const endpoint = implement(listCommunity, {
  load: ({ caller }, { table, clock, keep }) => findCommunity(table, caller?.accountId, clock.now(), keep),

  async handle({ found: { community, age } }, { clock }, reply) {
    return reply.ok(presentCommunity(community, clock.now()), age);
  },
});

export const handler = lambda(endpoint);
