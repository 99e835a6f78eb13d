import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { deleteDevice } from './contract.ts';
import { unregister } from './devices.ts';

export const endpoint = implement(deleteDevice, {
  async handle({ caller, params }, { table, clock }, reply) {
    await unregister(table, caller.accountId, params.deviceId, clock.now().toISOString());
    return reply.done();
  },
});

export const handler = lambda(endpoint);
