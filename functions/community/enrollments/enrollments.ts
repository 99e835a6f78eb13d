import type { Clock } from '../../../shared/clock.ts';
import { movedOnBoards } from '../../../shared/domain/board-ranks.ts';
import { asFound, freeAlias, withdrawal } from '../../../shared/domain/departures.ts';
import { accountIsOpen } from '../../../shared/items/account.ts';
import {
  type Challenge,
  type Club,
  challenge,
  event,
  IS_SHOWN,
  isShown,
  shown,
} from '../../../shared/items/community.ts';
import { aliasHolder, type Enrollment, enrollment } from '../../../shared/items/participation.ts';
import type { AccountId } from '../../../shared/resources.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { untilSettled } from '../../../shared/table/until-settled.ts';
import { challenges } from '../versioned-content.ts';
import { clubAdmits, findVisibleClubOf } from '../visibility.ts';
import { folded } from './aliases.ts';

/**
 * An account takes part in a challenge once, under an alias that is its alone there. The enrollment, its alias, its
 * places on the boards and the numbers that count it change in one transaction; a change is made to the version that
 * was read, or everything is read again.
 */
export interface Wish {
  readonly alias?: string | undefined;
  readonly shareLeaderboard?: boolean | undefined;
  readonly sharePublicDisplay?: boolean | undefined;
}

/** The challenge and the caller's enrollment, side by side. */
export async function findEnrollment(table: Reads, challengeId: string, accountId: AccountId) {
  const [one, own] = await Promise.all([
    challenges.find(table, challengeId),
    table.get(enrollment.key({ accountId, challengeId })),
  ]);
  return { challenge: one, own: enrollment.parseIfAny(own) };
}

type Found = Awaited<ReturnType<typeof findEnrollment>>;
type Outcome<Done extends string, Refusal extends string> =
  | { readonly kind: Done; readonly challenge: Challenge; readonly own: Enrollment }
  | { readonly kind: Refusal | 'account_closed' };

/**
 * Enrolls an open account in a challenge that it may see.
 * @returns `existing` when the account is enrolled with the same alias and consents.
 */
export async function enroll(
  table: Table,
  accountId: AccountId,
  wish: Wish & { readonly alias: string },
  found: Found,
  { now, newId }: Clock,
): Promise<
  Outcome<
    'enrolled' | 'existing',
    'challenge_not_found' | 'challenge_ended' | 'already_enrolled' | 'alias_taken'
  >
> {
  return untilSettled(found, again(table, found, accountId), async ({ challenge: one, own }) => {
    const club = await findVisibleClubOf(table, one && isShown(one) ? one : undefined, accountId);
    if (!one || !club) return { kind: 'challenge_not_found' };
    const at = now();
    if (!own && one.endsAt <= at.toISOString()) return { kind: 'challenge_ended' };
    const wanted = newEnrollment(one, accountId, wish, { participantId: newId(), at });
    const refused = own ? { own: { item: own } } : await table.transact(entering(one, club, wanted, at));
    if (!refused) return { kind: 'enrolled', challenge: one, own: wanted };
    const there = own ?? enrollment.parseIfAny(refused.own?.item);
    if (there) {
      return isSameWish(there, wanted)
        ? { kind: 'existing', challenge: one, own: there }
        : { kind: 'already_enrolled' };
    }
    if ('account' in refused) return { kind: 'account_closed' };
    if ('alias' in refused) return { kind: 'alias_taken' };
    return undefined;
  });
}

function newEnrollment(
  { id: challengeId, joinCode, clubId, startsAt, endsAt }: Challenge,
  accountId: AccountId,
  { alias, shareLeaderboard = false, sharePublicDisplay = false }: Wish & { readonly alias: string },
  { participantId, at }: { readonly participantId: string; readonly at: Date },
): Enrollment {
  const joinedAt = at.toISOString();
  return {
    ...{ accountId, challengeId, joinCode, clubId, participantId, joinedAt, endsAt },
    alias,
    foldedAlias: folded(alias),
    countingFrom: joinedAt > startsAt ? joinedAt : startsAt,
    shareLeaderboard,
    sharePublicDisplay,
    steps: 0,
    version: 1,
  };
}

