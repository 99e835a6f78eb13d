import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { withdrawEnrollment } from './contract.ts';
import { withdraw } from './enrollments.ts';
import { findConsenting } from './find-enrollments.ts';

export const endpoint = implement(withdrawEnrollment, {
  load: ({ caller, params }, { table }) =>
    findConsenting(table, { accountId: caller.accountId, challengeId: params.id }),

  async handle({ caller: { accountId }, params, found }, { table, clock, settings }, reply) {
    const of = { accountId, challengeId: params.id, noticeVersion: settings.CONSENT_NOTICE_VERSION };
    await withdraw(table, of, found, clock.now());
    return reply.done();
  },
});

export const handler = lambda(endpoint);
