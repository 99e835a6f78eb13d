import { JOIN_CODE } from '../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../shared/values/meanings.ts';
import { eventParams, ManagedChallenge, ManagedClub, ManagedEvent } from './managed-schemas.ts';
import {
  challenge,
  challengeMeanings,
  club,
  clubMeanings,
  contentMeanings,
  event,
  eventMeanings,
} from './schemas.examples.ts';

export const joinCodeParameter = {
  code: { meaning: 'The enrollment code of the exhibition', example: JOIN_CODE },
};

/** What `version` means in a request that changes content. */
export const baseVersion =
  'The version that the change is based on, so that nobody overwrites an unseen change';
export const inputMeanings = {
  ...contentMeanings,
  coverImage: 'The picture for lists; omit it if there is none',
};

const managed = {
  version: 'The version, which each change increases by one',
  updatedAt: 'When it was last changed',
  publishedAt: 'When it was published; omitted while it is not published',
};
const activity = {
  visibility: 'Who sees it when it is published: everyone, or only the members of the club',
  state: 'The state: `draft` while it is not published',
  createdAt: 'When the draft was created',
  ...managed,
};

export const meanings = [
  parametersOf(eventParams, joinCodeParameter),
  meaningsOf(ManagedClub, {
    ...clubMeanings,
    visibility: 'Who sees the club when it is published: everyone, or only its members',
    state: 'The state of the club: only its owner and administrators see it until it is `published`',
    createdAt: 'When the club was created',
    ...managed,
    ownerId: 'The account of the owner; omitted after the account was erased',
    social: 'Whether a person founded the club. Such a club is reviewed before anyone else sees it.',
    reviewedAt:
      'When an administrator approved the club or created it; omitted while it is `unreviewed` or `rejected`',
    rejectedAt: 'When an administrator rejected the club; omitted otherwise',
    rejectionReason: 'Why the club was rejected, for its owner; omitted otherwise',
  }),
  meaningsOf(ManagedEvent, {
    ...eventMeanings,
    ...activity,
    cancelledAt: 'When the exhibition was cancelled; omitted otherwise',
  }),
  meaningsOf(ManagedChallenge, {
    ...challengeMeanings,
    ...activity,
    joinCode: 'The enrollment code of the exhibition',
  }),
];

const changed = {
  visibility: 'public' as const,
  version: 2,
  createdAt: '2026-01-05T02:00:00.000Z',
  updatedAt: '2026-01-06T04:30:00.000Z',
};
const published = { state: 'published' as const, publishedAt: '2026-01-06T04:30:00.000Z' };
const draft = { state: 'draft' as const, publishedAt: undefined };

export const managedClub = {
  ...club,
  coverImage: event.coverImage,
  ...changed,
  ...published,
  ownerId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
  social: true,
  reviewedAt: '2026-01-06T04:30:00.000Z',
};
export const unpublishedClub = { ...managedClub, ...draft };
export const unreviewedClub = {
  ...managedClub,
  state: 'unreviewed' as const,
  version: 1,
  memberCount: 1,
  reviewedAt: undefined,
};
export const rejectedClub = {
  ...unreviewedClub,
  state: 'rejected' as const,
  rejectedAt: '2026-01-06T04:30:00.000Z',
  rejectionReason: 'The picture shows people who can be recognized.',
};

export const managedEvent = { ...event, ...changed, ...published };
export const unpublishedEvent = { ...managedEvent, ...draft };
export const managedChallenge = {
  ...challenge,
  coverImage: event.coverImage,
  ...changed,
  ...published,
  joinCode: JOIN_CODE,
};
export const unpublishedChallenge = { ...managedChallenge, ...draft };
