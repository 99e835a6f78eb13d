import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CLUB_ID, CURSOR } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import {
  baseVersion,
  inputMeanings,
  managedClub,
  rejectedClub,
  unpublishedClub,
  unreviewedClub,
} from '../managed-schemas.examples.ts';
import type * as contract from './contract.ts';
import {
  assignClubOwner,
  clubParams,
  createClub,
  createPlatformClub,
  listPlatformClubs,
  reviewClub,
  updateClub,
  updatePlatformClub,
} from './contract.ts';

const visibility = 'Who sees the club when it is published: everyone, or only its members';

export const meanings = [
  parametersOf(clubParams, { id: { meaning: 'The id of the club', example: CLUB_ID } }),
  meaningsOf(createClub.body, { ...inputMeanings, visibility }),
  meaningsOf(updateClub.body, {
    ...inputMeanings,
    published: 'Whether others see the club once it is approved',
    version: baseVersion,
  }),
  meaningsOf(createPlatformClub.body, { ...inputMeanings, visibility, ownerId: 'The account of the owner' }),
  parametersOf(listPlatformClubs.query, {
    state: { meaning: 'The state of the listed clubs', example: 'unreviewed' },
    ...page,
  }),
  meaningsOf(listPlatformClubs.success[200], {
    clubs: 'The clubs of this page, the oldest first',
    nextCursor,
  }),
  meaningsOf(updatePlatformClub.body, { ...inputMeanings, version: baseVersion }),
  meaningsOf(reviewClub.body, {
    decision: 'The result of the review',
    reason: 'Why the club is rejected, for its owner',
    version: 'The version that was reviewed, so that nobody approves an unseen change',
  }),
  meaningsOf(assignClubOwner.body, { accountId: 'The account of the new owner' }),
];

const { title, summary, coverImage, ownerId } = managedClub;
const input = { title, summary };

export const examples = {
  createClub: { body: { ...input, coverImage, visibility: 'public' }, success: { 201: unreviewedClub } },
  updateClub: {
    body: { ...input, published: true, version: 1 },
    success: { 200: { ...unreviewedClub, version: 2 } },
  },
  createPlatformClub: {
    body: { ...input, visibility: 'public', ownerId },
    success: { 201: { ...unpublishedClub, social: false, version: 1, memberCount: 1 } },
  },
  listPlatformClubs: { success: { 200: { clubs: [unreviewedClub], nextCursor: CURSOR } } },
  getPlatformClub: { success: { 200: managedClub } },
  updatePlatformClub: { body: { ...input, version: 1 }, success: { 200: managedClub } },
  reviewClub: {
    body: { decision: 'rejected', reason: rejectedClub.rejectionReason, version: 1 },
    success: { 200: { ...rejectedClub, version: 2 } },
  },
  publishClub: { success: { 200: managedClub } },
  unpublishClub: { success: { 200: unpublishedClub } },
  assignClubOwner: { body: { accountId: ownerId }, success: { 200: managedClub } },
} satisfies ExamplesOf<typeof contract>;
