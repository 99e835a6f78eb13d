import { accountIsOpen } from '../../../shared/identity/account.ts';
import { telling } from '../../../shared/notices/items.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import type { ConsentMoment } from '../../../shared/values/consents.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  type Certificate,
  certificate,
  holdsRole,
  type Membership,
} from '../../../shared/workspaces/items.ts';
import { type Role, rolesWith } from '../../../shared/workspaces/roles.ts';
import { changedConsent } from '../consents.ts';
import { findForOfficer } from '../workspaces/memberships.ts';
import { type Actor, lostRoleRefusal, type NoOfficer, refusalWithout } from '../workspaces/roles.ts';
import {
  changeCertificate,
  corporateRoles,
  findCertificate,
  indexKeysOf,
  lessDrafts,
  type OwnCertificate,
  ofCertificate,
} from './certificates.ts';

/**
 * The transitions of a medical-certificate request. Each one names the states that it leaves, and the condition of its
 * write is derived from that. A test compares this table with the diagram in docs/data-model.md.
 */
type Stamp = 'submittedAt' | 'decidedAt' | 'withdrawnAt';

interface Transition {
  readonly from: readonly Certificate['status'][];
  readonly to: Certificate['status'];
  readonly stamp: Stamp;
  /** What earlier transitions wrote and this one removes. */
  readonly clears: readonly (Stamp | 'rejectionReason')[];
  /** The states in which the request counts as one of the drafts of its account, and no longer does afterwards. */
  readonly freesDraftIn: readonly Certificate['status'][];
  readonly by: 'the employee' | 'an officer';
  /** The refusal if the request is in any other state. */
  readonly otherwise: 'not_draft' | 'not_submitted' | 'not_withdrawable';
}

export const transitions = {
  submit: {
    from: ['draft'],
    to: 'submitted',
    stamp: 'submittedAt',
    clears: [],
    freesDraftIn: ['draft'],
    by: 'the employee',
    otherwise: 'not_draft',
  },
  approve: {
    from: ['submitted'],
    to: 'approved',
    stamp: 'decidedAt',
    clears: [],
    freesDraftIn: [],
    by: 'an officer',
    otherwise: 'not_submitted',
  },
  reject: {
    from: ['submitted'],
    to: 'rejected',
    stamp: 'decidedAt',
    clears: [],
    freesDraftIn: [],
    by: 'an officer',
    otherwise: 'not_submitted',
  },
  withdraw: {
    from: ['draft', 'submitted', 'approved'],
    to: 'withdrawn',
    stamp: 'withdrawnAt',
    clears: [],
    freesDraftIn: ['draft'],
    by: 'the employee',
    otherwise: 'not_withdrawable',
  },
} as const satisfies Record<string, Transition>;

type Refusal<N extends keyof typeof transitions> =
  | 'certificate_not_found'
  | (typeof transitions)[N]['otherwise'];
type Moved = { readonly kind: 'moved'; readonly certificate: Certificate };

