import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listPlatformExhibitions } from './contract.ts';
import { readExhibitions } from './platform-exhibitions.ts';

export const endpoint = implement(listPlatformExhibitions, {
  async handle({ caller, query }, { table, settings, clock }, reply) {
    return reply.ok(await readExhibitions(table, query, { caller, query, settings }, clock.now()));
  },
});

export const handler = lambda(endpoint);
