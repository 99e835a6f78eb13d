import { practitioners, practitionerVerification } from '../../../shared/clinical/items.ts';
import { mailDue } from '../../../shared/notices/due-mails.ts';
import { tellingOnce } from '../../../shared/notices/items.ts';
import { type Claim, claim, heldPartitions } from '../../../shared/rewards/items.ts';
import { endOf } from '../../../shared/table/item.ts';
import type { Part, Reads } from '../../../shared/table/table.ts';
import { days, later, minutes } from '../../../shared/values/clock.ts';

/** A notice that is due, with the condition that what it tells still holds. */
export type TimedNotice = readonly Part[];

/** The notices that became due after `after` and until `until`, of one kind. */
type FindDue = (table: Reads, after: Date, until: Date) => Promise<readonly TimedNotice[]>;

const MIN_LEFT = minutes(2);
const MAX_LEFT = minutes(30);

/** When somebody is told that a reservation is about to lapse: with a third of its time left, at least 2 and at most 30 minutes. */
export function lapseToldAt({ reservedAt, expiresAt }: Pick<Claim, 'reservedAt' | 'expiresAt'>): Date {
  const third = (Date.parse(expiresAt) - Date.parse(reservedAt)) / 3;
  return later(new Date(expiresAt), -Math.min(Math.max(third, MIN_LEFT), MAX_LEFT));
}

const isDue = (at: Date, after: Date, until: Date): boolean => at > after && at <= until;

/** The reservations that are about to lapse, from the lists of held units by their expiry. */
const lapsing: FindDue = async (table, after, until) => {
  const [from, to] = [later(after, MIN_LEFT), later(until, MAX_LEFT)];
  const bounds = { from: (from > until ? from : until).toISOString(), to: endOf(to.toISOString()) };
  const lists = await Promise.all(heldPartitions.map((list) => table.query({ ...list, ...bounds })));
  return lists
    .flat()
    .map(claim.parse)
    .filter((held) => !held.accountClosed && isDue(lapseToldAt(held), after, until))
    .map((held) => [
      tellingOnce('gift_about_to_lapse', {
        to: held.accountId,
        at: lapseToldAt(held).toISOString(),
        until: held.expiresAt,
        campaignId: held.campaignId,
        claimId: held.id,
      }),
      {
        ConditionCheck: {
          Key: claim.key(held),
          ConditionExpression: '#status = :reserved AND expiresAt = :end',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':reserved': 'reserved', ':end': held.expiresAt },
        },
      },
    ]);
};

const TOLD_BEFORE_END = days(30);

/** The verifications that end in 30 days. */
const endingVerifications: FindDue = async (table, after, until) => {
  const [from, to] = [after, until].map((time) => later(time, TOLD_BEFORE_END).toISOString());
  const found = await table.query({ ...practitioners, from: from ?? '', to: endOf(to ?? '') });
  return found
    .map(practitionerVerification.parse)
    .map((verified) => ({
      ...verified,
      toldAt: later(new Date(verified.verificationValidUntil), -TOLD_BEFORE_END),
    }))
    .filter(({ toldAt, verifiedSince }) => verifiedSince && isDue(toldAt, after, until))
    .map(({ accountId, toldAt, verificationValidUntil: end }) => [
      tellingOnce('verification_ends_30', { to: accountId, at: toldAt.toISOString(), until: end }),
      mailDue({ accountId, kind: 'verification_ends_30', at: toldAt.toISOString(), until: end }),
      {
        ConditionCheck: {
          Key: practitionerVerification.key({ accountId }),
          ConditionExpression: 'attribute_exists(verifiedSince) AND verificationValidUntil = :end',
          ExpressionAttributeValues: { ':end': end },
        },
      },
    ]);
};

/** What is told at a time and not by an act, from the lists by expiry that exist. */
export const timedKinds: readonly FindDue[] = [lapsing, endingVerifications];
