import { administrators, callsOf, signedIn } from '../../cast/calls.ts';

export const accessLog = callsOf({
  listAccessLog: {
    circle: 'clinic',
    readsInTown: () => [{}],
    callers: signedIn,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 2,
    units: 3,
  },
  searchAccessLog: {
    callers: administrators,
    request: ({ practitioner: accountId }) => ({ params: { accountId }, body: { reason: 'Lost laptop.' } }),
    recordsReason: true,
    refusals: {},
    rounds: 3,
    units: 7,
    freshSession: true,
    storesTexts: ['PLATFORM#ACTS#', 'PLATFORM#ACTS-ON#'],
  },
});
