import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { excludeParticipant } from './contract.ts';
import { exclude, presentExclusion } from './exclusions.ts';

export const endpoint = implementAct(excludeParticipant, {
  async handle({ params, body }, { table, clock }, reply) {
    const outcome = await exclude(table, params.id, body.alias, clock);
    if (outcome.kind === 'alias_not_found') return reply.refuse(outcome.kind);
    const shown = presentExclusion(outcome.exclusion);
    return outcome.kind === 'excluded' ? reply.created(shown) : reply.ok(shown);
  },
});

export const handler = lambda(endpoint);
