import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findOwnMembership, leaveClub as leave } from './club-departure.ts';
import { leaveClub } from './contract.ts';

export const endpoint = implement(leaveClub, {
  load: ({ caller, params }, { table }) =>
    findOwnMembership(table, { accountId: caller.accountId, clubId: params.id }),

  async handle({ caller, params, found }, { table, clock, settings }, reply) {
    const noticeVersion = settings.CONSENT_NOTICE_VERSION;
    const leaving = { accountId: caller.accountId, clubId: params.id, noticeVersion };
    const outcome = await leave(table, leaving, found, clock.now());
    return outcome === 'owner_stays' ? reply.refuse(outcome) : reply.done();
  },
});

export const handler = lambda(endpoint);
