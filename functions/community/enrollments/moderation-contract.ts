import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { challengeParams } from '../challenges/contract.ts';
import { Alias } from './aliases.ts';

export const ModeratedAlias = z.strictObject({ alias: z.string(), hidden: z.boolean() });

export const moderateAlias = contract({
  operationId: 'moderateAlias',
  area: 'community',
  method: 'PUT',
  path: '/v1/platform/community/challenges/{id}/aliases',
  summary: 'Hide an alias from the boards of a challenge, or show it again',
  description:
    'A participant with this alias, or with one that looks like it, disappears from the display and the leaderboard until the participant chooses another alias or an administrator shows this one again. Nobody can take a hidden alias. The response does not reveal whose alias it is.',
  caller: 'platform_admin',
  params: challengeParams,
  body: z.strictObject({ alias: Alias, hidden: z.boolean() }),
  success: { 200: ModeratedAlias },
  refusals: { alias_not_found: [404, 'The alias is not used in this challenge.'] },
  touches: {
    table: {
      'COMMUNITY#ALIAS#': ['GetItem', 'UpdateItem', 'DeleteItem'],
      'COMMUNITY#ACCOUNT#': ['GetItem', 'PutItem'],
      'COMMUNITY#DISPLAY#': ['PutItem', 'DeleteItem'],
      'COMMUNITY#LEADERBOARD#': ['PutItem', 'DeleteItem'],
    },
  },
});
