import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentEvent } from '../presenters.ts';
import { findAttendance, joinEvent as join } from './attendance.ts';
import { joinEvent } from './contract.ts';

export const endpoint = implement(joinEvent, {
  load: ({ caller, params }, { table }) => findAttendance(table, params.code, caller.accountId),

  async handle({ caller, found }, { table, clock }, reply) {
    const outcome = await join(table, caller.accountId, found, clock.now());
    return outcome.kind === 'joined'
      ? reply.ok(presentEvent(outcome.event, outcome.membership))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
