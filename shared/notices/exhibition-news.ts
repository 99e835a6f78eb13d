import * as z from 'zod/mini';
import { epochSeconds, indexList, kind, partition } from '../table/item.ts';
import type { Part } from '../table/table.ts';
import { days, idFrom, later, timeOrderedId } from '../values/clock.ts';
import { AccountId, Timestamp } from '../values/resources.ts';
import { EXHIBITION_KINDS, type ExhibitionKind } from './kinds.ts';

/**
 * NOTICE-EXHIBITION#<joinCode> | NEWS#<kind>   phones of everybody in an exhibition are to be told of it; ttl = two days after its end
 *   gsi1 NOTICE#EXHIBITIONS | <joinCode>#<kind>   until all of them were told
 *
 * What concerns everybody in an exhibition is stored with the exhibition, and `listNotices` compares it with when a person joined.
 * This item only makes `deliverNotices` go through the people once, and holds how far it has come.
 */

/** What phones are still to be told of exhibitions. */
export const waitingNews = indexList('gsi1', 'NOTICE#EXHIBITIONS');

export const exhibitionNews = kind({
  prefix: 'NOTICE-EXHIBITION#',
  shape: z.object({
    joinCode: z.string(),
    kind: z.enum(EXHIBITION_KINDS),
    /** When it changed or was cancelled. */
    at: Timestamp,
    /** The end of the exhibition, after which nobody needs to know. */
    until: Timestamp,
    /** When the phones were told last, also of an earlier change. */
    toldSince: z.optional(Timestamp),
    /** The list of people that is being told, and the sort key in it up to which they were. */
    list: z.optional(z.int()),
    after: z.optional(z.string()),
    /** How many runs could not tell everybody of the next page. */
    tries: z.optional(z.int()),
    /** People who got a push about another exhibition in the last ten minutes. They get this one later. */
    later: z.optional(z.array(AccountId)),
    doneAt: z.optional(Timestamp),
  }),
  key: ({ joinCode, kind: name }: { joinCode: string; kind: ExhibitionKind }) => ({
    pk: partition('NOTICE-EXHIBITION#', joinCode),
    sk: `NEWS#${name}`,
  }),
  indexes: ({ joinCode, kind: name, doneAt }) => ({
    gsi1: doneAt ? undefined : { ...waitingNews, sk: `${joinCode}#${name}` },
  }),
  ttl: ({ until }) => epochSeconds(later(new Date(until), days(2))),
});
export type ExhibitionNews = ReturnType<typeof exhibitionNews.parse>;

/** The id of its pushes, by which a phone shows a repeated one once. */
export const idOfNews = ({ joinCode, kind: name, at }: ExhibitionNews): string =>
  timeOrderedId(new Date(at), idFrom([name, joinCode, at]));

/**
 * The part of the transaction that changes or cancels an exhibition. It begins again with all people, and keeps when they were told
 * last.
 */
export function tellingExhibition(
  name: ExhibitionKind,
  { joinCode, endsAt: until }: { readonly joinCode: string; readonly endsAt: string },
  at: string,
): Part {
  const { pk, sk, ...news } = exhibitionNews.stored({ joinCode, kind: name, at, until });
  return {
    Update: {
      Key: exhibitionNews.key({ joinCode, kind: name }),
      UpdateExpression:
        'SET joinCode = :code, #kind = :kind, #at = :at, #until = :until, gsi1pk = :gsi1pk, gsi1sk = :gsi1sk, #ttl = :ttl REMOVE #list, #after, #tries, later, doneAt',
      ExpressionAttributeNames: {
        ...{ '#kind': 'kind', '#at': 'at', '#until': 'until', '#ttl': 'ttl' },
        ...{ '#list': 'list', '#after': 'after', '#tries': 'tries' },
      },
      ExpressionAttributeValues: {
        ':code': joinCode,
        ':kind': name,
        ':at': at,
        ':until': until,
        ':gsi1pk': news['gsi1pk'],
        ':gsi1sk': news['gsi1sk'],
        ':ttl': news['ttl'],
      },
    },
  };
}
