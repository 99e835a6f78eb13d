import { administrators, callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { alone, type More, member, outsider, participant } from '../../cast/crowds.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  codeIssue,
  eventContent,
  givenCancelled,
  givenChallenge,
  givenClub,
  givenEvent,
} from '../../given/community.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { newAccount, newId } from '../../support/world.ts';

/** An administrator changes an exhibition with a draft challenge, which ends with it. */
const onEvent =
  (body: object): Scenario =>
  async (world) => {
    const event = await givenEvent(world, await givenClub(world), { endsAt: eventContent.endsAt });
    await givenChallenge(world, event, { publishedAt: undefined });
    return { as: await givenAdmin(world), params: { code: event.joinCode }, body };
  };

const onNoEvent =
  (body?: object): Scenario =>
  async (world) => ({
    as: await givenAdmin(world),
    params: { code: 'no-such-code' },
    ...(body && { body }),
  });

const onCancelled: Scenario = async (world) => ({
  as: newAccount(),
  params: { code: (await givenCancelled(world)).joinCode },
});

const toEvent: More = ({ event }) => ({ params: { code: event.joinCode } });

const change = { ...eventContent, version: 1 };
/** Members of the private club find its exhibition. */
const members = { others: 'event_not_found', patient: 'ok', 'club owner': 'ok' } as const;

export const events = callsOf({
  findEvent: {
    circle: 'content',
    readsInTown: ({ code }) => [{ params: { code } }],
    callers: members,
    request: ({ exhibition: { joinCode: code } }) => ({ params: { code } }),
    refusals: { event_cancelled: onCancelled },
    rounds: 2,
    units: 5,
    mistakes: [
      { what: 'a code in capitals', params: { code: 'KL-EXPO' }, said: codeIssue },
      { what: 'a code that is too short', params: { code: 'kl' }, said: codeIssue },
    ],
    afterLosing: { club: 'ok' },
    onExhibition: (as, { code }) => ({ as, params: { code } }),
  },
  joinEvent: {
    callers: { ...unsigned, ...members },
    request: ({ exhibition: { joinCode: code } }) => ({ params: { code } }),
    by: 'club owner',
    refusals: {
      event_cancelled: onCancelled,
      event_ended: async (world) => {
        const endsAt = world.now().toISOString();
        const { joinCode } = await givenEvent(world, await givenClub(world), { endsAt });
        return { as: newAccount(), params: { code: joinCode } };
      },
    },
    rounds: 3,
    units: 13,
    afterLosing: { club: 'ok' },
    needsOpenAccount: true,
    onExhibition: (as, { code }) => ({ as, params: { code } }),
    crowds: [
      { where: 'a public club', setting: outsider('public', toEvent) },
      { where: 'a private club', setting: member(toEvent), listedIn: ['COMMUNITY#MEMBERS#'] },
    ],
    furtherUses: [alone(member(toEvent))],
  },
  leaveEvent: {
    callers: signedIn,
    request: ({ exhibition: { joinCode: code } }) => ({ params: { code } }),
    refusals: {},
    rounds: 2,
    units: 5,
    removesFor: ['patient'],
    crowds: [{ where: 'a private club', setting: participant(toEvent) }],
  },
  createEvent: {
    callers: administrators,
    request: ({ club }) => ({ body: { clubId: club.id, joinCode: 'pesta-jalan-kaki', ...eventContent } }),
    refusals: {
      unknown_club: async (world) => ({
        as: await givenAdmin(world),
        body: { clubId: newId(), joinCode: 'pesta-sihat', ...eventContent },
      }),
      code_taken: async (world) => {
        const { clubId, joinCode } = await givenEvent(world, await givenClub(world));
        return { as: await givenAdmin(world), body: { clubId, joinCode, ...eventContent } };
      },
    },
    rounds: 2,
    units: 20,
    subjects: ['joinCode', 'clubId'],
    storesTexts: ['COMMUNITY#EVENT#'],
  },
  listPlatformEvents: {
    callers: administrators,
    request: ({ club: { id } }) => ({ params: { id } }),
    refusals: {},
    rounds: 2,
    units: 2,
  },
  getPlatformEvent: {
    callers: administrators,
    request: ({ draftEvent: { joinCode: code } }) => ({ params: { code } }),
    refusals: { event_not_found: onNoEvent() },
    rounds: 2, // The exhibition knows its challenges.
    units: 3,
  },
  updateEvent: {
    callers: administrators,
    request: ({ draftEvent: { joinCode: code } }) => ({ params: { code }, body: change }),
    refusals: {
      event_not_found: onNoEvent(change),
      version_conflict: onEvent({ ...change, version: 9 }),
      challenge_ends_later: onEvent({ ...change, endsAt: '2031-03-15T23:59:59.999Z' }),
    },
    rounds: 2,
    units: 16,
    furtherUses: [onEvent({ ...change, expectedAttendees: 10_000 })],
    storesTexts: ['COMMUNITY#EVENT#'],
  },
  publishEvent: {
    callers: administrators,
    request: ({ draftEvent: { joinCode: code } }) => ({ params: { code } }),
    refusals: { event_not_found: onNoEvent() },
    rounds: 2,
    units: 13,
  },
  unpublishEvent: {
    callers: administrators,
    request: ({ exhibition: { joinCode: code } }) => ({ params: { code } }),
    refusals: { event_not_found: onNoEvent() },
    rounds: 2,
    units: 15,
  },
  cancelEvent: {
    callers: administrators,
    request: ({ exhibition: { joinCode: code } }) => ({ params: { code } }),
    refusals: {
      event_not_found: onNoEvent(),
      not_published: async (world) => {
        const { joinCode } = await givenEvent(world, await givenClub(world), { publishedAt: undefined });
        return { as: await givenAdmin(world), params: { code: joinCode } };
      },
      event_ended: async (world) => {
        const endsAt = world.now().toISOString();
        const { joinCode } = await givenEvent(world, await givenClub(world), { endsAt });
        return { as: await givenAdmin(world), params: { code: joinCode } };
      },
    },
    rounds: 3,
    units: 22,
    furtherUses: [
      async (world) => {
        const { id: eventId, joinCode } = await givenEvent(world, await givenClub(world));
        await givenClaim(world, await givenCampaign(world, { eventId, heldUnits: 1 }));
        return { as: await givenAdmin(world), params: { code: joinCode } };
      },
    ],
  },
  listPlatformExhibitions: {
    callers: administrators,
    request: () => ({ query: { from: '2031-03-01', to: '2031-03-31' } }),
    refusals: {},
    rounds: 4,
    units: 40,
    mistakes: [
      {
        what: 'a day that does not exist',
        query: { from: '2031-02-30' },
        said: 'query.from must be one day that exists, as YYYY-MM-DD',
      },
      {
        what: 'an end before the beginning',
        query: { from: '2031-03-02', to: '2031-03-01' },
        said: 'query.to must not be before from',
      },
    ],
  },
});
