import { givenAdmin, givenEmployee, givenWorkspace } from '../../support/given.ts';
import type { RefusalScenarios, ValidCalls } from '../../support/request-fixtures.ts';
import { newId } from '../../support/world.ts';

export const query = { from: '2031-03-01', to: '2031-03-31' };

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
} satisfies Partial<RefusalScenarios>;
