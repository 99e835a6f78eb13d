import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { exchangeToken, findForExchange } from './access-requests.ts';
import { createAccessRequest } from './contract.ts';

export const endpoint = implement(createAccessRequest, {
  load: ({ caller, body }, { table }) =>
    findForExchange(table, { accountId: caller.accountId, token: body.token }),

  async handle({ caller, body, found }, { table, clock, settings }, reply) {
    const exchange = {
      accountId: caller.accountId,
      token: body.token,
      noticeVersion: settings.ACCESS_NOTICE_VERSION,
    };
    const outcome = await exchangeToken(table, exchange, found, clock);
    return outcome.kind === 'requested' ? reply.created(outcome.request) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
