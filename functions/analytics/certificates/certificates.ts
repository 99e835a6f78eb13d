import { accountIsOpen } from '../../../shared/identity/account.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { ConsentMoment } from '../../../shared/values/consents.ts';
import { MAX_DRAFT_CERTIFICATES } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  type Certificate,
  certificate,
  certificateDrafts,
  certificatesOf,
  holdsRole,
  type StoredWorkspace,
} from '../../../shared/workspaces/items.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
import { rolesIn } from '../../../shared/workspaces/roles.ts';
import { changedConsent, findConsent, type SharedThing } from '../consents.ts';

/**
 * A medical-certificate request states the days of an absence in a corporate workspace. Only shared requests are
 * visible to the workspace and counted in its totals. The index of a workspace therefore contains only shared requests.
 */
export interface OwnCertificate {
  readonly accountId: AccountId;
  readonly id: string;
}

/** The roles that can create and submit requests. */
export const corporateRoles = rolesIn('corporate');

/** Reads the newest state of a request. @returns `undefined` also for the id of a request of another account. */
export async function findCertificate(table: Reads, own: OwnCertificate): Promise<Certificate | undefined> {
  return certificate.parseIfAny(await table.get(certificate.key(own)));
}

/** The record of the consent to share a request. */
export const ofCertificate = ({ accountId, id }: OwnCertificate): SharedThing => ({
  accountId,
  shared: 'certificate',
  id,
});

/** Reads a request of an account and the record of the consent to share it concurrently. */
export async function findWithConsent(table: Reads, own: OwnCertificate) {
  const [found, consent] = await Promise.all([
    findCertificate(table, own),
    findConsent(table, ofCertificate(own)),
  ]);
  return { found, consent };
}

/** Reads one page of an account's requests, latest first. */
export async function readOwnCertificates(table: Reads, accountId: AccountId, page: PageRequest) {
  const range = { ...certificatesOf(accountId), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  return { certificates: items.map((item) => presentOwnCertificate(certificate.parse(item))), ...rest };
}

/** Creates a draft for a current member of a corporate workspace. */
export async function draft(
  table: Table,
  input: Pick<Certificate, 'accountId' | 'workspaceId' | 'firstDay' | 'lastDay'>,
  workspace: StoredWorkspace | undefined,
  { now, newId }: Clock,
): Promise<
  | { readonly kind: 'drafted'; readonly certificate: Certificate }
  | { readonly kind: 'workspace_not_found' | 'too_many_drafts' | 'account_closed' }
> {
  if (workspace?.workspaceKind !== 'corporate') return { kind: 'workspace_not_found' };
  const drafted = {
    ...input,
    id: newId(),
    status: 'draft',
    sharingConsent: false,
    createdAt: now().toISOString(),
  } as const;
  const refused = await table.transact({
    account: accountIsOpen(input.accountId),
    member: holdsRole(input, corporateRoles),
    certificate: { Put: { Item: certificate.stored(drafted) } },
    drafts: {
      Update: {
        Key: certificateDrafts.key(input),
        UpdateExpression: 'SET accountId = :account ADD drafts :one',
        ConditionExpression: 'attribute_not_exists(drafts) OR drafts < :most',
        ExpressionAttributeValues: {
          ':account': input.accountId,
          ':one': 1,
          ':most': MAX_DRAFT_CERTIFICATES,
        },
      },
    },
  });
  if (!refused) return { kind: 'drafted', certificate: drafted };
  if (refused.account) return { kind: 'account_closed' };
  return { kind: refused.member ? 'workspace_not_found' : 'too_many_drafts' };
}

/** The transaction part that counts a draft that became something else. */
export const lessDrafts = ({ accountId }: OwnCertificate): Part => ({
  Update: {
    Key: certificateDrafts.key({ accountId }),
    UpdateExpression: 'SET accountId = :account ADD drafts :less',
    ExpressionAttributeValues: { ':account': accountId, ':less': -1 },
  },
});

/** Changes the days of a draft. The days of a submitted request cannot change. */
export async function changeDays(
  table: Table,
  own: OwnCertificate,
  days: Pick<Certificate, 'firstDay' | 'lastDay'>,
): Promise<
  | { readonly kind: 'changed'; readonly certificate: Certificate }
  | { readonly kind: 'certificate_not_found' | 'not_draft' | 'account_closed' }
> {
  const refused = await table.transact({
    account: accountIsOpen(own.accountId),
    certificate: changeCertificate(own, days, ['draft']),
  });
  if (refused?.account) return { kind: 'account_closed' };
  if (refused) return { kind: refused.certificate?.item ? 'not_draft' : 'certificate_not_found' };
  const changed = certificate.parse((await table.get(certificate.key(own))) ?? {});
  return { kind: 'changed', certificate: { ...changed, ...days } };
}

/**
 * Sets the consent to share a submitted request. The update needs no condition on the request: a concurrent change of the consent
 * changes its record, the other values in the index keys never change after the submission, and requests are deleted only once
 * the account is closed.
 * @param first the result of `findWithConsent`. It is read again if a concurrent write fails the transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function changeConsent(
  table: Table,
  own: OwnCertificate,
  sharingConsent: boolean,
  first: Awaited<ReturnType<typeof findWithConsent>>,
  moment: ConsentMoment,
): Promise<
  | { readonly kind: 'changed'; readonly certificate: Certificate }
  | { readonly kind: 'certificate_not_found' | 'not_submitted' | 'account_closed' }
> {
  const again = () => findWithConsent(table, own);
  return finalOutcome(first, again, async ({ found, consent }) => {
    if (!found) return { kind: 'certificate_not_found' };
    if (!found.submittedAt) return { kind: 'not_submitted' };
    if (found.sharingConsent === sharingConsent) return { kind: 'changed', certificate: found };
    const refused = await table.transact({
      account: accountIsOpen(own.accountId),
      certificate: {
        Update: {
          Key: certificate.key(own),
          ...assigning({ sharingConsent, ...indexKeysOf({ ...found, sharingConsent }) }),
        },
      },
      consent: changedConsent(ofCertificate(own), consent, { given: sharingConsent, ...moment }),
    });
    if (refused) return refused.account ? { kind: 'account_closed' } : undefined;
    const changed = certificate.parse((await table.get(certificate.key(own))) ?? {});
    return { kind: 'changed', certificate: { ...changed, sharingConsent } };
  });
}

/**
 * The transaction part that changes a request. It fails unless the request is in one of `states` and still has the
 * values in `found`.
 */
export function changeCertificate(
  own: OwnCertificate,
  changes: Readonly<Record<string, unknown>>,
  states: readonly Certificate['status'][],
  found: Partial<Certificate> = {},
): Part {
  const from = states.map((state, n) => [`:from${n}`, state] as const);
  const still = Object.entries(found);
  return {
    Update: {
      Key: certificate.key(own),
      ...assigning(changes, {
        ConditionExpression: [
          `#status IN (${from.map(([name]) => name).join(', ')})`,
          ...still.map(([name]) => `${name} = :found_${name}`),
        ].join(' AND '),
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: Object.fromEntries([
          ...from,
          ...still.map(([name, value]) => [`:found_${name}`, value]),
        ]),
      }),
    },
  };
}

/** The index keys that add a request to the shared list of its workspace, or remove it. */
export function indexKeysOf(request: Certificate) {
  const { gsi1pk, gsi1sk } = certificate.stored(request);
  return { gsi1pk, gsi1sk };
}
