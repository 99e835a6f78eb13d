import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readmitParticipant } from './contract.ts';
import { readmit } from './exclusions.ts';

export const endpoint = implementAct(readmitParticipant, {
  async handle({ params: { id: challengeId, exclusionId }, body }, { recording, clock }, reply) {
    const table = recording({ on: [exclusionId, challengeId], reason: body.reason });
    const outcome = await readmit(table, { challengeId, exclusionId }, clock.now());
    return outcome === 'readmitted' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
