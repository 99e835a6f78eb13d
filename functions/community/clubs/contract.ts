import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { MOST_FOUNDED_CLUBS } from '../../../shared/limits.ts';
import { Uuid, version } from '../../../shared/resources.ts';
import { ContentInput, ManagedClub } from '../managed-schemas.ts';
import { version_conflict } from '../schemas.ts';

/** Endpoints with which accounts create clubs and change their own. */

export const clubParams = z.strictObject({ id: Uuid });

export const club_not_found = [404, 'The club does not exist, or the caller may not see it.'] as const;
export const not_own_club = [404, 'The caller owns no club with this id.'] as const;

export const createClub = contract({
  operationId: 'createClub',
  area: 'community',
  method: 'POST',
  path: '/v1/community/clubs',
  summary: 'Create a social club',
  description: `The caller becomes its owner. Nobody else sees the club until an administrator approves it. Its visibility cannot be changed later. An account can create at most ${MOST_FOUNDED_CLUBS} clubs.`,
  caller: 'account',
  body: z.strictObject({ ...ContentInput, visibility: z.enum(['public', 'private']) }),
  success: { 201: ManagedClub },
  refusals: { too_many_clubs: [409, `An account can create at most ${MOST_FOUNDED_CLUBS} clubs.`] },
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
