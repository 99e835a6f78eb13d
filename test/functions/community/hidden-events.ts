import type { Scenario } from '../../cast/crowds.ts';
import { givenChallenge, givenClub, givenEvent, givenMember } from '../../given/community.ts';

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
