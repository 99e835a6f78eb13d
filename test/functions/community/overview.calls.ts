import { callsOf, everybody, signedIn } from '../../cast/calls.ts';
import { alone, participant } from '../../cast/crowds.ts';

export const overview = callsOf({
  listCommunity: {
    circle: 'content',
    readsInTown: () => [{}],
    callers: everybody,
    request: () => ({}),
    refusals: {},
    rounds: 3,
    units: 10,
    furtherUses: [alone(participant(() => ({})))],
  },
  listOwnCommunity: {
    circle: 'content',
    readsInTown: () => [{}],
    callers: signedIn,
    request: () => ({}),
    by: 'club owner',
    refusals: {},
    rounds: 4,
    units: 7,
  },
});
