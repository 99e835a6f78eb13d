import { implementAct } from '../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { createOnboardingDraft } from './contract.ts';
import { createDraft } from './flows.ts';

export const endpoint = implementAct(createOnboardingDraft, {
  async handle({ body }, { recording, clock }, reply) {
    const id = clock.newId();
    return reply.created(await createDraft(recording({ on: [id] }), { ...body, id }, clock.now()));
  },
});

export const handler = lambda(endpoint);
