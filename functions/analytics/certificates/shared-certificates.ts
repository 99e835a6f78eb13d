import type * as z from 'zod/mini';
import {
  type Certificate,
  certificate,
  membership,
  sharedCertificates,
} from '../../../shared/items/workspace.ts';
import { publicFields } from '../../../shared/public-fields.ts';
import { type OpenedPage, readPage } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { roleIn } from '../workspaces/roles.ts';
import { SharedCertificate } from './contract.ts';

/** Medical-certificate requests as the officers of a workspace see them: while they are shared, of whoever is in it. */

/** A page of the requests that are shared with a workspace, by their last day, of those who are in it. */
export async function listShared(table: Reads, workspaceId: string, page: OpenedPage) {
  const range = { ...sharedCertificates(workspaceId), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  const listed = items.map(certificate.parse);
  // The index lags: consent, as of now, is in the requests themselves.
  const [requests, memberships] = await Promise.all([
    table.getAll(listed.map(certificate.key)),
    table.getAll(listed.map(membership.key)),
  ]);
  const current = new Map(requests.map(certificate.parse).map((one) => [one.id, one]));
  const employed = new Set(
    memberships
      .map(membership.parse)
      .filter((one) => roleIn(one) && !one.accountClosed)
      .map(({ accountId }) => accountId),
  );
  const shared = listed
    .map(({ id }) => current.get(id))
    .filter((one) => one?.sharingConsent && !one.accountClosed && employed.has(one.accountId));
  return { certificates: shared.flatMap((one) => (one ? [presentShared(one)] : [])), ...rest };
}

/** A request as the officers of the workspace see it. @throws {Error} for a draft, which nobody shares. */
export function presentShared(one: Certificate): z.input<typeof SharedCertificate> {
  const { status, submittedAt } = one;
  // What was never submitted cannot be shared: reaching this is our fault.
  if (status === 'draft' || submittedAt === undefined) throw new Error('a draft is shown to the workspace');
  return { ...publicFields(SharedCertificate, one), status, submittedAt };
}
