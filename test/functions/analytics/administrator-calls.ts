import { givenAdmin, givenClosedAccount } from '../../support/given.ts';
import type { RefusalScenarios, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount } from '../../support/world.ts';

export const validCalls = {
  listAdministrators: async (world) => ({ as: await givenAdmin(world), query: {} }),
  listAdministratorActs: async (world) => ({ as: await givenAdmin(world), query: {} }),
  grantAdministrator: async (world) => ({
    as: await givenAdmin(world),
    params: { accountId: newAccount() },
  }),
  revokeAdministrator: async (world) => ({
    as: await givenAdmin(world),
    params: { accountId: await givenAdmin(world) },
  }),
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  listAdministrators: {},
  listAdministratorActs: {},
  grantAdministrator: {
    account_is_closed: async (world) => ({
      as: await givenAdmin(world),
      params: { accountId: await givenClosedAccount(world) },
    }),
  },
  revokeAdministrator: {
    own_role: async (world) => {
      const admin = await givenAdmin(world);
      return { as: admin, params: { accountId: admin } };
    },
    administrator_not_found: async (world) => ({
      as: await givenAdmin(world),
      params: { accountId: newAccount() },
    }),
  },
} satisfies Partial<RefusalScenarios>;
