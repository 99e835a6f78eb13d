import { callsOf, signedIn } from '../../cast/calls.ts';
import { givenPractitioner } from '../../given/clinical.ts';
import { givenAttendee, givenClub, givenEvent, givenMember } from '../../given/community.ts';
import { givenEmployee, givenWorkspace } from '../../given/workspaces.ts';

export const accountData = callsOf({
  getAccount: {
    circle: 'own',
    callers: signedIn,
    request: () => ({}),
    refusals: {},
    rounds: 2,
    units: 8,
    furtherUses: [
      async (world) => ({ as: await givenPractitioner(world) }),
      async (world) => {
        const club = await givenClub(world);
        await givenMember(world, club, 'owner');
        const workspace = await givenWorkspace(world);
        await givenEmployee(world, workspace, { accountId: club.ownerId });
        return { as: club.ownerId };
      },
    ],
  },
  getAccountData: {
    circle: 'own',
    callers: signedIn,
    request: () => ({ query: { limit: '100' } }),
    refusals: {},
    rounds: 4,
    units: 17,
    freshSession: true,
    furtherUses: [
      // An exhibition of a club whose membership is not on the same page.
      async (world) => {
        const { accountId: as } = await givenAttendee(world, await givenEvent(world, await givenClub(world)));
        return { as, query: { limit: '100' } };
      },
    ],
  },
});
