import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { markNoticesRead } from './contract.ts';
import { findNotice, markRead } from './notices.ts';

export const endpoint = implement(markNoticesRead, {
  load: ({ caller, body }, { table, clock }) =>
    findNotice(table, caller.accountId, body.noticeId, clock.now()),

  async handle({ found }, { table }, reply) {
    if (!found) return reply.refuse('notice_not_found');
    await markRead(table, found);
    return reply.done();
  },
});

export const handler = lambda(endpoint);
