import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { MOST_FOUNDED_CLUBS } from '../../../shared/limits.ts';
import { Uuid, version } from '../../../shared/resources.ts';
import { ContentInput, ManagedClub } from '../managed-schemas.ts';
import { version_conflict } from '../schemas.ts';

/** What accounts do with clubs: found them, and look after their own. */

export const clubParams = z.strictObject({ id: Uuid });

export const club_not_found = [404, 'There is no such club, or the caller may not see it.'] as const;
export const not_own_club = [404, 'There is no such club of the caller.'] as const;

export const createClub = contract({
  operationId: 'createClub',
  area: 'community',
  method: 'POST',
  path: '/v1/community/clubs',
  summary: 'Found a social club',
  description: `The caller owns it. Nobody sees it until an administrator has approved it. Its visibility stays as it is. An account can found ${MOST_FOUNDED_CLUBS}.`,
  caller: 'account',
  body: z.strictObject({ ...ContentInput, visibility: z.enum(['public', 'private']) }),
  success: { 201: ManagedClub },
  refusals: { too_many_clubs: [409, `An account can found ${MOST_FOUNDED_CLUBS} clubs.`] },
  touches: {
    table: {
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
  summary: "Change one's own club",
  description:
    'An administrator reviews changed text before anyone else sees the club. `published: false` hides the club until the owner publishes it again.',
  caller: 'account',
  params: clubParams,
  body: z.strictObject({ ...ContentInput, published: z.boolean(), version: version() }),
  success: { 200: ManagedClub },
  refusals: { club_not_found: not_own_club, version_conflict },
  touches: { table: { 'COMMUNITY#CLUB#': ['GetItem', 'UpdateItem'] } },
});
