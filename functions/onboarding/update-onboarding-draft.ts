import { implementAct } from '../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { updateOnboardingDraft } from './contract.ts';
import { changeDraft } from './flows.ts';

export const endpoint = implementAct(updateOnboardingDraft, {
  async handle({ params, body }, { recording, clock }, reply) {
    const table = recording({ on: [params.id] });
    const outcome = await changeDraft(table, { id: params.id, ...body }, clock.now());
    return outcome.kind === 'changed' ? reply.ok(outcome.flow) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
