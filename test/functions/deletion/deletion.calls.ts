import { deletionReceipt, deletionRequest } from '../../../shared/deletion/items.ts';
import { callsOf, everybody, signedIn } from '../../cast/calls.ts';
import { participant } from '../../cast/crowds.ts';
import { givenFullLife } from '../../given/account-with-everything.ts';
import { newAccount, type World } from '../../support/world.ts';

/** An account whose erasure is complete, and its receipt. */
async function givenErased(world: World) {
  const accountId = newAccount();
  const { body } = await world.call('requestDeletion', { as: accountId });
  const key = deletionRequest.key({ accountId });
  const pending = deletionRequest.parse((await world.item(key)) ?? {});
  const completedAt = world.now().toISOString();
  const completed = { ...pending, status: 'completed' as const, completedAt };
  await world.put(deletionRequest.stored(completed), deletionReceipt.stored(completed));
  return { accountId, receiptToken: String(body.receiptToken) };
}

export const deletion = callsOf({
  requestDeletion: {
    callers: signedIn,
    request: () => ({}),
    by: 'other account',
    refusals: {
      account_closed: async (world) => ({ as: (await givenErased(world)).accountId }),
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
    furtherUses: [async (world) => ({ body: { receiptToken: (await givenErased(world)).receiptToken } })],
  },
});
