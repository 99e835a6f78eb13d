import { deletionRequest } from '../../../shared/deletion/items.ts';
import { callsOf, everybody, signedIn } from '../../cast/calls.ts';
import { participant } from '../../cast/crowds.ts';
import { givenFullLife } from '../../given/account-with-everything.ts';
import { newAccount } from '../../support/world.ts';

export const deletion = callsOf({
  requestDeletion: {
    callers: signedIn,
    request: () => ({}),
    by: 'other account',
    refusals: {
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
    rounds: 4,
    units: 19,
    freshSession: true,
    crowds: [
      {
        where: 'a private club with all in it',
        setting: participant(() => ({})),
        listedIn: ['ACCOUNT#CLOSING', 'DELETION#PENDING'],
      },
    ],
    furtherUses: [
      async (world) => {
        const leaver = newAccount();
        await givenFullLife(world, leaver);
        return { as: leaver };
      },
      // A second request of the same account returns another receipt.
      async (world) => {
        const leaver = newAccount();
        await world.call('requestDeletion', { as: leaver });
        return { as: leaver };
      },
    ],
  },
  checkDeletionReceipt: {
    callers: everybody,
    request: ({ receiptToken }) => ({ body: { receiptToken } }),
    refusals: { receipt_not_found: async () => ({ body: { receiptToken: 'no such receipt' } }) },
    rounds: 1,
    units: 1,
  },
});
