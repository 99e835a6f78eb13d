import { type OpenedPage, readPage } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { type Presented, publicFields } from '../../../shared/values/public-fields.ts';
import {
  type Certificate,
  certificate,
  isEmployed,
  membership,
  sharedCertificates,
} from '../../../shared/workspaces/items.ts';
import { SharedCertificate } from './contract.ts';

/** The officers of a workspace see a medical-certificate request while it is shared and its employee is a member. */

/** Reads one page of the shared requests of current members, the latest last day first. */
export async function listShared(table: Reads, workspaceId: string, page: OpenedPage) {
  const range = { ...sharedCertificates(workspaceId), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  const listed = items.map(certificate.parse);
  // The index is eventually consistent, so the consent is checked on the requests themselves.
  const [requests, memberships] = await Promise.all([
    table.getAll(listed.map(certificate.key)),
    table.getAll(listed.map(membership.key)),
  ]);
  const current = new Map(requests.map(certificate.parse).map((request) => [request.id, request]));
  const employed = new Set(
    memberships
      .map(membership.parse)
      .filter(isEmployed)
      .map(({ accountId }) => accountId),
  );
  const shared = listed
    .map(({ id }) => current.get(id))
    .filter((request) => request?.sharingConsent && employed.has(request.accountId));
  return { certificates: shared.flatMap((request) => (request ? [presentShared(request)] : [])), ...rest };
}

/** Converts a request to the form that officers see. @throws {Error} for a request that was never submitted. */
export function presentShared(request: Certificate): Presented<typeof SharedCertificate> {
  const { status, submittedAt } = request;
  if (status === 'draft' || submittedAt === undefined)
    throw new Error('a request is shared that was never submitted');
  return { ...publicFields(SharedCertificate, request), status, submittedAt };
}