/**
 * Submits a draft of a current member of the workspace.
 * @param sharingConsent whether the officers can see the request and decide on it, and reports count it.
 * @param found the result of `findCertificate`. It is read again if a concurrent write fails the transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function submit(
  table: Table,
  own: OwnCertificate,
  sharingConsent: boolean,
  found: Certificate | undefined,
  moment: ConsentMoment,
): Promise<Moved | { readonly kind: Refusal<'submit'> | 'membership_ended' | 'account_closed' }> {
  const again = () => findCertificate(table, own);
  return finalOutcome(found, again, async (draft) => {
    if (!draft) return { kind: 'certificate_not_found' };
    const state = stateIn(transitions.submit, draft);
    if (!state) return { kind: transitions.submit.otherwise };
    const { firstDay, lastDay } = draft;
    const changes = { ...stateChanges(transitions.submit, moment.at), sharingConsent };
    const submitted = { ...draft, ...changes };
    const refused = await table.transact({
      account: accountIsOpen(own.accountId),
      certificate: changeCertificate(
        own,
        { ...changes, ...indexKeysOf(submitted) },
        [state],
        // The index keys contain the last day, so the days must still be those that were read.
        { firstDay, lastDay },
      ),
      member: holdsRole({ ...own, workspaceId: draft.workspaceId }, corporateRoles),
      ...draftsAfter(transitions.submit, state, own),
      // Nobody consents to share a draft, so it has no record yet.
      ...(sharingConsent && {
        consent: changedConsent(ofCertificate(own), undefined, { given: true, ...moment }),
      }),
    });
    if (!refused) return { kind: 'moved', certificate: submitted };
    if (refused.account) return { kind: 'account_closed' };
    return refused.certificate ? undefined : { kind: 'membership_ended' };
  });
}

/**
 * Withdraws a draft, a submitted request or an approved request of its employee.
 * @param found the result of `findCertificate`. It is read again if a concurrent write fails the transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function withdraw(
  table: Table,
  own: OwnCertificate,
  found: Certificate | undefined,
  at: Date,
): Promise<Moved | { readonly kind: Refusal<'withdraw'> | 'account_closed' }> {
  const changes = stateChanges(transitions.withdraw, at.toISOString());
  const again = () => findCertificate(table, own);
  return finalOutcome(found, again, async (current) => {
    if (!current) return { kind: 'certificate_not_found' };
    const state = stateIn(transitions.withdraw, current);
    if (!state) return { kind: transitions.withdraw.otherwise };
    const { sharingConsent } = current;
    const refused = await table.transact({
      account: accountIsOpen(own.accountId),
      certificate: changeCertificate(own, changes, [state], { sharingConsent }),
      ...draftsAfter(transitions.withdraw, state, own),
    });
    if (!refused) return { kind: 'moved', certificate: { ...current, ...changes } };
    return refused.account ? { kind: 'account_closed' } : undefined;
  });
}

interface ForDecision {
  readonly role: Role | undefined;
  readonly employee: Membership | undefined;
  readonly certificate: Certificate | undefined;
}

/** Reads the officer's role and the membership of the employee concurrently, and then the request. */
export async function findForDecision(
  table: Reads,
  officerId: AccountId,
  {
    workspaceId,
    memberId,
    certificateId: id,
  }: { readonly workspaceId: string; readonly memberId: string; readonly certificateId: string },
): Promise<ForDecision> {
  const { role, member } = await findForOfficer(table, officerId, { workspaceId, memberId });
  const found = member && (await findCertificate(table, { accountId: member.accountId, id }));
  return { role, employee: member, certificate: found };
}

/** What an officer decides. The employee reads the reason of a rejection. */
export type Decision =
  | { readonly name: 'approve' }
  | { readonly name: 'reject'; readonly rejectionReason: string };

const DECIDED = { approve: 'certificate_approved', reject: 'certificate_rejected' } as const;

/**
 * Approves or rejects a submitted request. A request that is not shared with the workspace counts as not found.
 * @param found the result of `findForDecision`.
 */
export async function decide(
  table: Table,
  { name, ...reason }: Decision,
  by: Actor,
  { employee, certificate: found }: ForDecision,
  at: Date,
): Promise<
  | (Moved & { readonly employee: Membership })
  | { readonly kind: Refusal<'approve'> | NoOfficer | 'own_certificate' }
> {
  const refusal = refusalWithout('decidesOnCertificates', by.role);
  if (refusal) return { kind: refusal };
  if (!employee) return { kind: 'certificate_not_found' };
  if (employee.accountId === by.accountId) return { kind: 'own_certificate' };
  if (found?.workspaceId !== by.workspaceId || !found.sharingConsent)
    return { kind: 'certificate_not_found' };
  const transition = transitions[name];
  const changes = { ...stateChanges(transition, at.toISOString()), ...reason };
  const refused = await table.transact({
    officer: holdsRole(by, rolesWith('decidesOnCertificates')),
    account: accountIsOpen(employee.accountId),
    employee: holdsRole(employee, corporateRoles),
    certificate: changeCertificate(found, changes, transition.from, { sharingConsent: true }),
    notice: telling(DECIDED[name], {
      to: employee.accountId,
      at: at.toISOString(),
      workspaceId: by.workspaceId,
      certificateId: found.id,
    }),
  });
  if (!refused) return { kind: 'moved', certificate: { ...found, ...changes }, employee };
  if (refused.officer) return { kind: lostRoleRefusal(refused.officer.item) };
  if (refused.account || refused.employee) return { kind: 'certificate_not_found' };
  const shared = certificate.parseIfAny(refused.certificate?.item)?.sharingConsent;
  return { kind: shared ? transition.otherwise : 'certificate_not_found' };
}

/** The state of a request, if a transition can leave it. */
const stateIn = ({ from }: Transition, { status }: Certificate) => from.find((state) => state === status);

function stateChanges({ to, stamp, clears }: Transition, at: string) {
  const cleared = Object.fromEntries(clears.map((field) => [field, undefined]));
  return { ...cleared, status: to, [stamp]: at };
}

/** The transaction part for the number of drafts, if the request was one of them in this state. */
const draftsAfter = ({ freesDraftIn }: Transition, state: Certificate['status'], own: OwnCertificate) =>
  freesDraftIn.includes(state) && { drafts: lessDrafts(own) };
