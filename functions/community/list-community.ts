import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { findListed, presentCommunity } from './browse.ts';
import { listCommunity } from './contract.ts';

export const endpoint = implement(listCommunity, {
  gather: ({ caller }, { table, clock }) => findListed(table, caller?.accountId, clock.now()),

  async answer({ found }, { table, clock }, reply) {
    return reply.ok(await presentCommunity(table, found, clock.now()));
  },
});

export const handler = lambda(endpoint);
