import { callsOf, type Scenario, signedIn, unsigned } from '../../cast/calls.ts';
import { givenClub, givenMember } from '../../given/community.ts';
import { newAccount, newId } from '../../support/world.ts';

/** The owner of a club names an account that has not asked to join. */
const onStranger: Scenario = async (world) => {
  const club = await givenClub(world, { visibility: 'private' });
  await givenMember(world, club, 'owner');
  return { as: club.ownerId, params: { id: club.id, accountId: newAccount() } };
};

const owner = { ...unsigned, others: 'club_not_found', 'club owner': 'ok' } as const;

export const clubMembers = callsOf({
  listClubMembers: {
    callers: owner,
    request: ({ club: { id } }) => ({ params: { id }, query: { standing: 'requested' } }),
    refusals: {},
    rounds: 3,
  },
  joinClub: {
    callers: signedIn,
    request: ({ club: { id } }) => ({ params: { id } }),
    by: 'other account',
    refusals: { club_not_found: async () => ({ as: newAccount(), params: { id: newId() } }) },
    rounds: 2,
    needsOpenAccount: true,
  },
  approveClubMember: {
    callers: owner,
    request: ({ club: { id }, practitioner: accountId }) => ({ params: { id, accountId } }),
    refusals: { member_not_found: onStranger },
    rounds: 2,
  },
  leaveClub: {
    callers: { ...signedIn, 'club owner': 'owner_stays' },
    request: ({ club: { id } }) => ({ params: { id } }),
    refusals: {},
    rounds: 3,
  },
  removeClubMember: {
    callers: owner,
    request: ({ club: { id }, patient: accountId }) => ({ params: { id, accountId } }),
    refusals: {
      member_not_found: onStranger,
      owner_stays: async (world) => {
        const { as, params } = await onStranger(world);
        return { as, params: { ...params, accountId: as ?? '' } };
      },
    },
    rounds: 3,
  },
});
