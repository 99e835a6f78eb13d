import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { excludeParticipant } from './contract.ts';
import { exclude, presentExclusion } from './exclusions.ts';

export const endpoint = implementAct(excludeParticipant, {
  async handle({ params, body }, { recording, clock }, reply) {
    const id = clock.newId();
    const table = recording({ on: [id, params.id], reason: body.reason });
    const outcome = await exclude(table, { id, challengeId: params.id, alias: body.alias }, clock.now());
    if (outcome.kind === 'alias_not_found') return reply.refuse(outcome.kind);
    const shown = presentExclusion(outcome.exclusion);
    return outcome.kind === 'excluded' ? reply.created(shown) : reply.ok(shown);
  },
});

export const handler = lambda(endpoint);
