import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import {
  count,
  pageOf,
  pageQuery,
  prose,
  Timestamp,
  timezone,
  title,
  Uuid,
  version,
} from '../../../shared/resources.ts';
import { ManagedChallenge, ManagedEvent, Words } from '../clubs/platform-contract.ts';
import { Alias } from '../enrollments/aliases.ts';
import { event_not_found, JoinCode, version_conflict } from '../schemas.ts';

/** What administrators do with exhibitions and challenges: make, change, publish, take off. */

const Timed = { startsAt: Timestamp, endsAt: Timestamp };
interface TimedWords {
  readonly startsAt: string;
  readonly endsAt: string;
}
const endsAfterItStarts = () =>
  z.refine<TimedWords>(({ startsAt, endsAt }) => endsAt > startsAt, {
    path: ['endsAt'],
    error: 'must come after startsAt',
  });

const EventWords = {
  ...Words,
  ...Timed,
  timezone: timezone(),
  venue: title(),
  expectedAttendees: count().check(z.maximum(10_000_000)),
};
const ChallengeWords = { ...Words, ...Timed, rules: prose(5000, 1), rewardEligible: z.boolean() };

const clubParams = z.strictObject({ id: Uuid });
const eventParams = z.strictObject({ code: JoinCode });

const challenge_not_found = [404, 'There is no such challenge.'] as const;

export const createEvent = contract({
  operationId: 'createEvent',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/events',
  summary: 'Make an exhibition of a club, as a draft',
  description: 'Its enrollment code is unique and stays as it is, as does its club.',
  caller: 'platform_admin',
  body: z.strictObject({ clubId: Uuid, joinCode: JoinCode, ...EventWords }).check(endsAfterItStarts()),
  success: { 201: ManagedEvent },
  refusals: {
    unknown_club: [409, 'There is no club with this clubId.'],
    code_taken: [409, 'Another exhibition has this joinCode.'],
  },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem'],
      'COMMUNITY#EVENT#': ['PutItem'],
      'COMMUNITY#EVENT-ID#': ['PutItem'],
    },
  },
});

export const listPlatformEvents = contract({
  operationId: 'listPlatformEvents',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/clubs/{id}/events',
  summary: 'List the exhibitions of a club in any state',
  description: 'Latest first.',
  caller: 'platform_admin',
  params: clubParams,
  query: z.object(pageQuery),
  success: { 200: pageOf('events', ManagedEvent) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi2: ['COMMUNITY#OF-CLUB#'] },
});

export const getPlatformEvent = contract({
  operationId: 'getPlatformEvent',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/events/{code}',
  summary: 'Get an exhibition in any state, with its challenges',
  caller: 'platform_admin',
  params: eventParams,
  success: { 200: z.strictObject({ event: ManagedEvent, challenges: z.array(ManagedChallenge) }) },
  refusals: { event_not_found },
  touches: { table: { 'COMMUNITY#EVENT#': ['GetItem'] }, gsi2: ['COMMUNITY#IN-EVENT#'] },
});

export const updateEvent = contract({
  operationId: 'updateEvent',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/events/{code}',
  summary: 'Change an exhibition',
  description: 'Its state stays as it is.',
  caller: 'platform_admin',
  params: eventParams,
  body: z.strictObject({ ...EventWords, version: version() }).check(endsAfterItStarts()),
  success: { 200: ManagedEvent },
  refusals: { event_not_found, version_conflict },
  touches: { table: { 'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'] } },
});

const eventPublication = {
  area: 'community',
  path: '/v1/platform/community/events/{code}/publication',
  caller: 'platform_admin',
  params: eventParams,
  success: { 200: ManagedEvent },
  refusals: { event_not_found },
  touches: { table: { 'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'] } },
} as const;

export const publishEvent = contract({
  ...eventPublication,
  operationId: 'publishEvent',
  method: 'POST',
  summary: 'Publish an exhibition',
  description: 'Repeated, it changes nothing. It is seen as far as its club is.',
});

export const unpublishEvent = contract({
  ...eventPublication,
  operationId: 'unpublishEvent',
  method: 'DELETE',
  summary: 'Take an exhibition off, with its challenges and its display',
  description: 'Repeated, it changes nothing. Memberships and enrollments stay.',
});

export const createChallenge = contract({
  operationId: 'createChallenge',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/events/{code}/challenges',
  summary: 'Make a step challenge of an exhibition, as a draft',
  description: 'At most 50 for an exhibition.',
  caller: 'platform_admin',
  params: eventParams,
  body: z.strictObject(ChallengeWords).check(endsAfterItStarts()),
  success: { 201: ManagedChallenge },
  refusals: { event_not_found, too_many_challenges: [409, 'An exhibition has at most 50 challenges.'] },
  touches: {
    table: { 'COMMUNITY#EVENT#': ['GetItem', 'UpdateItem'], 'COMMUNITY#CHALLENGE#': ['PutItem'] },
  },
});

const challengeParams = z.strictObject({ id: Uuid });

export const updateChallenge = contract({
  operationId: 'updateChallenge',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/challenges/{id}',
  summary: 'Change a challenge',
  description: 'Its state stays as it is. Its times are fixed while anyone takes part.',
  caller: 'platform_admin',
  params: challengeParams,
  body: z.strictObject({ ...ChallengeWords, version: version() }).check(endsAfterItStarts()),
  success: { 200: ManagedChallenge },
  refusals: {
    challenge_not_found,
    version_conflict,
    times_fixed: [409, 'Somebody takes part already, so the times stay as they are.'],
  },
  touches: { table: { 'COMMUNITY#CHALLENGE#': ['GetItem', 'UpdateItem'] } },
});

const challengePublication = {
  area: 'community',
  path: '/v1/platform/community/challenges/{id}/publication',
  caller: 'platform_admin',
  params: challengeParams,
  success: { 200: ManagedChallenge },
  refusals: { challenge_not_found },
  touches: {
    table: { 'COMMUNITY#CHALLENGE#': ['GetItem', 'UpdateItem'], 'COMMUNITY#EVENT#': ['UpdateItem'] },
  },
} as const;

export const publishChallenge = contract({
  ...challengePublication,
  operationId: 'publishChallenge',
  method: 'POST',
  summary: 'Publish a challenge',
  description: 'Repeated, it changes nothing. It is seen as far as its exhibition is.',
});

export const unpublishChallenge = contract({
  ...challengePublication,
  operationId: 'unpublishChallenge',
  method: 'DELETE',
  summary: 'Take a challenge off, also from the display',
  description: 'Repeated, it changes nothing. Enrollments stay.',
});

const ModeratedAlias = z.strictObject({ alias: z.string(), hidden: z.boolean() });

export const moderateAlias = contract({
  operationId: 'moderateAlias',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/challenges/{id}/aliases',
  summary: 'Hide an alias from the boards of a challenge, or show it again',
  description:
    'Whoever has it, or one that looks like it, is off the display and the leaderboard until they choose another alias or it is shown again. A hidden alias can be taken by nobody. Nobody learns whose it is.',
  caller: 'platform_admin',
  params: challengeParams,
  body: z.strictObject({ alias: Alias, hidden: z.boolean() }),
  success: { 200: ModeratedAlias },
  refusals: { alias_not_found: [404, 'Nobody in this challenge has this alias.'] },
  touches: {
    table: {
      'COMMUNITY#ALIAS#': ['GetItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
    },
  },
});
