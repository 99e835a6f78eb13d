import type * as z from 'zod/mini';
import { clubMembership, enrollment, eventMembership, isOnDisplay } from '../community/participation.ts';
import { claim, stockShard } from '../rewards/items.ts';
import type { Key, StoredItem } from '../table/item.ts';
import { datesOf, malaysianDate } from '../values/calendar.ts';
import { certificate, invitation, membership } from '../workspaces/items.ts';
import { dayRow, type Owner, type ReportDay, type ReportTotals, TOTALS_ROW } from './items.ts';

/**
 * What each counted item adds to the numbers of its owners. An item that no longer exists adds nothing. These functions
 * are pure, so a recount from the items gives the same numbers as the worker that keeps them.
 */

/** Amounts by the name of their counter, `<row> <field>`. At most 20 for one item. */
export type Amounts = Readonly<Record<string, number>>;

/** The amounts that one item adds to the counters of one owner. */
export interface Contribution {
  readonly owner: Owner;
  readonly amounts: Amounts;
  /** The amounts count only while another item meets a condition. */
  readonly provided?: { readonly item: Key; readonly holds: (item: StoredItem | undefined) => boolean };
}

type Counted = (item: StoredItem) => readonly Contribution[];

const ITEM = 'item';
const DISPLAY = 'display';

/** The counted kinds of items by the prefixes of their keys. The filter of the stream is built from these. */
export const countedKinds: readonly {
  readonly pkPrefix: string;
  readonly skPrefix: string;
  readonly contributions: Counted;
}[] = [
  { pkPrefix: 'COMMUNITY#ACCOUNT#', skPrefix: 'CLUB#', contributions: ofClubMembership },
  { pkPrefix: 'COMMUNITY#ACCOUNT#', skPrefix: 'EVENT#', contributions: ofEventMembership },
  { pkPrefix: 'COMMUNITY#ACCOUNT#', skPrefix: 'CHALLENGE#', contributions: ofEnrollment },
  { pkPrefix: 'WORKSPACE#ACCOUNT#', skPrefix: 'MEMBER#', contributions: ofMembership },
  { pkPrefix: 'WORKSPACE#ACCOUNT#', skPrefix: 'CERTIFICATE#', contributions: ofCertificate },
  { pkPrefix: 'WORKSPACE#INVITATION#', skPrefix: 'INVITATION', contributions: ofInvitation },
  { pkPrefix: 'REWARDS#ACCOUNT#', skPrefix: 'CLAIM#', contributions: ofClaim },
  { pkPrefix: 'REWARDS#STOCK#', skPrefix: 'COUNTERS', contributions: ofStockShard },
];

export const keyOf = (item: StoredItem): Key => ({ pk: String(item['pk']), sk: String(item['sk']) });

/** The contributions of an item. An item of a kind that is not counted has none. */
export function contributionsOf(item: StoredItem): readonly Contribution[] {
  const { pk, sk } = keyOf(item);
  const counted = countedKinds.find((one) => pk.startsWith(one.pkPrefix) && sk.startsWith(one.skPrefix));
  return counted?.contributions(item) ?? [];
}

function ofClubMembership(item: StoredItem): Contribution[] {
  const { clubId, role } = clubMembership.parse(item);
  return [just({ kind: 'club', id: clubId }, { [`${ITEM} memberCount`]: role === 'requested' ? 0 : 1 })];
}

function ofEventMembership(item: StoredItem): Contribution[] {
  const { joinCode } = eventMembership.parse(item);
  return [just({ kind: 'event', id: joinCode }, { [`${ITEM} memberCount`]: 1 })];
}

function ofEnrollment(item: StoredItem): Contribution[] {
  const enrolled = enrollment.parse(item);
  const { challengeId, falls = 0 } = enrolled;
  return [
    just(
      { kind: 'challenge', id: challengeId },
      {
        [`${ITEM} memberCount`]: 1,
        ...(isOnDisplay(enrolled) && { [`${DISPLAY} total`]: 1, [`${DISPLAY} falls`]: falls }),
      },
    ),
  ];
}

