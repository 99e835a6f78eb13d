import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { AccountId, pageOf, pageQuery, prose, Uuid, version } from '../../../shared/resources.ts';
import { ContentInput, ManagedClub } from '../managed-schemas.ts';
import { version_conflict } from '../schemas.ts';

const clubParams = z.strictObject({ id: Uuid });

const club_not_found = [404, 'There is no such club.'] as const;
const owner_account_closed = [
  409,
  'The account of that owner is deleted or its deletion is pending.',
] as const;

export const createPlatformClub = contract({
  operationId: 'createPlatformClub',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/clubs',
  summary: 'Make a club of the platform, as a draft',
  description: 'An administrator makes it, so it needs no review. Its visibility stays as it is.',
  caller: 'platform_admin',
  body: z.strictObject({ ...ContentInput, visibility: z.enum(['public', 'private']), ownerId: AccountId }),
  success: { 201: ManagedClub },
  refusals: { owner_account_closed },
  touches: {
    table: {
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
  summary: 'List the clubs in a state, such as those that wait for review',
  description: 'Those that were made first come first.',
  caller: 'platform_admin',
  query: z.object({ state: z.enum(['draft', 'unreviewed', 'rejected', 'published']), ...pageQuery }),
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
  summary: 'Get a club in any state',
  caller: 'platform_admin',
  params: clubParams,
  success: { 200: ManagedClub },
  refusals: { club_not_found },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem'] } },
});

export const updatePlatformClub = contract({
  operationId: 'updatePlatformClub',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/clubs/{id}',
  summary: 'Change what is written of a club',
  description: 'Its state stays as it is.',
  caller: 'platform_admin',
  params: clubParams,
  body: z.strictObject({ ...ContentInput, version: version() }),
  success: { 200: ManagedClub },
  refusals: { club_not_found, version_conflict },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'] } },
});

export const reviewClub = contract({
  operationId: 'reviewClub',
  area: 'community',
  method: 'POST',
  path: '/v1/platform/community/clubs/{id}/review',
  summary: 'Approve or reject a club, as it was written in one version',
  description:
    'A rejected club is seen by its owner alone, with the reason; once it is changed it waits for review again.',
  caller: 'platform_admin',
  params: clubParams,
  body: z.strictObject({
    decision: z.enum(['approved', 'rejected']),
    reason: z.optional(prose(500, 1)),
    version: version(),
  }),
  success: { 200: ManagedClub },
  refusals: { club_not_found, version_conflict },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'] } },
});

const clubPublication = {
  area: 'community',
  path: '/v1/platform/community/clubs/{id}/publication',
  caller: 'platform_admin',
  params: clubParams,
  success: { 200: ManagedClub },
  refusals: { club_not_found },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'] } },
} as const;

export const publishClub = contract({
  ...clubPublication,
  operationId: 'publishClub',
  method: 'POST',
  summary: 'Publish a club',
  description:
    'Repeated, it changes nothing. A social club is seen once it is reviewed as well; one that was rejected stays so until its owner changes it.',
});

export const unpublishClub = contract({
  ...clubPublication,
  operationId: 'unpublishClub',
  method: 'DELETE',
  summary: 'Take a club off, with its exhibitions and challenges',
  description: 'Repeated, it changes nothing. Memberships stay.',
});

export const assignClubOwner = contract({
  operationId: 'assignClubOwner',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/clubs/{id}/owner',
  summary: 'Name the owner of a club',
  description: 'The owner before stays as a member.',
  caller: 'platform_admin',
  params: clubParams,
  body: z.strictObject({ accountId: AccountId }),
  success: { 200: ManagedClub },
  refusals: { club_not_found, owner_account_closed },
  touches: {
    table: {
      'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});
