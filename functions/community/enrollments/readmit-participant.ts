import { implementAct } from '../../../shared/act-endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { readmit } from './exclusions.ts';
import { readmitParticipant } from './moderation-contract.ts';

export const endpoint = implementAct(readmitParticipant, {
  async handle({ params: { id: challengeId, exclusionId } }, { table, clock }, reply) {
    const outcome = await readmit(table, { challengeId, exclusionId }, clock.now());
    return outcome === 'readmitted' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
