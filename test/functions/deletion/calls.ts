import { deletionRequest } from '../../../shared/deletion/items.ts';
import { givenFullLife } from '../../support/account-with-everything.ts';
import type { RefusalScenarios, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount } from '../../support/world.ts';

export const validCalls = {
  getAccountData: async (world) => {
    const as = newAccount();
    await givenFullLife(world, as);
    return { as, query: { limit: '100' } };
  },
  requestDeletion: async () => ({ as: newAccount() }),
  checkDeletionReceipt: async (world) => {
    const { body } = await world.call('requestDeletion', { as: newAccount() });
    return { body: { receiptToken: body.receiptToken } };
  },
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  getAccountData: {},
  requestDeletion: {
    account_closed: async (world) => {
      const accountId = newAccount();
      await world.call('requestDeletion', { as: accountId });
      const key = deletionRequest.key({ accountId });
      const pending = deletionRequest.parse((await world.item(key)) ?? {});
      const completedAt = world.now().toISOString();
      await world.put(deletionRequest.stored({ ...pending, status: 'completed', completedAt }));
      return { as: accountId };
    },
  },
  checkDeletionReceipt: { receipt_not_found: async () => ({ body: { receiptToken: 'no such receipt' } }) },
} satisfies Partial<RefusalScenarios>;
