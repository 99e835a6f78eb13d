import * as z from 'zod/mini';
import { ContentState } from '../../../shared/community/items.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_FOUNDED_CLUBS } from '../../../shared/values/limits.ts';
import { AccountId, pageOf, pageQuery, reason, Uuid, version } from '../../../shared/values/resources.ts';
import { ContentInput, ManagedClub } from '../managed-schemas.ts';
import { version_conflict } from '../schemas.ts';

/** Accounts found clubs and change their own. Administrators review and manage all of them. */

export const clubParams = z.strictObject({ id: Uuid });

export const club_not_found = [404, 'The club does not exist, or the caller may not see it.'] as const;
export const not_own_club = [404, 'The caller owns no club with this id.'] as const;

export const createClub = contract({
  operationId: 'createClub',
  area: 'community',
  method: 'POST',
  path: '/v1/community/clubs',
  summary: 'Create a social club',
  description: `The caller becomes its owner. Nobody else sees the club until an administrator approves it. Its visibility cannot be changed later. An account can create at most ${MAX_FOUNDED_CLUBS} clubs.`,
  caller: 'account',
  body: z.strictObject({ ...ContentInput, visibility: z.enum(['public', 'private']) }),
  success: { 201: ManagedClub },
  refusals: { too_many_clubs: [409, `An account can create at most ${MAX_FOUNDED_CLUBS} clubs.`] },
  touches: {
    table: {
      'ROLLUP#RECORD#': ['PutItem'],
      'COMMUNITY#CLUB#': ['PutItem'],
      'COMMUNITY#ACCOUNT#': ['PutItem', 'UpdateItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const updateClub = contract({
  operationId: 'updateClub',
  area: 'community',
  method: 'PUT',
  path: '/v1/community/clubs/{id}',
  summary: "Change the caller's own club",
  description:
    'Every change hides the club from other accounts until an administrator approves it again. `published: false` hides the club until the owner publishes it again. Omitted optional fields are removed.',
  caller: 'account',
  params: clubParams,
  body: z.strictObject({ ...ContentInput, published: z.boolean(), version: version() }),
  success: { 200: ManagedClub },
  refusals: { club_not_found: not_own_club, version_conflict },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'] } },
});

const no_club = [404, 'The club does not exist.'] as const;
const owner_account_closed = [
  409,
  "The owner's account has been deleted, or its deletion is pending.",
] as const;

export const createPlatformClub = contract({
  operationId: 'createPlatformClub',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/clubs',
  summary: 'Create a club of the platform as a draft',
  description: 'The club needs no review. Its visibility cannot be changed later.',
  caller: 'platform_admin',
  body: z.strictObject({ ...ContentInput, visibility: z.enum(['public', 'private']), ownerId: AccountId }),
  success: { 201: ManagedClub },
  refusals: { owner_account_closed },
  touches: {
    table: {
      'ROLLUP#RECORD#': ['PutItem'],
      'COMMUNITY#CLUB#': ['PutItem'],
      'COMMUNITY#ACCOUNT#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const listPlatformClubs = contract({
  operationId: 'listPlatformClubs',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/clubs',
  summary: 'List all clubs in one state',
  description: 'The oldest clubs come first. Clubs that wait for review are in the state `unreviewed`.',
  caller: 'platform_admin',
  query: z.object({ state: ContentState, ...pageQuery }),
  success: { 200: pageOf('clubs', ManagedClub) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi2: ['COMMUNITY#CLUBS#'] },
});

export const getPlatformClub = contract({
  operationId: 'getPlatformClub',
  area: 'community',
  method: 'GET',
  path: '/v1/platform/community/clubs/{id}',
  summary: 'Get any club',
  description: 'Clubs in every state are returned.',
  caller: 'platform_admin',
  params: clubParams,
  success: { 200: ManagedClub },
  refusals: { club_not_found: no_club },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem'] } },
});

export const updatePlatformClub = contract({
  operationId: 'updatePlatformClub',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/clubs/{id}',
  summary: 'Change the texts and the picture of a club',
  description: 'The state of the club does not change. Omitted optional fields are removed.',
  caller: 'platform_admin',
  params: clubParams,
  body: z.strictObject({ ...ContentInput, version: version() }),
  success: { 200: ManagedClub },
  refusals: { club_not_found: no_club, version_conflict },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'] } },
});

/** The exhibitions of a club and their challenges store whether everybody sees the club. */
const updatesExhibitions = {
  table: {
    'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'],
    'COMMUNITY#EVENT#': ['UpdateItem'],
    'COMMUNITY#CHALLENGE#': ['UpdateItem'],
  },
  gsi2: ['COMMUNITY#OF-CLUB#'],
} as const;

export const reviewClub = contract({
  operationId: 'reviewClub',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/clubs/{id}/review',
  summary: 'Approve or reject one version of a club',
  description:
    'Apart from administrators, only the owner sees a rejected club and the reason. When the owner changes the club, it waits for review again.',
  caller: 'platform_admin',
  params: clubParams,
  body: z.strictObject({
    decision: z.enum(['approved', 'rejected']),
    reason: z.optional(reason()),
    version: version(),
  }),
  success: { 200: ManagedClub },
  refusals: { club_not_found: no_club, version_conflict },
  touches: updatesExhibitions,
});

const clubPublication = {
  area: 'community',
  path: '/v1/platform/community/clubs/{id}/publication',
  caller: 'platform_admin',
  params: clubParams,
  success: { 200: ManagedClub },
  refusals: { club_not_found: no_club },
  touches: updatesExhibitions,
} as const;

export const publishClub = contract({
  ...clubPublication,
  operationId: 'publishClub',
  method: 'POST',
  summary: 'Publish a club',
  description:
    'A club that is waiting for review stays hidden until it is approved. A rejected club stays rejected until its owner changes it. Repeating the call changes nothing.',
});

export const unpublishClub = contract({
  ...clubPublication,
  operationId: 'unpublishClub',
  method: 'DELETE',
  summary: 'Unpublish a club',
  description:
    'The club is hidden together with its exhibitions and challenges. Memberships are kept. Repeating the call changes nothing.',
});

export const assignClubOwner = contract({
  operationId: 'assignClubOwner',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/clubs/{id}/owner',
  summary: 'Assign the owner of a club',
  description: 'The previous owner stays a member. Assigning the current owner again changes nothing.',
  caller: 'platform_admin',
  params: clubParams,
  body: z.strictObject({ accountId: AccountId }),
  success: { 200: ManagedClub },
  refusals: { club_not_found: no_club, owner_account_closed },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});
