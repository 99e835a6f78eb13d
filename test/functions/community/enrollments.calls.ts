import type { AccountId } from '../../../shared/values/resources.ts';
import { administrators, callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { alone, hiddenAlias, type More, member, outsider, participant } from '../../cast/crowds.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  givenCancelled,
  givenChallenge,
  givenClub,
  givenEvent,
  givenParticipant,
} from '../../given/community.ts';
import { newAccount, type Sent, type World } from '../../support/world.ts';

const givenOpenChallenge = async (world: World, overrides: Parameters<typeof givenChallenge>[2] = {}) =>
  givenChallenge(world, await givenEvent(world, await givenClub(world)), overrides);

type Challenge = Awaited<ReturnType<typeof givenOpenChallenge>>;

const alias = 'Harimau Kota';

/** The request of a participant. */
const enrolled =
  (body: (world: World) => object, overrides: Parameters<typeof givenParticipant>[2] = {}): Scenario =>
  async (world) => {
    const challenge = await givenOpenChallenge(world);
    const own = await givenParticipant(world, challenge, { alias, shareLeaderboard: true, ...overrides });
    return { as: own.accountId, params: { id: challenge.id }, body: body(world) };
  };

/** Somebody wants an alias that looks like the one of another participant. */
const wanting =
  (wanted: string, sender: (world: World, challenge: Challenge) => Promise<AccountId>): Scenario =>
  async (world) => {
    const challenge = await givenOpenChallenge(world);
    await givenParticipant(world, challenge, { alias: 'Ali 10' });
    return { as: await sender(world, challenge), params: { id: challenge.id }, body: { alias: wanted } };
  };

/** An administrator shows an alias that was hidden. @param before what its participant does before that */
const showing =
  (before: (world: World, own: Sent) => Promise<void>): Scenario =>
  async (world) => {
    const challenge = await givenOpenChallenge(world);
    const board = { alias: 'Si Nakal', shareLeaderboard: true, ...hiddenAlias };
    const { accountId, alias } = await givenParticipant(world, challenge, board);
    const params = { id: challenge.id };
    await before(world, { as: accountId, params });
    return { as: await givenAdmin(world), params, body: { alias, hidden: false } };
  };

const reporting =
  (steps: number, ago: number, overrides: Parameters<typeof givenParticipant>[2] = {}): Scenario =>
  (world) =>
    enrolled(
      () => ({ steps, measuredAt: new Date(world.now().getTime() - ago).toISOString() }),
      overrides,
    )(world);

const toChallenge =
  (body?: (name: string) => object): More =>
  ({ challenge }, name) => ({ params: { id: challenge.id }, ...(body && { body: body(name) }) });

const onBoards = { shareLeaderboard: true, sharePublicDisplay: true };
const offBoards = { shareLeaderboard: false, sharePublicDisplay: false };

const reportsFewerSteps = participant(
  toChallenge(() => ({ steps: 300, measuredAt: '2031-03-14T04:00:00.000Z' })),
);
const withdrawsHidden = participant(toChallenge(), hiddenAlias);
const leavesBoards = participant(toChallenge(() => offBoards));
const returnsToBoards = participant(
  toChallenge(() => onBoards),
  offBoards,
);
const changesHidden = participant(
  toChallenge((alias) => ({ alias })),
  hiddenAlias,
);

const aliasItems = [
  'COMMUNITY#ACCOUNT#',
  'COMMUNITY#ALIAS#',
  'COMMUNITY#DISPLAY#',
  'COMMUNITY#LEADERBOARD#',
] as const;

const participants = { ...unsigned, others: 'not_enrolled', patient: 'ok' } as const;

