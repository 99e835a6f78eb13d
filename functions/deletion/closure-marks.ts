import { $ZodError } from 'zod/v4/core';
import { movedOnBoards } from '../../shared/community/board-ranks.ts';
import { asFound } from '../../shared/community/departures.ts';
import { type Enrollment, enrollment, enrollmentsOf } from '../../shared/community/participation.ts';
import { claim, claimsOf } from '../../shared/rewards/items.ts';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import { type List, pages } from '../../shared/table/pages.ts';
import type { Reads, TransactionParts } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { invitation } from '../../shared/workspaces/invitations.ts';
import { acceptance, acceptancesOf, membership, membershipsOf } from '../../shared/workspaces/items.ts';

/**
 * Reports and boards show items of an account to other people. When the account closes, each of these items gets a
 * mark, and reports and boards leave marked items out. Every transaction that creates such an item checks that the
 * account is open, so no new one appears after the closing. Making a mark twice is harmless. Medical certificates need no
 * mark, because they are shown and counted only with an open membership.
 */
export interface Mark {
  /** Written together or not at all. */
  readonly parts: TransactionParts;
  /** Written instead if `parts` fail because an item no longer exists. */
  readonly remnant?: TransactionParts;
}

/** A kind of items that other people see. */
interface Marked {
  readonly list: (accountId: AccountId) => List;
  /** The marks that an item still needs. */
  readonly marksOf: (item: StoredItem, at: Date) => Mark[];
}

/** The kinds of items to mark, the most visible ones first. */
const kinds: readonly Marked[] = [
  {
    list: enrollmentsOf,
    marksOf: (item, at) => {
      const enrolled = enrollment.parse(item);
      const isShown = enrolled.sharePublicDisplay || enrolled.shareLeaderboard;
      return isShown ? [takeOffBoards(enrolled, at)] : [];
    },
  },
  {
    list: membershipsOf,
    marksOf: (item) => unmarked(membership.parse(item), membership.key),
  },
  {
    list: acceptancesOf,
    marksOf: (item) => {
      const accepted = acceptance.parse(item);
      // The deletion of the pointer removes the only link between the invitation and the account.
      const pointer = { [`pointer ${accepted.invitationId}`]: { Delete: { Key: acceptance.key(accepted) } } };
      return [{ parts: { ...mark(invitation.key(accepted)).parts, ...pointer }, remnant: pointer }];
    },
  },
  { list: claimsOf, marksOf: (item) => unmarked(claim.parse(item), claim.key) },
];

/** Items of a kind that are read together. */
const PAGE = 100;

/** An item that cannot be read gets no mark, and does not keep its account open. The erasure reports it. */
function marksOfAll(items: readonly StoredItem[], { marksOf }: Marked, at: Date): Mark[] {
  return items.flatMap((item) => {
    try {
      return marksOf(item, at);
    } catch (error) {
      if (!(error instanceof $ZodError)) throw error;
      return [];
    }
  });
}

/**
 * Reads the first items of each kind concurrently. The cost does not depend on the number of items.
 * @returns the marks that they need, and whether these are all items.
 */
export async function firstMarks(
  table: Reads,
  accountId: AccountId,
  at: Date,
): Promise<{ readonly marks: readonly Mark[]; readonly isAll: boolean }> {
  const found = await Promise.all(
    kinds.map(async (marked) => {
      const items = await table.query({ ...marked.list(accountId), limit: PAGE });
      return { marks: marksOfAll(items, marked, at), isAll: items.length < PAGE };
    }),
  );
  return { marks: found.flatMap(({ marks }) => marks), isAll: found.every(({ isAll }) => isAll) };
}

/** Finds all items of an account that need a mark, page by page. */
export async function* allMarks(table: Reads, accountId: AccountId, at: Date): AsyncGenerator<Mark[]> {
  for (const marked of kinds) {
    for await (const items of pages(table, marked.list(accountId), { size: PAGE })) {
      yield marksOfAll(items, marked, at);
    }
  }
}

function unmarked<T extends { readonly accountClosed?: boolean | undefined }>(
  item: T,
  keyOf: (item: T) => Key,
): Mark[] {
  return item.accountClosed ? [] : [mark(keyOf(item))];
}

function mark(Key: Key): Mark {
  return {
    parts: {
      [`${Key.pk} ${Key.sk}`]: {
        Update: {
          Key,
          UpdateExpression: 'SET accountClosed = :true',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':true': true },
        },
      },
    },
  };
}

/**
 * Removes the alias from both boards. Fails if the enrollment has changed since it was read; the caller reads it again.
 */
function takeOffBoards(enrolled: Enrollment, at: Date): Mark {
  const consentless = {
    ...enrolled,
    shareLeaderboard: false,
    sharePublicDisplay: false,
    version: enrolled.version + 1,
  };
  return {
    parts: {
      [`enrollment ${enrolled.challengeId}`]: {
        Put: { Item: enrollment.stored(consentless), ...asFound(enrolled) },
      },
      ...movedOnBoards(enrolled, consentless, at),
    },
  };
}
