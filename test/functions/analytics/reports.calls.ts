import { administrators, callsOf, type Scenario, unsigned } from '../../cast/calls.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenMerchant } from '../../given/rewards.ts';
import { period } from '../../given/workspaces.ts';
import { newId } from '../../support/world.ts';
import { inRole, officers } from './officers.ts';

/** The staff of the merchant. */
const staff = { ...unsigned, others: 'workspace_not_found', 'merchant staff': 'ok' } as const;

const asPlainMember =
  (query: Readonly<Record<string, string>>): Scenario =>
  async (world) => ({ ...(await inRole('member', 'merchant')(world)), query });

export const reports = callsOf({
  workspaceAnalytics: {
    callers: administrators,
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, query: period }),
    refusals: {
      workspace_not_found: async (world) => ({
        as: await givenAdmin(world),
        params: { workspaceId: newId() },
        query: period,
      }),
    },
    rounds: 3,
    furtherUses: [
      async (world) => {
        const { workspaceId } = await givenMerchant(world);
        return { as: await givenAdmin(world), params: { workspaceId }, query: period };
      },
    ],
    freshSession: true,
  },
  medicalCertificateTotals: {
    callers: officers,
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, query: period }),
    refusals: {},
    rounds: 2,
    afterLosing: { office: 'not_workspace_officer' },
  },
  listMerchantCampaigns: {
    callers: staff,
    request: ({ shop: workspaceId }) => ({ params: { workspaceId }, query: {} }),
    refusals: { not_workspace_officer: asPlainMember({}) },
    rounds: 3,
    afterLosing: { counter: 'not_workspace_officer' },
  },
  merchantReport: {
    callers: staff,
    request: ({ shop: workspaceId }) => ({ params: { workspaceId }, query: period }),
    refusals: { not_workspace_officer: asPlainMember(period) },
    rounds: 2,
    afterLosing: { counter: 'not_workspace_officer' },
  },
});
