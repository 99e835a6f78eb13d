import type { RefusalScenarios, ValidCalls } from '../support/calls.ts';
import { newAccount } from '../support/world.ts';

type Operations = 'requestDeletion' | 'checkDeletionReceipt';

export const validCalls: ValidCalls<Operations> = {
  requestDeletion: async () => ({ as: newAccount() }),
  checkDeletionReceipt: async (world) => {
    const { body } = await world.call('requestDeletion', { as: newAccount() });
    return { body: { receiptToken: body.receiptToken } };
  },
};

export const refusalScenarios: RefusalScenarios<Operations> = {
  requestDeletion: {},
  checkDeletionReceipt: { receipt_not_found: async () => ({ body: { receiptToken: 'no such receipt' } }) },
};
