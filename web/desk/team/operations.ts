import type { RoleBesideOwner } from '../../../shared/workspaces/roles.ts';
import { type Api, type Certificate, dataOf, type Invitation, type Member } from '../api.ts';
import { allOf, done, type PageQuery } from '../calls.ts';
import type { InList, SentRow } from './uploads.ts';

const WORKSPACE = '/v1/partner/workspaces/{workspaceId}';
const CERTIFICATE = `${WORKSPACE}/members/{memberId}/medical-certificates/{certificateId}` as const;

/** The first and the last day, as YYYY-MM-DD. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What officers do in their workspace. Each operation throws an `ApiError` for a refusal. */
export function operationsIn(api: Api, workspaceId: string) {
  const list = (query: PageQuery) => ({ params: { path: { workspaceId }, query } });
  const over = (query: Period) => ({ params: { path: { workspaceId }, query } });
  const at = <Ids>(ids: Ids) => ({ params: { path: { workspaceId, ...ids } } });
  const ofCertificate = ({ memberId, id }: Certificate) => at({ memberId, certificateId: id });
  return {
    members: () => allOf('members', (query) => api.GET(`${WORKSPACE}/members`, list(query))),
    changeRole: ({ memberId }: Member, role: RoleBesideOwner) =>
      api.PUT(`${WORKSPACE}/members/{memberId}/role`, { ...at({ memberId }), body: { role } }).then(done),
    remove: ({ memberId }: Member) =>
      api.DELETE(`${WORKSPACE}/members/{memberId}`, at({ memberId })).then(done),

    invitations: () => allOf('invitations', (query) => api.GET(`${WORKSPACE}/invitations`, list(query))),
    /** Creates the invitations of a batch. The same id has no second effect, and answers the same links. */
    async invite(batchId: string, rows: readonly SentRow[], list?: InList) {
      const body = {
        rows: rows.map((row) => ({ ...row, role: row.role as RoleBesideOwner })),
        ...(list && { list }),
      };
      const path = `${WORKSPACE}/invitations/batches/{batchId}` as const;
      return dataOf(await api.PUT(path, { ...at({ batchId }), body })).invitations;
    },
    revoke: ({ id }: Invitation) =>
      api.DELETE(`${WORKSPACE}/invitations/{invitationId}`, at({ invitationId: id })).then(done),

    revokeList: (listId: string) =>
      api.DELETE(`${WORKSPACE}/invitations/lists/{listId}`, at({ listId })).then(done),

    certificates: () =>
      allOf('certificates', (query) => api.GET(`${WORKSPACE}/medical-certificates`, list(query))),
    approve: (certificate: Certificate) =>
      api.POST(`${CERTIFICATE}/approval`, ofCertificate(certificate)).then(done),
    reject: (certificate: Certificate, reason: string) =>
      api.POST(`${CERTIFICATE}/rejection`, { ...ofCertificate(certificate), body: { reason } }).then(done),
    certificateTotals: (period: Period) =>
      api.GET(`${WORKSPACE}/medical-certificates/totals`, over(period)).then(dataOf),

    campaigns: () => allOf('campaigns', (query) => api.GET(`${WORKSPACE}/campaigns`, list(query))),
    giftReport: (period: Period) => api.GET(`${WORKSPACE}/report`, over(period)).then(dataOf),
  };
}

export type Operations = ReturnType<typeof operationsIn>;