/** The parts of the transaction that makes an enrollment, in what its account may see. */
function entering(one: Challenge, club: Club, wanted: Enrollment, at: Date) {
  const { startsAt, endsAt } = one;
  return {
    own: { Put: { Item: enrollment.stored(wanted), ConditionExpression: 'attribute_not_exists(pk)' } },
    alias: aliasTaken(wanted),
    challenge: {
      Update: {
        Key: challenge.key(one),
        UpdateExpression: 'SET memberCount = memberCount + :one',
        // The enrollment keeps copies of the times.
        ConditionExpression: `${IS_SHOWN} AND startsAt = :startsAt AND endsAt = :endsAt`,
        ExpressionAttributeValues: { ':one': 1, ':startsAt': startsAt, ':endsAt': endsAt },
      },
    },
    event: shown(event.key(one)),
    ...clubAdmits(club, wanted.accountId),
    account: accountIsOpen(wanted.accountId),
    ...movedOnBoards(undefined, wanted, at),
  };
}

/** Changes the alias or a consent; what is not wished for stays. A new alias is shown, also when the old one was hidden. */
export async function change(
  table: Table,
  accountId: AccountId,
  wish: Wish,
  found: Found,
  at: Date,
): Promise<Outcome<'changed', 'not_enrolled' | 'alias_taken'>> {
  return untilSettled(found, again(table, found, accountId), async ({ challenge: one, own }) => {
    if (!one || !own) return { kind: 'not_enrolled' };
    const alias = wish.alias ?? own.alias;
    const wanted: Enrollment = {
      ...own,
      alias,
      foldedAlias: folded(alias),
      shareLeaderboard: wish.shareLeaderboard ?? own.shareLeaderboard,
      sharePublicDisplay: wish.sharePublicDisplay ?? own.sharePublicDisplay,
      version: own.version + 1,
    };
    if (wanted.foldedAlias !== own.foldedAlias) wanted.aliasHiddenAt = undefined;
    if (isSameWish(own, wanted)) return { kind: 'changed', challenge: one, own };
    const refused = await table.transact({
      ...changed(own, wanted, at),
      ...(wanted.foldedAlias !== own.foldedAlias && {
        alias: aliasTaken(wanted),
        oldAlias: freeAlias(own),
      }),
      account: accountIsOpen(accountId),
    });
    if (!refused) return { kind: 'changed', challenge: one, own: wanted };
    if (refused.account) return { kind: 'account_closed' };
    if (refused.alias && !refused.own) return { kind: 'alias_taken' };
    return undefined;
  });
}

/** Done already, there is nothing to do. */
export async function withdraw(
  table: Table,
  challengeId: string,
  accountId: AccountId,
  at: Date,
): Promise<void> {
  const find = async () => enrollment.parseIfAny(await table.get(enrollment.key({ accountId, challengeId })));
  await untilSettled(await find(), find, async (own) => {
    const refused = own && (await table.transact(withdrawal(own, at)));
    return refused ? undefined : 'withdrawn';
  });
}

/** The parts that make one version of an enrollment the next. */
export function changed(own: Enrollment, wanted: Enrollment, at: Date): Record<string, Part> & { own: Part } {
  return {
    own: { Put: { Item: enrollment.stored(wanted), ...asFound(own) } },
    ...movedOnBoards(own, wanted, at),
  };
}

const again =
  (table: Reads, { challenge: one }: Found, accountId: AccountId) =>
  () =>
    findEnrollment(table, one?.id ?? '', accountId);

function aliasTaken({ challengeId, foldedAlias, accountId }: Enrollment): Part {
  return {
    Put: {
      Item: aliasHolder.stored({ challengeId, folded: foldedAlias, accountId }),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

function isSameWish(one: Enrollment, other: Enrollment): boolean {
  return (
    one.alias === other.alias &&
    one.shareLeaderboard === other.shareLeaderboard &&
    one.sharePublicDisplay === other.sharePublicDisplay
  );
}
