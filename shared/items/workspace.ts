import * as z from 'zod/mini';
import { isCalendarDate } from '../calendar.ts';
import { AccountId, Timestamp, Uuid } from '../resources.ts';
import type { Part } from '../table/client.ts';
import { kind, partition } from '../table/item.ts';

/**
 * WORKSPACE#ID#<workspaceId> | WORKSPACE                      a corporate or merchant workspace
 * WORKSPACE#INVITATIONS#<workspaceId> | <createdAt>#<invitationId>   an invitation and how it ended
 * WORKSPACE#ACCOUNT#<accountId> | MEMBER#<workspaceId>        the latest edge between an account and a workspace
 *   gsi1 WORKSPACE#MEMBERS#<workspaceId> | <joinedAt>#<accountId>
 * WORKSPACE#ACCOUNT#<accountId> | CERTIFICATE#<certificateId>   a medical-certificate request
 *   gsi1 WORKSPACE#CERTIFICATES#<workspaceId> | <lastDay>#<certificateId>   once submitted
 * WORKSPACE#ACCOUNT#<accountId> | ACCEPTED#<workspaceId>#<createdAt>#<invitationId>   which invitations it accepted
 *
 * `accountClosed` is set on what is an account's own when its deletion is requested: reports leave such items out
 * without reading the account.
 */
export const workspace = kind({
  prefix: 'WORKSPACE#ID#',
  shape: z.object({ id: Uuid, name: z.string(), workspaceKind: z.enum(['corporate', 'merchant']) }),
  key: ({ id }: { id: string }) => ({ pk: partition('WORKSPACE#ID#', id), sk: 'WORKSPACE' }),
});

/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = 14;

interface InvitationKey {
  readonly workspaceId: string;
  readonly createdAt: string;
  readonly invitationId: string;
}

export const invitationsPartition = (workspaceId: string): string =>
  partition('WORKSPACE#INVITATIONS#', workspaceId);

export const invitation = kind({
  prefix: 'WORKSPACE#INVITATIONS#',
  shape: z.object({
    workspaceId: Uuid,
    invitationId: Uuid,
    createdAt: Timestamp,
    expiresAt: Timestamp,
    acceptedAt: z.optional(Timestamp),
    revokedAt: z.optional(Timestamp),
    accountClosed: z.optional(z.boolean()),
  }),
  key: (of: InvitationKey) => ({
    pk: invitationsPartition(of.workspaceId),
    sk: `${of.createdAt}#${of.invitationId}`,
  }),
});
export type Invitation = ReturnType<typeof invitation.parse>;

const accountPartition = (accountId: AccountId): string => partition('WORKSPACE#ACCOUNT#', accountId);

export { accountPartition as workspacesOfAccount };

export const membership = kind({
  prefix: 'WORKSPACE#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    workspaceId: Uuid,
    role: z.enum(['owner', 'hr_admin', 'member', 'staff']),
    joinedAt: Timestamp,
    endedAt: z.optional(Timestamp),
    accountClosed: z.optional(z.boolean()),
  }),
  key: ({ accountId, workspaceId }: { accountId: AccountId; workspaceId: string }) => ({
    pk: accountPartition(accountId),
    sk: `MEMBER#${workspaceId}`,
  }),
  indexes: ({ accountId, workspaceId, joinedAt }) => ({
    gsi1: { pk: partition('WORKSPACE#MEMBERS#', workspaceId), sk: `${joinedAt}#${accountId}` },
  }),
});
export type Membership = ReturnType<typeof membership.parse>;

/** The part of a transaction that refuses when an account does not hold one of these roles in a workspace any more. */
export function holdsRole(
  edge: { readonly accountId: AccountId; readonly workspaceId: string },
  roles: readonly Membership['role'][],
): Part {
  const values = roles.map((role, n) => [`:role${n}`, role] as const);
  return {
    ConditionCheck: {
      Key: membership.key(edge),
      ConditionExpression: `attribute_not_exists(endedAt) AND #role IN (${values.map(([name]) => name).join(', ')})`,
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: Object.fromEntries(values),
    },
  };
}

const CalendarDate = z.string().check(z.refine(isCalendarDate));

export const certificate = kind({
  prefix: 'WORKSPACE#ACCOUNT#',
  shape: z.object({
    id: Uuid,
    accountId: AccountId,
    workspaceId: Uuid,
    status: z.enum(['draft', 'submitted', 'approved', 'rejected', 'withdrawn']),
    firstDay: CalendarDate,
    lastDay: CalendarDate,
    /** The employee shares this request with the workspace; withdrawn consent sets it back. */
    sharingConsent: z.boolean(),
    /** Absent on a draft, also on one that was withdrawn before it was ever submitted. */
    submittedAt: z.optional(Timestamp),
    accountClosed: z.optional(z.boolean()),
  }),
  key: ({ accountId, id }: { accountId: AccountId; id: string }) => ({
    pk: accountPartition(accountId),
    sk: `CERTIFICATE#${id}`,
  }),
  indexes: ({ id, workspaceId, lastDay, submittedAt }) => ({
    gsi1: submittedAt
      ? { pk: partition('WORKSPACE#CERTIFICATES#', workspaceId), sk: `${lastDay}#${id}` }
      : undefined,
  }),
});
export type Certificate = ReturnType<typeof certificate.parse>;

export const acceptance = kind({
  prefix: 'WORKSPACE#ACCOUNT#',
  shape: z.object({ accountId: AccountId, workspaceId: Uuid, createdAt: Timestamp, invitationId: Uuid }),
  key: (of: InvitationKey & { accountId: AccountId }) => ({
    pk: accountPartition(of.accountId),
    sk: `ACCEPTED#${of.workspaceId}#${of.createdAt}#${of.invitationId}`,
  }),
});
