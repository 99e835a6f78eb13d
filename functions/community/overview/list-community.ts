import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listCommunity } from './contract.ts';
import { findCommunity, presentCommunity } from './visible-community.ts';

export const endpoint = implement(listCommunity, {
  load: ({ caller }, { table, clock }) => findCommunity(table, caller?.accountId, clock.now()),

  async handle({ found }, { clock }, reply) {
    return reply.ok(presentCommunity(found, clock.now()));
  },
});

export const handler = lambda(endpoint);
