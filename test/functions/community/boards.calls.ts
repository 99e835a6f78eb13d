import { callsOf, everybody, unsigned } from '../../cast/calls.ts';
import { codeIssue, givenCancelled } from '../../given/community.ts';

export const boards = callsOf({
  getDisplay: {
    circle: 'challenge',
    readsInTown: ({ challenge, code }) => [{ place: challenge, params: { code } }],
    callers: everybody,
    request: ({ shown }) => ({ params: { code: shown.joinCode } }),
    refusals: {
      event_not_found: async () => ({ params: { code: 'no-such-code' } }),
      event_cancelled: async (world) => {
        const { joinCode: code } = await givenCancelled(world);
        return { params: { code } };
      },
    },
    rounds: 2,
    units: 5,
    mistakes: [{ what: 'a code with a space', params: { code: 'kl expo' }, said: codeIssue }],
    onExhibition: (_, { code }) => ({ params: { code } }),
  },
  getLeaderboard: {
    circle: 'challenge',
    readsInTown: ({ challenge: id }) => [{ place: id, params: { id } }],
    callers: { ...unsigned, others: 'challenge_not_found', patient: 'ok', 'club owner': 'ok' },
    request: ({ entered: { id } }) => ({ params: { id } }),
    refusals: {},
    rounds: 2,
    units: 8,
    afterLosing: { club: 'ok' },
    onExhibition: (as, { id }) => ({ as, params: { id } }),
  },
});
