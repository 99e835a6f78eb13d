import { eventMembership } from '../../../shared/community/participation.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { leaveEvent as leave } from './attendance.ts';
import { leaveEvent } from './contract.ts';

export const endpoint = implement(leaveEvent, {
  load: ({ caller, params }, { table }) =>
    table.get(eventMembership.key({ accountId: caller.accountId, joinCode: params.code })),

  async handle({ found }, { table }, reply) {
    await leave(table, eventMembership.parseIfAny(found));
    return reply.done();
  },
});

export const handler = lambda(endpoint);
