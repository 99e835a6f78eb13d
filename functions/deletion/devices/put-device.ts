import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { putDevice } from './contract.ts';
import { findDevices, presentDevice, register } from './devices.ts';

export const endpoint = implement(putDevice, {
  load: ({ caller, body }, { table }) => findDevices(table, caller.accountId, body),

  async handle({ caller, body, found }, { table, clock }, reply) {
    const outcome = await register(table, caller.accountId, body, found, clock.now().toISOString());
    return outcome === 'account_closed' ? reply.refuse(outcome) : reply.ok(presentDevice(outcome));
  },
});

export const handler = lambda(endpoint);
