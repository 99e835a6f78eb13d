import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { ignoringTheDeadline } from '../../../shared/table/attempts.ts';
import { presentManagedEvent } from '../presenters.ts';
import { events, wholeInput } from '../versioned-content.ts';
import { updateEvent } from './contract.ts';
import { changeEvent, widenBoardsOf } from './events.ts';

export const endpoint = implementAct(updateEvent, {
  load: ({ params }, { table }) => events.find(table, params.code),

  async handle({ params, body, found }, { recording, clock }, reply) {
    if (!found) return reply.refuse('event_not_found');
    const table = recording({ on: [params.code] });
    const outcome = await changeEvent(table, found, wholeInput(updateEvent.body, body), clock.now());
    if (outcome.kind !== 'changed') return reply.refuse(outcome.kind);
    await widenBoardsOf(table, outcome.after).catch(ignoringTheDeadline);
    return reply.ok(presentManagedEvent(outcome.after));
  },
});

export const handler = lambda(endpoint);
