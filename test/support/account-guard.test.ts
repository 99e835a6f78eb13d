import { expect, it } from 'vitest';
import { contracts } from '../../functions/contracts.ts';
import { assertNoOtherAccount } from './account-guard.ts';
import { newAccount, newId } from './world.ts';

const bearer = (sub: string) =>
  `Bearer e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.signature`;

const [own, other] = [newAccount(), newAccount()];

it.each(['listMembers', 'listCommunity', 'getDisplay'] as const)(
  '%s must not show the account of somebody else, to a caller or to nobody',
  (operation) => {
    for (const caller of [bearer(own), undefined])
      expect(() =>
        assertNoOtherAccount(contracts[operation], caller, `{"id":"${other.toUpperCase()}"}`),
      ).toThrow(`${operation} shows the account id of somebody else`);
  },
);

it('everybody may see the own account and ids of other things, and administrators see every account', () => {
  assertNoOtherAccount(contracts.getAccount, bearer(own), JSON.stringify({ id: own, workspaceId: newId() }));
  assertNoOtherAccount(contracts.listAdministrators, bearer(own), JSON.stringify({ accountId: other }));
});