export const enrollments = callsOf({
  enroll: {
    callers: { ...unsigned, others: 'challenge_not_found', patient: 'ok', 'club owner': 'ok' },
    request: ({ open: { id } }) => ({
      params: { id },
      body: { alias, shareLeaderboard: true, sharePublicDisplay: true },
    }),
    refusals: {
      event_cancelled: async (world) => {
        const event = await givenCancelled(world);
        const { id } = await givenChallenge(world, event, { cancelledAt: event.cancelledAt });
        return { as: newAccount(), params: { id }, body: { alias } };
      },
      challenge_ended: async (world) => {
        const { id } = await givenOpenChallenge(world, { endsAt: world.now().toISOString() });
        return { as: newAccount(), params: { id }, body: { alias } };
      },
      already_enrolled: enrolled(() => ({ alias: 'Helang Laut' })),
      alias_taken: wanting('ALI-lO', async () => newAccount()),
    },
    rounds: 3,
    units: 27,
    mistakes: [
      {
        what: 'a text for a choice',
        fields: { sharePublicDisplay: 'yes' },
        said: 'body.sharePublicDisplay must be a boolean',
      },
      {
        what: 'an alias of one letter',
        fields: { alias: 'A' },
        said: 'body.alias must have at least 2 characters, or 1 Chinese character',
      },
      {
        what: 'an alias with two spaces',
        fields: { alias: 'Siti  Aminah' },
        said: 'body.alias must have single spaces between words: character 6 is U+0020',
      },
    ],
    afterLosing: { club: 'ok' },
    storesTexts: aliasItems,
    needsOpenAccount: true,
    onExhibition: (as, { id }) => ({ as, params: { id }, body: { alias: 'Ingin Tahu' } }),
    crowds: [
      {
        where: 'a public club',
        setting: outsider(
          'public',
          toChallenge((alias) => ({ alias, ...onBoards })),
        ),
      },
      {
        where: 'a private club',
        setting: member(toChallenge((alias) => ({ alias, ...onBoards }))),
        listedIn: ['COMMUNITY#MEMBERS#'],
      },
      {
        where: 'a challenge, both with the same alias',
        setting: outsider(
          'public',
          toChallenge(() => ({ alias: 'Sama', ...onBoards })),
        ),
        meetOn: ['an alias'],
        secondGets: 'alias_taken',
      },
    ],
  },
  reportSteps: {
    callers: participants,
    request: ({ entered: { id }, at }) => ({ params: { id }, body: { steps: 4200, measuredAt: at } }),
    refusals: {
      event_cancelled: async (world) => {
        const event = await givenCancelled(world);
        const challenge = await givenChallenge(world, event, { cancelledAt: event.cancelledAt });
        const { accountId } = await givenParticipant(world, challenge);
        const body = { steps: 1, measuredAt: world.now().toISOString() };
        return { as: accountId, params: { id: challenge.id }, body };
      },
      challenge_final: reporting(1, 60_000, { endsAt: '2031-03-13T04:00:00.000Z' }),
      measured_in_future: reporting(1, -60_001),
      measured_outside: reporting(1, 60_001, { countingFrom: '2031-03-14T04:00:00.000Z' }),
      implausible_steps: reporting(100_001, 0),
    },
    rounds: 2,
    units: 16,
    mistakes: [
      { what: 'a number in quotation marks', fields: { steps: '4000' }, said: 'body.steps must be a number' },
      { what: 'half a step', fields: { steps: 0.5 }, said: 'body.steps must be a whole number' },
      { what: 'fewer steps than none', fields: { steps: -1 }, said: 'body.steps must be at least 0' },
      {
        what: 'a time without an offset',
        fields: { measuredAt: '2031-03-14T12:00:00' },
        said: 'body.measuredAt must be a time of RFC 3339 with its offset, such as 2026-03-01T12:00:00+08:00 or 2026-03-01T04:00:00Z',
      },
      {
        what: 'seconds since 1970',
        fields: { measuredAt: 1_930_000_000 },
        said: 'body.measuredAt must be a string',
      },
    ],
    needsOpenAccount: true,
    crowds: [{ where: 'a challenge, fewer than before', setting: reportsFewerSteps }],
    furtherUses: [alone(reportsFewerSteps)],
  },
  withdrawEnrollment: {
    callers: signedIn,
    request: ({ entered: { id } }) => ({ params: { id } }),
    refusals: {},
    rounds: 3,
    units: 14,
    removesFor: ['patient'],
    crowds: [
      { where: 'a challenge', setting: participant(toChallenge()) },
      { where: 'a challenge, with a hidden alias', setting: withdrawsHidden },
    ],
    furtherUses: [alone(withdrawsHidden)],
  },
  changeEnrollment: {
    callers: participants,
    request: ({ entered: { id } }) => ({
      params: { id },
      body: { alias: 'Helang Laut', sharePublicDisplay: false },
    }),
    refusals: { alias_taken: wanting('Ali lO', async (...of) => (await givenParticipant(...of)).accountId) },
    rounds: 3,
    units: 20,
    storesTexts: aliasItems,
    needsOpenAccount: true,
    crowds: [
      {
        where: 'a challenge, to another alias',
        setting: participant(toChallenge((alias) => ({ alias }))),
      },
      { where: 'a challenge, without consents', setting: leavesBoards },
    ],
    furtherUses: [changesHidden, leavesBoards, returnsToBoards].map(alone),
  },
  moderateAlias: {
    callers: administrators,
    request: ({ entered: { id }, alias }) => ({ params: { id }, body: { alias, hidden: true } }),
    refusals: {
      alias_not_found: async (world) => ({
        as: await givenAdmin(world),
        params: { id: (await givenOpenChallenge(world)).id },
        body: { alias: 'Si Baik', hidden: true },
      }),
    },
    rounds: 4,
    units: 20,
    furtherUses: [
      showing(async () => {}),
      // The participant has chosen another alias since then, so nobody has the hidden one any more.
      showing(async (world, sent) => {
        await world.call('changeEnrollment', { ...sent, body: { alias: 'Si Sopan' } });
      }),
    ],
  },
  hideExhibitionAlias: {
    callers: administrators,
    request: ({ exhibition: { joinCode: code } }) => ({
      params: { code },
      body: { alias: 'Si Nakal', hidden: true },
    }),
    refusals: {
      event_not_found: async (world) => ({
        as: await givenAdmin(world),
        params: { code: 'no-such-code' },
        body: { alias: 'Si Nakal', hidden: true },
      }),
    },
    rounds: 4,
    units: 20,
    furtherUses: [
      async (world) => {
        const as = await givenAdmin(world);
        const challenge = await givenOpenChallenge(world);
        const both = { sharePublicDisplay: true, shareLeaderboard: true };
        await givenParticipant(world, challenge, { alias: 'Si Nakal', ...both });
        const params = { code: challenge.joinCode };
        await world.call('hideExhibitionAlias', { as, params, body: { alias: 'Si Nakal', hidden: true } });
        return { as, params, body: { alias: 'Si Nakal', hidden: false } };
      },
      async (world) => {
        const challenge = await givenOpenChallenge(world);
        const both = { sharePublicDisplay: true, shareLeaderboard: true };
        await givenParticipant(world, challenge, { alias: 'Si Nakal', ...both });
        const params = { code: challenge.joinCode };
        return { as: await givenAdmin(world), params, body: { alias: 'Si Nakal', hidden: true } };
      },
    ],
  },
  listHiddenAliases: {
    callers: administrators,
    request: ({ exhibition: { joinCode: code } }) => ({ params: { code } }),
    refusals: {},
    rounds: 2,
    units: 2,
  },
});
