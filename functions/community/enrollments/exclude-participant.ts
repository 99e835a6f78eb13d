import { implementAct } from '../../../shared/act-endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { exclude, presentExclusion } from './exclusions.ts';
import { excludeParticipant } from './moderation-contract.ts';

export const endpoint = implementAct(excludeParticipant, {
  async handle({ params, body }, { table, clock }, reply) {
    const outcome = await exclude(table, params.id, body.alias, clock);
    if (outcome.kind === 'alias_not_found') return reply.refuse(outcome.kind);
    const shown = presentExclusion(outcome.exclusion);
    return outcome.kind === 'excluded' ? reply.created(shown) : reply.ok(shown);
  },
});

export const handler = lambda(endpoint);
