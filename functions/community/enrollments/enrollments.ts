import { movedOnBoards } from '../../../shared/community/board-ranks.ts';
import { aliasHolder } from '../../../shared/community/boards.ts';
import { asFound, freeAlias, withdrawal } from '../../../shared/community/departures.ts';
import { type Challenge, type Club, wasShown } from '../../../shared/community/items.ts';
import {
  type Enrollment,
  type Exclusion,
  enrollment,
  exclusion,
} from '../../../shared/community/participation.ts';
import { clubAdmits, findVisibleClubOf, NOTHING } from '../../../shared/community/visibility.ts';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Part, Table } from '../../../shared/table/table.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { ConsentMoment } from '../../../shared/values/consents.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { changedConsents, noConsents } from './consents.ts';
import {
  findConsenting,
  findForChange,
  findForEnrolling,
  isHiddenInEvent,
  type OfAccount,
} from './find-enrollments.ts';
import { folded } from './look-alikes.ts';

/**
 * An account has at most one enrollment in a challenge, with an alias that is unique there. One transaction writes the
 * enrollment, its alias, its ranks on the boards and the record of its consents. Each change has a condition on the version that was
 * read; if it fails, everything is read again.
 */
export interface EnrollmentInput {
  readonly alias?: string | undefined;
  readonly shareLeaderboard?: boolean | undefined;
  readonly sharePublicDisplay?: boolean | undefined;
}

/** The notice under which a person consents. */
type Notice = Pick<ConsentMoment, 'noticeVersion'>;

type Outcome<Done extends string, Refusal extends string> =
  | { readonly kind: Done; readonly challenge: Challenge; readonly own: Enrollment }
  | { readonly kind: Refusal | 'account_closed' };

