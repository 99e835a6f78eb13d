import { implement } from '../../shared/runtime/endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { findAnswers, presentAnswers } from './answers.ts';
import { getOnboardingAnswers } from './contract.ts';

export const endpoint = implement(getOnboardingAnswers, {
  load: ({ caller }, { table }) => findAnswers(table, caller.accountId),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentAnswers(found)) : reply.refuse('no_answers'),
});

export const handler = lambda(endpoint);
