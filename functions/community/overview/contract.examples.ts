import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { meaningsOf } from '../../../shared/values/meanings.ts';
import { managedChallenge, managedClub, managedEvent } from '../managed-schemas.examples.ts';
import { club, enrolledChallenge, event, membership } from '../schemas.examples.ts';
import type * as contract from './contract.ts';
import { listCommunity, listOwnCommunity } from './contract.ts';

export const meanings = [
  meaningsOf(listOwnCommunity.success[200], {
    clubs: "The caller's own clubs, the latest first",
    events: 'The exhibitions of these clubs, the latest first',
    challenges: 'The challenges of these exhibitions, the latest first',
  }),
  meaningsOf(listCommunity.success[200], {
    clubs: 'The clubs that the caller may see, those of the caller first',
    events: 'The exhibitions that the caller may see, those of the caller first',
    challenges: 'The challenges that the caller may see, those of the caller first',
  }),
];

export const examples = {
  listOwnCommunity: {
    success: { 200: { clubs: [managedClub], events: [managedEvent], challenges: [managedChallenge] } },
  },
  listCommunity: {
    success: {
      200: {
        clubs: [{ ...club, coverImage: event.coverImage, membership }],
        events: [event],
        challenges: [enrolledChallenge],
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
