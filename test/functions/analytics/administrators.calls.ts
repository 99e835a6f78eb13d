import { administrators as admins, callsOf } from '../../cast/calls.ts';
import { givenAdmin, givenClosedAccount } from '../../given/accounts.ts';
import { newAccount } from '../../support/world.ts';

export const administrators = callsOf({
  listAdministrators: {
    callers: admins,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 2,
    units: 2,
    furtherUses: [
      // One who was granted the role has its beginning.
      async (world) => {
        const as = await givenAdmin(world);
        await world.call('grantAdministrator', { as, params: { accountId: newAccount() } });
        return { as, query: { limit: '100' } };
      },
    ],
  },
  listAdministratorActs: {
    callers: admins,
    request: ({ secondAdmin: subject }) => ({ query: { subject } }),
    refusals: {},
    rounds: 2,
    units: 2,
    furtherUses: [
      async (world) => ({ as: await givenAdmin(world), query: {} }),
      // An act with a reason.
      async (world) => {
        const as = await givenAdmin(world);
        await world.call('searchAccessLog', {
          as,
          params: { accountId: newAccount() },
          body: { reason: 'Lost laptop.' },
        });
        return { as, query: { administratorId: as } };
      },
    ],
    freshSession: true,
  },
  grantAdministrator: {
    callers: admins,
    request: ({ someone: accountId }) => ({ params: { accountId } }),
    refusals: {
      account_is_closed: async (world) => ({
        as: await givenAdmin(world),
        params: { accountId: await givenClosedAccount(world) },
      }),
    },
    rounds: 2,
    units: 11,
    freshSession: true,
  },
  revokeAdministrator: {
    callers: admins,
    request: ({ secondAdmin: accountId }) => ({ params: { accountId } }),
    refusals: {
      own_role: async (world) => {
        const admin = await givenAdmin(world);
        return { as: admin, params: { accountId: admin } };
      },
      administrator_not_found: async (world) => ({
        as: await givenAdmin(world),
        params: { accountId: newAccount() },
      }),
    },
    rounds: 2,
    units: 11,
    freshSession: true,
    takes: [
      {
        who: 'platform admin',
        what: 'whose role another administrator takes',
        request: ({ secondAdmin: as, accounts }) => ({
          as,
          params: { accountId: accounts['platform admin'] ?? '' },
        }),
      },
    ],
  },
});
