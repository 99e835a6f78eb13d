import { presentEnrollment } from '../../../shared/community/presenters.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { changeEnrollment } from './contract.ts';
import { change } from './enrollments.ts';
import { findForChange } from './find-enrollments.ts';

export const endpoint = implement(changeEnrollment, {
  load: ({ caller, params }, { table }) =>
    findForChange(table, { accountId: caller.accountId, challengeId: params.id }),

  async handle({ caller, params, body, found }, { table, clock, settings }, reply) {
    const of = { accountId: caller.accountId, challengeId: params.id };
    const at = clock.now();
    const input = { ...body, noticeVersion: settings.CONSENT_NOTICE_VERSION };
    const outcome = await change(table, of, input, found, at);
    return outcome.kind === 'changed'
      ? reply.ok(presentEnrollment(outcome.own, outcome.challenge, at))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
