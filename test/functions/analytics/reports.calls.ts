import { advanceCountedUpTo } from '../../../shared/rollups/counted-up-to.ts';
import { administrators, callsOf, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
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
    rounds: 2,
    units: 7,
    furtherUses: [
      async (world) => {
        const { workspaceId } = await givenMerchant(world);
        return { as: await givenAdmin(world), params: { workspaceId }, query: period };
      },
    ],
    mistakes: [
      { what: 'no period', query: {}, said: ['query.from is required', 'query.to is required'] },
      {
        what: 'times instead of days',
        query: { ...period, from: '2031-03-01T00:00:00Z' },
        said: 'query.from must be one day that exists, as YYYY-MM-DD',
      },
      {
        what: 'a day that does not exist',
        query: { ...period, to: '2031-02-30' },
        said: 'query.to must be one day that exists, as YYYY-MM-DD',
      },
      {
        what: 'a period that ends before it begins',
        query: { from: '2031-03-14', to: '2031-03-01' },
        said: 'query.to must not be before from',
      },
      {
        what: 'a period of two years',
        query: { from: '2030-01-01', to: '2031-12-31' },
        said: 'query.to must end a period of at most 366 days, including both ends',
      },
    ],
    freshSession: true,
  },
  medicalCertificateTotals: {
    circle: 'company',
    readsInTown: ({ company: workspaceId }) => [
      { place: workspaceId, params: { workspaceId }, query: period },
    ],
    callers: officers,
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, query: period }),
    refusals: {},
    rounds: 2,
    units: 5,
    afterLosing: { office: 'not_workspace_officer' },
    furtherUses: [
      async (world) => {
        await advanceCountedUpTo(world.newClient().session().table, world.now());
        return { ...(await inRole('owner')(world)), query: period };
      },
    ],
  },
  listMerchantCampaigns: {
    circle: 'counter',
    readsInTown: ({ merchant: workspaceId }) => [{ place: workspaceId, params: { workspaceId } }],
    callers: staff,
    request: ({ shop: workspaceId }) => ({ params: { workspaceId }, query: {} }),
    refusals: { not_workspace_officer: asPlainMember({}) },
    rounds: 4,
    units: 6,
    afterLosing: { counter: 'not_workspace_officer' },
  },
  merchantReport: {
    circle: 'counter',
    readsInTown: ({ merchant: workspaceId }) => [
      { place: workspaceId, params: { workspaceId }, query: period },
    ],
    callers: staff,
    request: ({ shop: workspaceId }) => ({ params: { workspaceId }, query: period }),
    refusals: { not_workspace_officer: asPlainMember(period) },
    rounds: 2,
    units: 8,
    afterLosing: { counter: 'not_workspace_officer' },
  },
});
