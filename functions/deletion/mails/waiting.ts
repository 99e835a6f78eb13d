import { practitionerVerification } from '../../../shared/clinical/items.ts';
import { clubMembership, clubMembershipsOf, membersOfClub } from '../../../shared/community/participation.ts';
import type { DueMail, DueMailKind } from '../../../shared/notices/due-mails.ts';
import type { Waiting } from '../../../shared/notices/mail-text.ts';
import { pages } from '../../../shared/table/pages.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { addDays, malaysianDate } from '../../../shared/values/calendar.ts';
import { MAX_PERIOD_DAYS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  type Certificate,
  certificate,
  isEmployed,
  membership,
  membershipsOf,
  sharedCertificates,
} from '../../../shared/workspaces/items.ts';
import { rolesWith } from '../../../shared/workspaces/roles.ts';

/** What waits for somebody to decide on it, as it is now. */

/** Items that are read together. */
const PAGE = 300;
/** The most requests of a club that are counted, because any number of strangers may ask. */
const MAX_COUNTED = 1000;

/** The certificates that officers of a workspace can decide on. Those whose last day is over a year ago are not counted. */
export async function waitingCertificates(
  table: Reads,
  workspaceId: string,
  at: Date,
): Promise<readonly Certificate[]> {
  const from = addDays(malaysianDate(at), -MAX_PERIOD_DAYS);
  const waiting: Certificate[] = [];
  for await (const items of pages(table, { ...sharedCertificates(workspaceId), from }, { size: PAGE })) {
    const submitted = items.map(certificate.parse).filter(({ status }) => status === 'submitted');
    const members = await table.getAll(submitted.map(membership.key), { consistent: false });
    const employed = new Set(
      members
        .map(membership.parse)
        .filter(isEmployed)
        .map(({ accountId }) => accountId),
    );
    waiting.push(...submitted.filter(({ accountId }) => employed.has(accountId)));
  }
  return waiting;
}

/** The requests to join a club, the oldest first. */
export const joinRequests = async (table: Reads, clubId: string, limit = MAX_COUNTED) =>
  (await table.query({ ...membersOfClub(clubId, 'requested'), limit })).map(clubMembership.parse);

/** Officers do not decide on their own certificates. */
export const isDecidedBy =
  (officer: AccountId) =>
  ({ accountId }: Certificate): boolean =>
    accountId !== officer;

type Find = (table: Reads, due: DueMail, at: Date) => Promise<readonly Date[]>;

/** For each kind, the times that a mail tells: since when something waits, or by when something is to be done. */
const finders: Readonly<Record<DueMailKind, Find>> = {
  async certificates_wait(table, { accountId }, at) {
    const memberships = (await table.query(membershipsOf(accountId))).map(membership.parse);
    const officer = memberships.filter(
      (each) => isEmployed(each) && rolesWith('decidesOnCertificates').includes(each.role),
    );
    const waiting: Certificate[] = [];
    for (const { workspaceId } of officer)
      waiting.push(...(await waitingCertificates(table, workspaceId, at)));
    return waiting
      .filter(isDecidedBy(accountId))
      .map(({ submittedAt, createdAt }) => new Date(submittedAt ?? createdAt));
  },

  async join_requests_wait(table, { accountId }) {
    const memberships = (await table.query(clubMembershipsOf(accountId))).map(clubMembership.parse);
    const requests: Date[] = [];
    for (const { clubId } of memberships.filter(({ role }) => role === 'owner'))
      requests.push(...(await joinRequests(table, clubId)).map(({ joinedAt }) => new Date(joinedAt)));
    return requests;
  },

  async verification_ends_30(table, { accountId, until }) {
    const found = await table.get(practitionerVerification.key({ accountId }));
    const verified = practitionerVerification.parseIfAny(found);
    return verified?.verifiedSince && verified.verificationValidUntil === until ? [new Date(until)] : [];
  },
};

/** @returns what a mail says; `undefined` if nothing waits any more */
export async function waitingFor(table: Reads, due: DueMail, at: Date): Promise<Waiting | undefined> {
  const times = await finders[due.kind](table, due, at);
  const [day] = times.toSorted((a, b) => a.getTime() - b.getTime());
  return day && { count: times.length, day };
}
