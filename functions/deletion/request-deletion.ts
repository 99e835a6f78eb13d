import { implement } from '../../shared/runtime/endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { requestDeletion } from './contract.ts';
import { findForDeletion, requestDeletion as request } from './requests.ts';

export const endpoint = implement(requestDeletion, {
  load: ({ caller }, { table, clock }) => findForDeletion(table, caller.accountId, clock.now()),

  async handle({ caller, found }, { table, clock, settings }, reply) {
    const input = { accountId: caller.accountId, noticeVersion: settings.DELETION_NOTICE_VERSION };
    const issued = await request(table, input, found, clock);
    if (issued.kind === 'account_closed') return reply.refuse(issued.kind);
    const answer = { request: issued.request, receiptToken: issued.receiptToken };
    return issued.kind === 'requested' ? reply.created(answer) : reply.ok(answer);
  },
});

export const handler = lambda(endpoint);
