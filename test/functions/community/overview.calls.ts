import { callsOf, everybody, signedIn } from '../../cast/calls.ts';

export const overview = callsOf({
  listCommunity: { callers: everybody, request: () => ({}), refusals: {}, rounds: 2 },
  listOwnCommunity: {
    callers: signedIn,
    request: () => ({}),
    by: 'club owner',
    refusals: {},
    rounds: 4,
  },
});
