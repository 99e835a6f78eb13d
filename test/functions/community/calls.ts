import { givenChallenge, givenClub, givenEvent, givenMember, givenParticipant } from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount } from '../../support/world.ts';

const publicEvent: Scenario = async (world) => {
  const event = await givenEvent(world, await givenClub(world));
  const challenge = await givenChallenge(world, event);
  await givenParticipant(world, challenge, { steps: 1200 });
  return { params: { code: event.joinCode } };
};

const unknownCode: Scenario = async () => ({ params: { code: 'no-such-code' } });

export const validCalls = {
  listCommunity: async (world) => {
    await publicEvent(world);
    return { as: newAccount() };
  },
  findEvent: async (world) => ({ ...(await publicEvent(world)), as: newAccount() }),
  getDisplay: publicEvent,
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  listCommunity: {},
  findEvent: { event_not_found: async (world) => ({ ...(await unknownCode(world)), as: newAccount() }) },
  getDisplay: { event_not_found: unknownCode },
} satisfies Partial<RefusalScenarios>;

/** Exhibitions that a stranger must not find, each with a request that looks one up by its code. */
export const hiddenEvents: readonly { readonly what: string; readonly scenario: Scenario }[] = [
  {
    what: "a private club's event",
    scenario: async (world) => {
      const event = await givenEvent(world, await givenClub(world, { visibility: 'private' }));
      await givenChallenge(world, event);
      return { params: { code: event.joinCode } };
    },
  },
  {
    what: "a private club's event, to one who only asked to join",
    scenario: async (world) => {
      const club = await givenClub(world, { visibility: 'private' });
      const { accountId } = await givenMember(world, club, 'requested');
      const event = await givenEvent(world, club);
      return { as: accountId, params: { code: event.joinCode } };
    },
  },
  {
    what: 'a draft event',
    scenario: async (world) => {
      const event = await givenEvent(world, await givenClub(world), { publishedAt: undefined });
      return { params: { code: event.joinCode } };
    },
  },
  {
    what: 'an unreviewed event, to its owner',
    scenario: async (world) => {
      const club = await givenClub(world);
      const { accountId } = await givenMember(world, club, 'owner');
      const event = await givenEvent(world, club, { reviewedAt: undefined });
      return { as: accountId, params: { code: event.joinCode } };
    },
  },
  {
    what: 'the event of an unreviewed club, to its owner',
    scenario: async (world) => {
      const club = await givenClub(world, { reviewedAt: undefined });
      const { accountId } = await givenMember(world, club, 'owner');
      const event = await givenEvent(world, club);
      return { as: accountId, params: { code: event.joinCode } };
    },
  },
  {
    what: 'the event of an unpublished club',
    scenario: async (world) => {
      const event = await givenEvent(world, await givenClub(world, { publishedAt: undefined }));
      return { params: { code: event.joinCode } };
    },
  },
];
