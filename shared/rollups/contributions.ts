import type * as z from 'zod/mini';
import { clubMembership, enrollment, eventMembership, isOnDisplay } from '../community/participation.ts';
import { expiryRow, HOLDS_ROW } from '../rewards/holds.ts';
import { claim, stockShard } from '../rewards/items.ts';
import type { Key, StoredItem } from '../table/item.ts';
import { datesOf, malaysianDate } from '../values/calendar.ts';
import { invitation } from '../workspaces/invitations.ts';
import { certificate, isEmployed, membership } from '../workspaces/items.ts';
import { type Amounts, amountsOf, type CounterChange } from './amounts.ts';
import {
  type CertificateDay,
  DISPLAY_ROW,
  dayRow,
  handedOutRow,
  ITEM_ROW,
  type Owner,
  type ReportDay,
  type ReportTotals,
  TOTALS_ROW,
} from './items.ts';

/**
 * What each counted item adds to the numbers of its owners. An item that no longer exists adds nothing. These functions
 * are pure, so a recount from the items gives the same numbers as the worker that keeps them.
 */

/** The amounts that one item adds to the counters of one owner. */
export interface Contribution {
  readonly owner: Owner;
  /** At most 20 amounts, none of them zero. */
  readonly amounts: Amounts;
  /** The amounts count only while another item meets a condition. */
  readonly provided?: { readonly item: Key; readonly holds: (item: StoredItem | undefined) => boolean };
}

type Counted = (item: StoredItem) => readonly Contribution[];

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
  { pkPrefix: 'REWARDS#STOCK#', skPrefix: 'SHARD', contributions: ofStockShard },
];

export const keyOf = (item: StoredItem): Key => ({ pk: String(item['pk']), sk: String(item['sk']) });

/** The contributions of an item. An item of a kind that is not counted has none. */
export function contributionsOf(item: StoredItem): readonly Contribution[] {
  const { pk, sk } = keyOf(item);
  const counted = countedKinds.find(
    (candidate) => pk.startsWith(candidate.pkPrefix) && sk.startsWith(candidate.skPrefix),
  );
  return counted?.contributions(item) ?? [];
}

function ofClubMembership(item: StoredItem): Contribution[] {
  const { clubId, role } = clubMembership.parse(item);
  return [contribution({ kind: 'club', id: clubId }, role === 'requested' ? [] : [inItem('memberCount', 1)])];
}

function ofEventMembership(item: StoredItem): Contribution[] {
  const { joinCode } = eventMembership.parse(item);
  return [contribution({ kind: 'event', id: joinCode }, [inItem('memberCount', 1)])];
}

function ofEnrollment(item: StoredItem): Contribution[] {
  const enrolled = enrollment.parse(item);
  const { challengeId, falls = 0 } = enrolled;
  const shown = isOnDisplay(enrolled) ? [onDisplay('total', 1), onDisplay('falls', falls)] : [];
  return [contribution({ kind: 'challenge', id: challengeId }, [inItem('memberCount', 1), ...shown])];
}

function ofMembership(item: StoredItem): Contribution[] {
  const { workspaceId, joinedAt, endedAt, accountClosed } = membership.parse(item);
  const counted = [
    onDay(joinedAt, 'joined'),
    endedAt ? onDay(endedAt, 'ended') : inTotal('activeMembers', 1),
  ];
  return [contribution({ kind: 'workspace', id: workspaceId }, accountClosed ? [] : counted)];
}

function ofInvitation(item: StoredItem): Contribution[] {
  const { workspaceId, createdAt, acceptedAt, revokedAt, accountClosed } = invitation.parse(item);
  const counted = [onDay(createdAt, 'invited')];
  if (acceptedAt) counted.push(onDay(createdAt, 'accepted'), onDay(acceptedAt, 'acceptances'));
  else if (revokedAt) counted.push(onDay(createdAt, 'revoked'));
  return [contribution({ kind: 'workspace', id: workspaceId }, accountClosed ? [] : counted)];
}

function ofClaim(item: StoredItem): Contribution[] {
  const { campaignId, merchantTenantId, reservedAt, expiresAt, redeemedAt, status, accountClosed } =
    claim.parse(item);
  const isHeld = status === 'reserved';
  const expires = expiryRow(expiresAt);
  const held = isHeld ? [HOLDS_ROW, expires].map((row) => ({ row, field: 'units', by: 1 })) : [];
  const reserved = malaysianDate(new Date(reservedAt));
  // When the row has passed, the report counts these claims as expired on the day of their reservation.
  const expiring = isHeld ? [{ row: expires, field: reserved, by: 1 }] : [];
  const handedOut = redeemedAt
    ? [{ row: handedOutRow(malaysianDate(new Date(redeemedAt))), field: campaignId, by: 1 }]
    : [];
  const counted = accountClosed ? [] : [onDay(reservedAt, status), ...expiring, ...handedOut];
  return [
    contribution({ kind: 'campaign', id: campaignId }, held),
    contribution({ kind: 'workspace', id: merchantTenantId }, [...held, ...counted]),
  ];
}

function ofStockShard(item: StoredItem): Contribution[] {
  const { campaignId, merchantTenantId, freeUnits, heldUnits, redeemedUnits } = stockShard.parse(item);
  return [
    contribution({ kind: 'campaign', id: campaignId }, [
      inItem('freeUnits', freeUnits),
      inItem('heldUnits', heldUnits),
      inItem('redeemedUnits', redeemedUnits),
    ]),
    contribution({ kind: 'workspace', id: merchantTenantId }, [
      inTotal('freeUnits', freeUnits),
      inTotal('heldUnits', heldUnits),
      inTotal('redeemedUnits', redeemedUnits),
    ]),
  ];
}

/** A request counts while it is shared and its employee is a member, so leaving and rejoining need no marks. */
function ofCertificate(item: StoredItem): Contribution[] {
  const { accountId, workspaceId, status, submittedAt, sharingConsent, firstDay, lastDay } =
    certificate.parse(item);
  const isShared = submittedAt !== undefined && sharingConsent;
  const months = datesOf({ from: firstDay, to: lastDay }).filter(
    (date) => date.endsWith('-01') && date > firstDay,
  );
  const counted =
    status === 'draft' || !isShared
      ? []
      : [
          onCertificateDay(firstDay, `${status}Starts`),
          onCertificateDay(lastDay, `${status}Ends`),
          ...months.map((date) => onCertificateDay(date, `${status}Open`)),
        ];
  return [
    {
      ...contribution({ kind: 'certificates', id: workspaceId }, counted),
      provided: {
        item: membership.key({ accountId, workspaceId }),
        holds: (found) => isEmployed(membership.parseIfAny(found)),
      },
    },
  ];
}

/** What these changes add to the counters of an owner. */
const contribution = (owner: Owner, changes: readonly CounterChange[]): Contribution => ({
  owner,
  amounts: amountsOf(changes),
});

const inItem = (field: string, by: number): CounterChange => ({ row: ITEM_ROW, field, by });
const onDisplay = (field: string, by: number): CounterChange => ({ row: DISPLAY_ROW, field, by });
const onDay = (time: string, field: keyof z.infer<typeof ReportDay>): CounterChange => ({
  row: dayRow(malaysianDate(new Date(time))),
  field,
  by: 1,
});
const onCertificateDay = (date: string, field: keyof z.infer<typeof CertificateDay>): CounterChange => ({
  row: dayRow(date),
  field,
  by: 1,
});
const inTotal = (field: keyof z.infer<typeof ReportTotals>, by: number): CounterChange => ({
  row: TOTALS_ROW,
  field,
  by,
});
