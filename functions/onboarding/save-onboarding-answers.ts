import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { implement } from '../../shared/runtime/endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { MAX_ISSUES } from '../../shared/values/limits.ts';
import { presentAnswers, saveAnswers } from './answers.ts';
import { saveOnboardingAnswers } from './contract.ts';
import { findPublished } from './publication.ts';

export const endpoint = implement(saveOnboardingAnswers, {
  load: ({ body }, { table }) => findPublished(table, body.flowId),

  async handle({ caller, body, found }, { table, clock }, reply) {
    const outcome = await saveAnswers(table, caller.accountId, body, found, clock.now());
    if (outcome.kind === 'saved') return reply.ok(presentAnswers(outcome.answers));
    if (outcome.kind === 'invalid')
      throw new RefusedRequest('invalid_request', { issues: outcome.issues.slice(0, MAX_ISSUES) });
    return reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