function ofMembership(item: StoredItem): Contribution[] {
  const { workspaceId, joinedAt, endedAt, accountClosed } = membership.parse(item);
  return [
    just(
      { kind: 'workspace', id: workspaceId },
      accountClosed
        ? {}
        : {
            [onDay(joinedAt, 'joined')]: 1,
            ...(endedAt ? { [onDay(endedAt, 'ended')]: 1 } : { [inTotal('activeMembers')]: 1 }),
          },
    ),
  ];
}

function ofInvitation(item: StoredItem): Contribution[] {
  const { workspaceId, createdAt, acceptedAt, revokedAt, accountClosed } = invitation.parse(item);
  return [
    just(
      { kind: 'workspace', id: workspaceId },
      accountClosed
        ? {}
        : {
            [onDay(createdAt, 'invited')]: 1,
            ...(acceptedAt && { [onDay(createdAt, 'accepted')]: 1, [onDay(acceptedAt, 'acceptances')]: 1 }),
            ...(revokedAt && !acceptedAt && { [onDay(createdAt, 'revoked')]: 1 }),
          },
    ),
  ];
}

function ofClaim(item: StoredItem): Contribution[] {
  const { merchantTenantId, reservedAt, status, accountClosed } = claim.parse(item);
  return [
    just(
      { kind: 'workspace', id: merchantTenantId },
      accountClosed ? {} : { [onDay(reservedAt, status)]: 1 },
    ),
  ];
}

function ofStockShard(item: StoredItem): Contribution[] {
  const { campaignId, merchantTenantId, freeUnits, heldUnits, redeemedUnits } = stockShard.parse(item);
  return [
    just(
      { kind: 'campaign', id: campaignId },
      {
        [`${ITEM} freeUnits`]: freeUnits,
        [`${ITEM} heldUnits`]: heldUnits,
        [`${ITEM} redeemedUnits`]: redeemedUnits,
      },
    ),
    just(
      { kind: 'workspace', id: merchantTenantId },
      {
        [inTotal('freeUnits')]: freeUnits,
        [inTotal('heldUnits')]: heldUnits,
        [inTotal('redeemedUnits')]: redeemedUnits,
      },
    ),
  ];
}

/** A request counts while it is shared and its employee is a member, so leaving and rejoining need no marks. */
function ofCertificate(item: StoredItem): Contribution[] {
  const { accountId, workspaceId, status, submittedAt, sharingConsent, accountClosed, firstDay, lastDay } =
    certificate.parse(item);
  const isShared = submittedAt !== undefined && sharingConsent && !accountClosed;
  const months = datesOf({ from: firstDay, to: lastDay }).filter(
    (date) => date.endsWith('-01') && date > firstDay,
  );
  const amounts: Amounts =
    status === 'draft' || !isShared
      ? {}
      : {
          [`${dayRow(firstDay)} ${status}Starts`]: 1,
          [`${dayRow(lastDay)} ${status}Ends`]: 1,
          ...Object.fromEntries(months.map((date) => [`${dayRow(date)} ${status}Open`, 1])),
        };
  const isEmployed = (item: StoredItem | undefined): boolean => {
    const found = membership.parseIfAny(item);
    return found !== undefined && found.endedAt === undefined && !found.accountClosed;
  };
  return [
    {
      owner: { kind: 'certificates', id: workspaceId },
      amounts,
      provided: { item: membership.key({ accountId, workspaceId }), holds: isEmployed },
    },
  ];
}

/** A contribution that depends on no other item. Amounts of zero are left out. */
function just(owner: Owner, amounts: Amounts): Contribution {
  return { owner, amounts: Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0)) };
}

const onDay = (time: string, field: keyof z.infer<typeof ReportDay>): string =>
  `${dayRow(malaysianDate(new Date(time)))} ${field}`;
const inTotal = (field: keyof z.infer<typeof ReportTotals>): string => `${TOTALS_ROW} ${field}`;
