import { presentEnrollment } from '../../../shared/community/presenters.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { reportSteps } from './contract.ts';
import { findEnrollment } from './find-enrollments.ts';
import { nextReportAt } from './next-report.ts';
import { report } from './step-reports.ts';

export const endpoint = implement(reportSteps, {
  load: ({ caller, params }, { table }) =>
    findEnrollment(table, { accountId: caller.accountId, challengeId: params.id }),

  async handle({ caller, params, body, found }, { table, clock }, reply) {
    const of = { accountId: caller.accountId, challengeId: params.id };
    const at = clock.now();
    const outcome = await report(table, of, body, found, at);
    return outcome.kind === 'reported'
      ? reply.ok({
          ...presentEnrollment(outcome.own, outcome.challenge, at),
          nextReportAt: nextReportAt(outcome.own, outcome.challenge, at, clock.chance()).toISOString(),
        })
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
