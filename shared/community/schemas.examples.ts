import { CLUB_ID } from '../values/ids.examples.ts';
import { FINAL_AFTER_HOURS } from '../values/limits.ts';
import { type Meanings, meaningsOf } from '../values/meanings.ts';
import { ClubMembership, Enrollment, StepReport } from './schemas.ts';

export const enrollmentMeanings = {
  participantId: 'The id of the participant, which does not reveal the account',
  alias: 'The name that others see, unique in the challenge',
  joinedAt: 'When the participant enrolled',
  countingFrom: 'From when steps count',
  shareLeaderboard: 'Whether the participant agreed to be shown to the others',
  sharePublicDisplay: 'Whether the participant agreed to be shown on the public display',
  steps: 'The number of steps since `countingFrom`',
  measuredAt: 'Until when the steps were counted; omitted before the first report',
  provisional: `Whether the result may still change, until ${FINAL_AFTER_HOURS} hours after the end`,
  rewardEligible: 'Whether the result counts for rewards, which an administrator can end',
} satisfies Meanings<typeof Enrollment.shape>;

/** What the state and the times of a membership in a club mean, for members and for owners of clubs. */
export const membershipMeanings = {
  status: 'Whether the account owns the club, is a member, or has requested to join a private club',
  joinedAt: 'When the account joined; omitted while its request is pending',
  requestedAt: 'When the account requested to join; omitted for members',
};

export const meanings = [
  meaningsOf(ClubMembership, {
    clubId: 'The id of the club',
    ...membershipMeanings,
    knownAs: 'How the owner of the club knows the account, only in `getAccountData`; omitted without a name',
  }),
  meaningsOf(Enrollment, enrollmentMeanings),
  meaningsOf(StepReport, { ...enrollmentMeanings, nextReportAt: 'When to report again' }),
];

export const joined = { status: 'member' as const, joinedAt: '2026-01-10T23:41:00.000Z' };
export const requested = { status: 'requested' as const, requestedAt: '2026-03-04T08:12:30.250Z' };
export const clubMembership = { clubId: CLUB_ID, ...joined };

export const enrollment = {
  participantId: '16fd2706-8baf-433b-82eb-8c7fada847da',
  alias: 'Hang Langkah',
  joinedAt: '2026-03-06T12:00:00.000Z',
  countingFrom: '2026-03-07T00:00:00.000Z',
  shareLeaderboard: true,
  sharePublicDisplay: false,
  steps: 8412,
  measuredAt: '2026-03-07T05:30:00.000Z',
  provisional: true,
  rewardEligible: true,
};
