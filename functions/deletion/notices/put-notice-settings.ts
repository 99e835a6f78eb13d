import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { putNoticeSettings } from './contract.ts';
import { saveSettings } from './settings.ts';

export const endpoint = implement(putNoticeSettings, {
  async handle({ caller, body }, { table }, reply) {
    const outcome = await saveSettings(table, caller.accountId, body);
    return outcome === 'account_closed' ? reply.refuse(outcome) : reply.ok(outcome);
  },
});

export const handler = lambda(endpoint);
