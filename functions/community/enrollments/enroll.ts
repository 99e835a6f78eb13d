import { presentEnrollment } from '../../../shared/community/presenters.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { enroll } from './contract.ts';
import { enroll as enrollAccount } from './enrollments.ts';
import { findForEnrolling } from './find-enrollments.ts';

export const endpoint = implement(enroll, {
  load: ({ caller, params }, { table }) =>
    findForEnrolling(table, { accountId: caller.accountId, challengeId: params.id }),

  async handle({ caller, params, body, found }, { table, clock, settings }, reply) {
    const of = { accountId: caller.accountId, challengeId: params.id };
    const input = { ...body, noticeVersion: settings.CONSENT_NOTICE_VERSION };
    const outcome = await enrollAccount(table, of, input, found, clock);
    if (outcome.kind !== 'enrolled' && outcome.kind !== 'existing') return reply.refuse(outcome.kind);
    const shown = presentEnrollment(outcome.own, outcome.challenge, clock.now());
    return outcome.kind === 'enrolled' ? reply.created(shown) : reply.ok(shown);
  },
});

export const handler = lambda(endpoint);
