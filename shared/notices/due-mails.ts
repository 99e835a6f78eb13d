import * as z from 'zod/mini';
import { epochSeconds, indexList, kind } from '../table/item.ts';
import type { Part } from '../table/table.ts';
import { days, later } from '../values/clock.ts';
import { AccountId, Timestamp } from '../values/resources.ts';
import { noticesOf } from './items.ts';

/**
 * NOTICE#<accountId> | MAIL#<kind>      a mail of a kind that is due, or the latest one; ttl = a day after it is worth sending
 *   gsi1 NOTICE#MAILS | <accountId>#<kind>   until it is sent, or need not be sent
 *
 * Mail is for people without the app: officers, owners of clubs and practitioners. What it says is found out when it is sent, and an
 * address is stored nowhere.
 */
export const DUE_MAIL_KINDS = ['certificates_wait', 'join_requests_wait', 'verification_ends_30'] as const;
export type DueMailKind = (typeof DUE_MAIL_KINDS)[number];

/** The mails that are due, by account. */
export const dueMails = indexList('gsi1', 'NOTICE#MAILS');

export const dueMailFields = {
  kind: z.enum(DUE_MAIL_KINDS),
  /** When it became due. */
  at: Timestamp,
  /** When it was sent, or found not to be needed. */
  doneAt: z.optional(Timestamp),
};

export const dueMail = kind({
  prefix: 'NOTICE#',
  shape: z.object({
    accountId: AccountId,
    ...dueMailFields,
    /** Until when it is worth sending. */
    until: Timestamp,
  }),
  key: ({ accountId, kind: name }: { accountId: AccountId; kind: DueMailKind }) => ({
    ...noticesOf(accountId),
    sk: `MAIL#${name}`,
  }),
  indexes: ({ accountId, kind: name, doneAt }) => ({
    gsi1: doneAt ? undefined : { ...dueMails, sk: `${accountId}#${name}` },
  }),
  ttl: ({ until }) => epochSeconds(later(new Date(until), days(1))),
});
export type DueMail = ReturnType<typeof dueMail.parse>;

/** The part of a transaction that makes a mail due. It fails if the mail was due at this time before, so repeating it sends nothing twice. */
export const mailDue = (due: Omit<DueMail, 'doneAt'>): Part => ({
  Put: {
    Item: dueMail.stored(due),
    ConditionExpression: 'attribute_not_exists(pk) OR #at < :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':at': due.at },
  },
});
