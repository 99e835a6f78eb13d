import { accountStanding } from '../../shared/identity/account.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { newAccount, type World } from '../support/world.ts';
import { iso } from './items.ts';

export async function givenAdmin(world: World, accountId = newAccount()): Promise<AccountId> {
  await world.put(accountStanding.stored({ accountId, platformAdmin: true }));
  return accountId;
}

export async function givenClosedAccount(world: World, accountId = newAccount()): Promise<AccountId> {
  await world.put(accountStanding.stored({ accountId, closedAt: iso(world.now()) }));
  return accountId;
}

/** Accounts that wait for their erasure. */
export async function givenClosedAccounts(world: World, count: number): Promise<void> {
  const closedAt = iso(world.now());
  await world.put(
    ...Array.from({ length: count }, () => accountStanding.stored({ accountId: newAccount(), closedAt })),
  );
}