/**
 * Enrolls an account in a challenge that it may see. An excluded account takes part without boards and rewards.
 * @param found the result of `findForEnrolling`. It is read again if a concurrent write fails the transaction.
 * @returns `existing` if the account is already enrolled with the same alias and consents.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function enroll(
  table: Table,
  of: OfAccount,
  { noticeVersion, ...input }: EnrollmentInput & { readonly alias: string } & Notice,
  found: Awaited<ReturnType<typeof findForEnrolling>>,
  { now, newId }: Clock,
): Promise<
  Outcome<
    'enrolled' | 'existing',
    'challenge_not_found' | 'event_cancelled' | 'challenge_ended' | 'already_enrolled' | 'alias_taken'
  >
> {
  const { accountId } = of;
  const again = () => findForEnrolling(table, of);
  return finalOutcome(found, again, async ({ challenge, own, excluded, consents }) => {
    const shown = challenge && wasShown(challenge) ? challenge : undefined;
    const foldedAlias = folded(input.alias);
    const [club, isHidden] = await Promise.all([
      findVisibleClubOf(table, shown, accountId),
      isHiddenInEvent(table, { ...(shown ?? NOTHING), foldedAlias }),
    ]);
    if (!challenge || !club) return { kind: 'challenge_not_found' };
    if (challenge.cancelledAt) return { kind: 'event_cancelled' };
    const at = now();
    if (!own && challenge.endsAt <= at.toISOString()) return { kind: 'challenge_ended' };
    const next = {
      ...newEnrollment(challenge, accountId, input, { participantId: newId(), at }),
      ...(excluded && { excludedAt: excluded.excludedAt }),
    };
    if (!own && isHidden) return { kind: 'alias_taken' };
    const refused = own
      ? { own: { item: own } }
      : await table.transact({
          ...enrollmentParts(club, next, excluded, at),
          ...changedConsents(undefined, next, consents, { at: at.toISOString(), noticeVersion }),
        });
    if (!refused) return { kind: 'enrolled', challenge, own: next };
    const existing = own ?? enrollment.parseIfAny(refused.own?.item);
    if (existing) {
      return hasSameChoices(existing, next)
        ? { kind: 'existing', challenge, own: existing }
        : { kind: 'already_enrolled' };
    }
    if ('account' in refused) return { kind: 'account_closed' };
    if ('alias' in refused) return { kind: 'alias_taken' };
    return undefined;
  });
}

function newEnrollment(
  { id: challengeId, joinCode, clubId, startsAt, endsAt, boardPartitions = 1 }: Challenge,
  accountId: AccountId,
  {
    alias,
    shareLeaderboard = false,
    sharePublicDisplay = false,
  }: EnrollmentInput & { readonly alias: string },
  { participantId, at }: { readonly participantId: string; readonly at: Date },
): Enrollment {
  const joinedAt = at.toISOString();
  return {
    accountId,
    challengeId,
    joinCode,
    clubId,
    participantId,
    joinedAt,
    endsAt,
    boardPartitions,
    alias,
    foldedAlias: folded(alias),
    countingFrom: joinedAt > startsAt ? joinedAt : startsAt,
    shareLeaderboard,
    sharePublicDisplay,
    steps: 0,
    version: 1,
  };
}

/** The transaction parts that create an enrollment, with the checks that the account may take part. */
function enrollmentParts(club: Club, next: Enrollment, excluded: Exclusion | undefined, at: Date) {
  return {
    own: { Put: { Item: enrollment.stored(next), ConditionExpression: 'attribute_not_exists(pk)' } },
    alias: aliasTaken(next),
    ...clubAdmits(club, next.accountId),
    account: accountIsOpen(next.accountId),
    exclusion: {
      ConditionCheck: {
        Key: exclusion.key(next),
        ...(excluded
          ? {
              ConditionExpression: 'id = :exclusion',
              ExpressionAttributeValues: { ':exclusion': excluded.id },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      },
    },
    ...movedOnBoards(undefined, next, at),
  };
}

/**
 * Changes the alias or the consents of an enrollment. Omitted fields do not change. A new alias is visible even if the
 * old one was hidden.
 * @param found the result of `findForChange`. It is read again if a concurrent write fails the transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function change(
  table: Table,
  of: OfAccount,
  { noticeVersion, ...input }: EnrollmentInput & Notice,
  found: Awaited<ReturnType<typeof findForChange>>,
  at: Date,
): Promise<Outcome<'changed', 'not_enrolled' | 'alias_taken'>> {
  const again = () => findForChange(table, of);
  return finalOutcome(found, again, async ({ challenge, own, consents }) => {
    if (!challenge || !own) return { kind: 'not_enrolled' };
    const alias = input.alias ?? own.alias;
    const next: Enrollment = {
      ...own,
      alias,
      foldedAlias: folded(alias),
      shareLeaderboard: input.shareLeaderboard ?? own.shareLeaderboard,
      sharePublicDisplay: input.sharePublicDisplay ?? own.sharePublicDisplay,
      version: own.version + 1,
    };
    if (hasSameChoices(own, next)) return { kind: 'changed', challenge, own };
    if (next.foldedAlias !== own.foldedAlias) {
      if (await isHiddenInEvent(table, next)) return { kind: 'alias_taken' };
      next.aliasHiddenAt = undefined;
      next.aliasHiddenInEventAt = undefined;
    }
    const refused = await table.transact({
      ...nextVersionParts(own, next, at),
      ...(next.foldedAlias !== own.foldedAlias && {
        alias: aliasTaken(next),
        oldAlias: freeAlias(own),
      }),
      ...changedConsents(own, next, consents, { at: at.toISOString(), noticeVersion }),
      account: accountIsOpen(of.accountId),
    });
    if (!refused) return { kind: 'changed', challenge, own: next };
    if (refused.account) return { kind: 'account_closed' };
    if (refused.alias && !refused.own) return { kind: 'alias_taken' };
    return undefined;
  });
}

/**
 * Withdraws an enrollment, and its consents with it. Without an enrollment it does nothing.
 * @param found the result of `findConsenting`. It is read again if a concurrent write fails the transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function withdraw(
  table: Table,
  { noticeVersion, ...of }: OfAccount & Notice,
  found: Awaited<ReturnType<typeof findConsenting>>,
  at: Date,
): Promise<void> {
  const again = () => findConsenting(table, of);
  await finalOutcome(found, again, async ({ own, consents }) => {
    const moment = { at: at.toISOString(), noticeVersion };
    const refused =
      own &&
      (await table.transact({
        ...withdrawal(own, at),
        ...changedConsents(own, noConsents(own), consents, moment),
      }));
    return refused ? undefined : 'withdrawn';
  });
}

/** The transaction parts that replace an enrollment by its next version and move its ranks. */
export function nextVersionParts(
  own: Enrollment,
  next: Enrollment,
  at: Date,
): Record<string, Part> & { own: Part } {
  return {
    own: { Put: { Item: enrollment.stored(next), ...asFound(own) } },
    ...movedOnBoards(own, next, at),
  };
}

function aliasTaken({ challengeId, foldedAlias, accountId }: Enrollment): Part {
  return {
    Put: {
      Item: aliasHolder.stored({ challengeId, folded: foldedAlias, accountId }),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

function hasSameChoices(own: Enrollment, next: Enrollment): boolean {
  return (
    own.alias === next.alias &&
    own.shareLeaderboard === next.shareLeaderboard &&
    own.sharePublicDisplay === next.sharePublicDisplay
  );
}
