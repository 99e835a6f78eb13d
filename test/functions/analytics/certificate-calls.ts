import { givenCertificate, givenClosedAccount, givenEmployee, givenWorkspace } from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount, newId } from '../../support/world.ts';
import { asStranger, inRole } from './workspace-calls.ts';

type Wish = Parameters<typeof givenCertificate>[2];
type Edge = Parameters<typeof givenEmployee>[2];

export const twoDays = { firstDay: '2031-03-10', lastDay: '2031-03-11' };
const shared = { sharingConsent: true };

/** An employee with a request. */
const own =
  (wish: Wish = {}, body?: object, edge: Edge = {}): Scenario =>
  async (world) => {
    const employee = await givenEmployee(world, await givenWorkspace(world), edge);
    const { id } = await givenCertificate(world, employee, wish);
    return { as: employee.accountId, params: { certificateId: id }, ...(body && { body }) };
  };

/** A request of another employee. */
const anothers =
  (wish: Wish = {}, body?: object): Scenario =>
  async (world) => ({ ...(await own(wish, body)(world)), as: newAccount() });

const drafting =
  (workspaceKind: 'corporate' | 'merchant', edge: Edge = {}): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world, workspaceKind);
    const { accountId } = await givenEmployee(world, workspace, edge);
    return { as: accountId, body: { workspaceId: workspace.id, ...twoDays } };
  };

/** An officer decides about the request of an employee. */
const deciding =
  (role: 'owner' | 'hr_admin' | 'member', wish: Wish = {}, edge: Edge = {}): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world);
    const { accountId: as } = await givenEmployee(world, workspace, { role });
    const { accountId } = await givenEmployee(world, workspace, edge);
    const { id } = await givenCertificate(world, { accountId, workspaceId: workspace.id }, wish);
    return { as, params: { workspaceId: workspace.id, accountId, certificateId: id } };
  };

export const validCalls = {
  createCertificate: drafting('corporate'),
  listOwnCertificates: async (world) => ({ ...(await own()(world)), query: {} }),
  getOwnCertificate: own(),
  updateCertificate: own({ status: 'draft' }, twoDays),
  submitCertificate: own({ status: 'draft' }, shared),
  changeSharing: own({}, { sharingConsent: false }),
  withdrawCertificate: own(),
  listCertificates: async (world) => {
    const { as, params } = await deciding('hr_admin')(world);
    return { as, params: { workspaceId: params?.['workspaceId'] ?? '' }, query: {} };
  },
  approveCertificate: deciding('hr_admin'),
  rejectCertificate: deciding('owner'),
} satisfies Partial<ValidCalls>;

const decisions = {
  workspace_not_found: asStranger({ accountId: newAccount(), certificateId: newId() }),
  not_workspace_officer: deciding('member'),
  own_certificate: async (world) => {
    const officer = await givenEmployee(world, await givenWorkspace(world), { role: 'hr_admin' });
    const { id, accountId, workspaceId } = await givenCertificate(world, officer);
    return { as: accountId, params: { workspaceId, accountId, certificateId: id } };
  },
  certificate_not_found: deciding('hr_admin', { sharingConsent: false }),
  not_submitted: deciding('hr_admin', { status: 'approved' }),
} satisfies Record<string, Scenario>;

export const refusalScenarios = {
  createCertificate: { workspace_not_found: drafting('merchant') },
  listOwnCertificates: {},
  getOwnCertificate: { certificate_not_found: anothers() },
  updateCertificate: {
    certificate_not_found: anothers({ status: 'draft' }, twoDays),
    not_draft: own({}, twoDays),
  },
  submitCertificate: {
    certificate_not_found: anothers({ status: 'draft' }, shared),
    not_draft: own({ status: 'withdrawn' }, shared),
    membership_ended: own({ status: 'draft' }, shared, { endedAt: '2031-03-14T04:00:00.000Z' }),
  },
  changeSharing: {
    certificate_not_found: anothers({}, shared),
    not_submitted: own({ status: 'draft' }, shared),
  },
  withdrawCertificate: {
    certificate_not_found: anothers(),
    not_withdrawable: own({ status: 'rejected' }),
  },
  listCertificates: { workspace_not_found: asStranger(), not_workspace_officer: inRole('member') },
  approveCertificate: decisions,
  rejectCertificate: decisions,
} satisfies Partial<RefusalScenarios>;

export const furtherDrafts = [
  {
    refusal: 'workspace_not_found',
    because: 'the employee has left',
    scenario: drafting('corporate', { endedAt: '2031-03-14T04:00:00.000Z' }),
  },
  {
    refusal: 'workspace_not_found',
    because: 'the caller never was in the workspace',
    scenario: async (world: Parameters<Scenario>[0]) => ({
      as: newAccount(),
      body: { workspaceId: (await givenWorkspace(world)).id, ...twoDays },
    }),
  },
] as const;

export const furtherDecisions = [
  {
    refusal: 'certificate_not_found',
    because: 'it is a draft',
    scenario: deciding('owner', { status: 'draft' }),
  },
  {
    refusal: 'certificate_not_found',
    because: 'it was decided and is not shared any more',
    scenario: deciding('owner', { status: 'approved', sharingConsent: false }),
  },
  {
    refusal: 'certificate_not_found',
    because: 'the employee has left',
    scenario: deciding('owner', {}, { endedAt: '2031-03-14T04:00:00.000Z' }),
  },
  {
    refusal: 'certificate_not_found',
    because: 'the account of the employee is closed',
    scenario: async (world: Parameters<Scenario>[0]) => {
      const workspace = await givenWorkspace(world);
      const { accountId: as } = await givenEmployee(world, workspace, { role: 'owner' });
      const { accountId } = await givenEmployee(world, workspace);
      const { id } = await givenCertificate(world, { accountId, workspaceId: workspace.id });
      await givenClosedAccount(world, accountId);
      return { as, params: { workspaceId: workspace.id, accountId, certificateId: id } };
    },
  },
  {
    refusal: 'certificate_not_found',
    because: 'it belongs to another workspace of the employee',
    scenario: async (world: Parameters<Scenario>[0]) => {
      const sent = await deciding('owner')(world);
      const other = await givenWorkspace(world);
      const { accountId: as } = await givenEmployee(world, other, { role: 'owner' });
      return { ...sent, as, params: { ...sent.params, workspaceId: other.id } };
    },
  },
] as const;
