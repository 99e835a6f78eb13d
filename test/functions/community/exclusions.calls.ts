import { administrators, callsOf } from '../../cast/calls.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenChallenge, givenClub, givenEvent, givenParticipant } from '../../given/community.ts';
import { newId, type World } from '../../support/world.ts';

const onChallenge = async (world: World) => ({
  as: await givenAdmin(world),
  params: { id: (await givenChallenge(world, await givenEvent(world, await givenClub(world)))).id },
});

export const exclusions = callsOf({
  excludeParticipant: {
    callers: administrators,
    request: ({ entered: { id }, alias }) => ({
      params: { id },
      body: { alias, reason: 'Reported from a treadmill.' },
    }),
    refusals: {
      alias_not_found: async (world) => ({
        ...(await onChallenge(world)),
        body: { alias: 'Si Baik', reason: 'Reported from a treadmill.' },
      }),
    },
    rounds: 4,
    units: 21,
    subjects: ['new id', 'id'],
    recordsReason: true,
    storesTexts: ['PLATFORM#ACTS#', 'PLATFORM#ACTS-ON#'],
  },
  listExclusions: {
    callers: administrators,
    request: ({ entered: { id } }) => ({ params: { id } }),
    refusals: {},
    rounds: 2,
    units: 2,
  },
  readmitParticipant: {
    callers: administrators,
    request: ({ entered: { id }, exclusion: exclusionId }) => ({
      params: { id, exclusionId },
      body: { reason: 'A mistake.' },
    }),
    refusals: {
      exclusion_not_found: async (world) => {
        const { as, params } = await onChallenge(world);
        return { as, params: { ...params, exclusionId: newId() }, body: { reason: 'A mistake.' } };
      },
    },
    rounds: 4,
    units: 15,
    furtherUses: [
      // The participant returns to both boards.
      async (world) => {
        const challenge = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
        const { alias } = await givenParticipant(world, challenge, { shareLeaderboard: true });
        const [as, params] = [await givenAdmin(world), { id: challenge.id }];
        const body = { alias, reason: 'Reported from a treadmill.' };
        const excluded = await world.call('excludeParticipant', { as, params, body });
        const exclusionId = String(excluded.body.id);
        return { as, params: { ...params, exclusionId }, body: { reason: 'A mistake.' } };
      },
    ],
    subjects: ['exclusionId', 'id'],
    recordsReason: true,
    storesTexts: ['PLATFORM#ACTS#', 'PLATFORM#ACTS-ON#'],
  },
});
