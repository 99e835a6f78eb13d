import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { exportRecords } from './contract.ts';
import { bundleOf } from './fhir.ts';
import { readRecords } from './records.ts';

export const endpoint = implement(exportRecords, {
  async load({ caller, query }, { table, settings }) {
    // A cursor is valid for one operation only.
    const page = { caller, query: { ...query, format: 'fhir' }, settings };
    return readRecords(table, caller.accountId, page);
  },

  handle: async ({ found: { records, ...rest } }, _, reply) =>
    reply.ok({ bundle: bundleOf(records), ...rest }),
});

export const handler = lambda(endpoint);
