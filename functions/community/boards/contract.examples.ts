import { enrollment } from '../../../shared/community/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CHALLENGE_ID, CURSOR } from '../../../shared/values/ids.examples.ts';
import { DISPLAY_TOP, FINAL_AFTER_HOURS, MAX_CHALLENGES } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { joinCodeParameter } from '../managed-schemas.examples.ts';
import { challenge, event, eventTimes } from '../schemas.examples.ts';
import type * as contract from './contract.ts';
import { ExhibitionDisplay, getDisplay, getLeaderboard, LeaderboardEntry } from './contract.ts';

const ranked = {
  alias: 'The name that the participant has chosen',
  steps: 'The number of steps that count for the participant',
  rank: 'The rank by steps, from 1. Equal steps share a rank.',
};

export const meanings = [
  meaningsOf(ExhibitionDisplay, {
    event: {
      meaning: 'The exhibition',
      properties: { title: 'The title, one line of plain text', ...eventTimes },
    },
    challenges: {
      meaning: `The published challenges of the exhibition, at most ${MAX_CHALLENGES}`,
      properties: {
        title: 'The title, one line of plain text',
        top: {
          meaning: `The best participants who agreed to the public display, at most ${DISPLAY_TOP}`,
          properties: ranked,
        },
        total:
          'The number of participants who agreed to the public display. It follows changes about a second later.',
      },
    },
    updatedAt: 'When anything on the display last changed',
    provisional: `Whether any result may still change. The results of a challenge are final ${FINAL_AFTER_HOURS} hours after its end.`,
    rewardEligible: 'Whether the results of all challenges count for rewards',
  }),
  parametersOf(getDisplay.params, joinCodeParameter),
  meaningsOf(LeaderboardEntry, ranked),
  parametersOf(getLeaderboard.params, { id: { meaning: 'The id of the challenge', example: CHALLENGE_ID } }),
  parametersOf(getLeaderboard.query, page),
  meaningsOf(getLeaderboard.success[200], {
    entries: 'The participants of this page, the best first',
    nextCursor,
  }),
];

export const examples = {
  getDisplay: {
    success: {
      200: {
        event: { title: event.title, startsAt: event.startsAt, endsAt: event.endsAt },
        challenges: [
          {
            title: challenge.title,
            top: [
              { alias: 'Puteri Pantas', steps: 18_204, rank: 1 },
              { alias: '阿明', steps: 16_920, rank: 2 },
              { alias: 'Kumar W', steps: 16_920, rank: 2 },
            ],
            total: 57,
          },
        ],
        updatedAt: '2026-03-07T05:30:00.000Z',
        provisional: true,
        rewardEligible: true,
      },
    },
  },
  getLeaderboard: {
    success: {
      200: {
        entries: [
          { rank: 1, alias: 'Puteri Pantas', steps: 18_204 },
          { rank: 2, alias: enrollment.alias, steps: 8412 },
        ],
        nextCursor: CURSOR,
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
