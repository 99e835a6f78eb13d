import { MAX_CHALLENGES } from '../../../shared/values/limits.ts';
import { administrators, callsOf } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { challengeContent, givenChallenge, givenClub, givenEvent } from '../../given/community.ts';
import { newId } from '../../support/world.ts';

const draft = { publishedAt: undefined };
const change = { ...challengeContent, version: 1 };
/** A millisecond after the end of its exhibition. */
const tooLate = { endsAt: '2031-03-16T00:00:00.001Z' };

const creating =
  (body: object, overrides: Parameters<typeof givenEvent>[2] = {}): Scenario =>
  async (world) => {
    const times = { endsAt: challengeContent.endsAt };
    const { joinCode } = await givenEvent(world, await givenClub(world), { ...times, ...overrides });
    return { as: await givenAdmin(world), params: { code: joinCode }, body };
  };

const changing =
  (body: object, overrides: Parameters<typeof givenChallenge>[2] = {}): Scenario =>
  async (world) => {
    const event = await givenEvent(world, await givenClub(world), { endsAt: challengeContent.endsAt });
    const { id } = await givenChallenge(world, event, overrides);
    return { as: await givenAdmin(world), params: { id }, body };
  };

const onNoChallenge =
  (body?: object): Scenario =>
  async (world) => ({ as: await givenAdmin(world), params: { id: newId() }, ...(body && { body }) });

const asManyAsPossible = Object.fromEntries(
  Array.from({ length: MAX_CHALLENGES }, () => [
    newId(),
    { createdAt: '2031-03-01T00:00:00.000Z', isShown: false },
  ]),
);

export const challenges = callsOf({
  createChallenge: {
    callers: administrators,
    request: ({ draftEvent: { joinCode: code } }) => ({ params: { code }, body: challengeContent }),
    refusals: {
      event_not_found: async (world) => ({
        as: await givenAdmin(world),
        params: { code: 'no-such-code' },
        body: challengeContent,
      }),
      too_many_challenges: creating(challengeContent, { challenges: asManyAsPossible }),
      ends_after_exhibition: creating({ ...challengeContent, ...tooLate }),
    },
    rounds: 2,
    units: 14,
    refusesKnownIds: true,
    mistakes: [
      {
        what: 'an end before its start',
        fields: { startsAt: '2031-03-14T04:00:00Z', endsAt: '2031-03-14T03:00:00Z' },
        said: 'body.endsAt must be after startsAt',
      },
    ],
    subjects: ['new id', 'code'],
    storesTexts: ['COMMUNITY#CHALLENGE#'],
  },
  updateChallenge: {
    callers: administrators,
    request: ({ draftChallenge: { id } }) => ({ params: { id }, body: change }),
    refusals: {
      challenge_not_found: onNoChallenge(change),
      version_conflict: changing({ ...change, version: 9 }),
      times_fixed: changing(change),
      ends_after_exhibition: changing({ ...change, ...tooLate }, draft),
    },
    rounds: 2,
    units: 11,
    storesTexts: ['COMMUNITY#CHALLENGE#'],
  },
  publishChallenge: {
    callers: administrators,
    request: ({ draftChallenge: { id } }) => ({ params: { id } }),
    refusals: { challenge_not_found: onNoChallenge() },
    rounds: 3,
    units: 14,
  },
  unpublishChallenge: {
    callers: administrators,
    request: ({ entered: { id } }) => ({ params: { id } }),
    refusals: { challenge_not_found: onNoChallenge() },
    rounds: 2,
    units: 14,
  },
});
