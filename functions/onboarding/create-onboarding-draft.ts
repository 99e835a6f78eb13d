import { implementAct } from '../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { createOnboardingDraft } from './contract.ts';
import { createDraft } from './flows.ts';

export const endpoint = implementAct(createOnboardingDraft, {
  async handle({ body }, { table, clock }, reply) {
    return reply.created(await createDraft(table, body.definition, clock));
  },
});

export const handler = lambda(endpoint);
