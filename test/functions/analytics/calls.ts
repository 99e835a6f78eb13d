import { givenAdmin, givenEmployee, givenMerchant, givenWorkspace } from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newId } from '../../support/world.ts';

export const query = { from: '2031-03-01', to: '2031-03-31' };

/** The request of a staff member of a merchant. */
const ofStaff =
  (sent: object): Scenario =>
  async (world) => {
    const { workspaceId, staffId } = await givenMerchant(world);
    return { as: staffId, params: { workspaceId }, query: {}, ...sent };
  };

const refusalsOfMerchants = (sent: object) =>
  ({
    workspace_not_found: async (world) => ({ ...(await ofStaff(sent)(world)), as: await givenAdmin(world) }),
    not_workspace_officer: async (world) => {
      const request = await ofStaff(sent)(world);
      const { accountId } = await givenEmployee(world, { id: request.params?.['workspaceId'] ?? '' });
      return { ...request, as: accountId };
    },
  }) satisfies Record<string, Scenario>;

export const validCalls = {
  workspaceAnalytics: async (world) => {
    const { id } = await givenWorkspace(world);
    return { as: await givenAdmin(world), params: { workspaceId: id }, query };
  },
  medicalCertificateTotals: async (world) => {
    const workspace = await givenWorkspace(world);
    const { accountId } = await givenEmployee(world, workspace, { role: 'hr_admin' });
    return { as: accountId, params: { workspaceId: workspace.id }, query };
  },
  listMerchantCampaigns: ofStaff({}),
  merchantReport: ofStaff({ query }),
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  workspaceAnalytics: {
    workspace_not_found: async (world) => ({
      as: await givenAdmin(world),
      params: { workspaceId: newId() },
      query,
    }),
  },
  medicalCertificateTotals: {
    workspace_not_found: async (world) => {
      const workspace = await givenWorkspace(world);
      // a platform administrator is not a member of the workspace
      return { as: await givenAdmin(world), params: { workspaceId: workspace.id }, query };
    },
    not_workspace_officer: async (world) => {
      const workspace = await givenWorkspace(world);
      const { accountId } = await givenEmployee(world, workspace);
      return { as: accountId, params: { workspaceId: workspace.id }, query };
    },
  },
  listMerchantCampaigns: refusalsOfMerchants({}),
  merchantReport: refusalsOfMerchants({ query }),
} satisfies Partial<RefusalScenarios>;
