import { openPage, type PageRequest, readOpened } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { type Presented, publicFields } from '../../../shared/values/public-fields.ts';
import {
  type Certificate,
  certificate,
  isEmployed,
  type Membership,
  membership,
  sharedCertificates,
  sharedReference,
} from '../../../shared/workspaces/items.ts';
import { indexKeysOf } from './certificates.ts';
import { SharedCertificate } from './contract.ts';

/** The officers of a workspace see a medical-certificate request while it is shared and its employee is a member. */

/** Each request costs a read of its membership, too, so a page has fewer of them than other lists have items. */
const MAX_REQUESTS = 90;
/** How many requests a page with a `status` searches. Those in other states cost no read of a membership. */
const MAX_SEARCHED = 300;

/**
 * Reads one page of the shared requests of current members, the latest last day first. Like the index, the memberships may lag by
 * milliseconds: a decision checks the request and its consent again when it is written.
 * @param page its `status` is the only state to list; by default, all are listed.
 */
export async function listShared(
  table: Reads,
  workspaceId: string,
  page: PageRequest & { readonly query: { readonly status?: Certificate['status'] | undefined } },
) {
  const { status } = page.query;
  const range = { ...sharedCertificates(workspaceId), descending: true };
  const opened = openPage(range, page);
  const most = Math.min(opened.limit, MAX_REQUESTS);
  const found = await readOpened(table, { ...opened, limit: status ? MAX_SEARCHED : most });
  const matching = found.items
    .map(certificate.parse)
    .filter((request) => !status || request.status === status);
  const listed = matching.slice(0, most);
  const last = matching.length > most ? listed.at(-1) : undefined;
  const nextCursor = last ? opened.seal(String(indexKeysOf(last).gsi1sk)) : found.nextCursor;
  const memberships = await table.getAll(listed.map(membership.key), { consistent: false });
  const employed = memberships.map(membership.parse).filter(isEmployed);
  const employeeOf = new Map(employed.map((employee) => [employee.accountId, employee]));
  return {
    certificates: listed.flatMap((request) => {
      const employee = employeeOf.get(request.accountId);
      return employee && request.sharingConsent ? [presentShared(request, employee)] : [];
    }),
    ...(nextCursor && { nextCursor }),
  };
}

/**
 * Converts a request to the form that officers see.
 * @throws {Error} for a request that was never submitted.
 */
export function presentShared(
  request: Certificate,
  employee: Membership,
): Presented<typeof SharedCertificate> {
  const { status, submittedAt } = request;
  if (status === 'draft' || submittedAt === undefined)
    throw new Error('a request is shared that was never submitted');
  const { memberId } = employee;
  const reference = sharedReference(employee);
  return { ...publicFields(SharedCertificate, request), memberId, status, submittedAt, reference };
}
