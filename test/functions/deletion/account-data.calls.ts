import { callsOf, signedIn } from '../../cast/calls.ts';

export const accountData = callsOf({
  getAccount: {
    callers: signedIn,
    request: () => ({}),
    refusals: {},
    rounds: 2,
    units: 6,
  },
  getAccountData: {
    callers: signedIn,
    request: () => ({ query: { limit: '100' } }),
    refusals: {},
    rounds: 4,
    units: 14,
    freshSession: true,
  },
});
