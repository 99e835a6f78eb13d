import { leavingEvent } from '../../../shared/community/departures.ts';
import { type Event, wasShown } from '../../../shared/community/items.ts';
import { type EventMembership, eventMembership } from '../../../shared/community/participation.ts';
import { clubAdmits, findVisibleClub } from '../../../shared/community/visibility.ts';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { events } from '../versioned-content.ts';

/** Reads the exhibition and the caller's membership concurrently. */
export async function findAttendance(table: Reads, joinCode: string, accountId: AccountId) {
  const [event, membership] = await Promise.all([
    events.find(table, joinCode),
    table.get(eventMembership.key({ accountId, joinCode })),
  ]);
  return { event, membership: eventMembership.parseIfAny(membership) };
}

type Joined =
  | { readonly kind: 'joined'; readonly event: Event; readonly membership: EventMembership }
  | { readonly kind: 'event_not_found' | 'event_cancelled' | 'event_ended' | 'account_closed' };

/**
 * Joins an exhibition that the account may see and that has not ended. Joining again changes nothing, even after the
 * end.
 * @param found the result of `findAttendance`.
 */
export async function joinEvent(
  table: Table,
  accountId: AccountId,
  { event, membership: found }: Awaited<ReturnType<typeof findAttendance>>,
  at: Date,
): Promise<Joined> {
  const club = await findVisibleClub(table, event && wasShown(event) ? event : undefined, accountId);
  if (!event || !club) return { kind: 'event_not_found' };
  if (event.cancelledAt) return { kind: 'event_cancelled' };
  if (found) return { kind: 'joined', event, membership: found };
  const now = at.toISOString();
  if (event.endsAt <= now) return { kind: 'event_ended' };
  const { joinCode, clubId } = event;
  const membership: EventMembership = { accountId, joinCode, clubId, joinedAt: now };
  const refused = await table.transact({
    membership: {
      Put: { Item: eventMembership.stored(membership), ConditionExpression: 'attribute_not_exists(pk)' },
    },
    ...clubAdmits(club, accountId),
    account: accountIsOpen(accountId),
  });
  if (!refused)
    return { kind: 'joined', event: { ...event, memberCount: event.memberCount + 1 }, membership };
  const existing = eventMembership.parseIfAny(refused.membership?.item);
  if (existing) return { kind: 'joined', event, membership: existing };
  return { kind: refused.account ? 'account_closed' : 'event_not_found' };
}

/** Leaves an exhibition. Without a membership it does nothing. */
export async function leaveEvent(table: Table, found: EventMembership | undefined): Promise<void> {
  if (found) await table.transact(leavingEvent(found));
}
