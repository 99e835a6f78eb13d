import type { RefusalScenarios, ValidCalls } from '../support/calls.ts';
import { newAccount } from '../support/world.ts';

export const validCalls = {
  requestDeletion: async () => ({ as: newAccount() }),
  checkDeletionReceipt: async (world) => {
    const { body } = await world.call('requestDeletion', { as: newAccount() });
    return { body: { receiptToken: body.receiptToken } };
  },
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  requestDeletion: {},
  checkDeletionReceipt: { receipt_not_found: async () => ({ body: { receiptToken: 'no such receipt' } }) },
} satisfies Partial<RefusalScenarios>;
