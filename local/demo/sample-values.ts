import { clubs, EXPO, EXPO_CHALLENGE } from './events.ts';
import { fixedId } from './ids.ts';
import { accountOf, CORPORATE_WORKSPACE, MERCHANT_WORKSPACE } from './people.ts';
import { campaigns } from './rewards.ts';

/** What the API reference sends for a parameter, by a part of the paths that have it. The first part that a path has counts. */
export const sampleValues: readonly (readonly [part: string, value: string])[] = [
  ['/clinical/access-requests/{id}', fixedId('accessRequest', 1)],
  ['/practitioners/{accountId}', accountOf('practitioner')],
  ['/administrators/{accountId}', accountOf('platform-admin')],
  ['/onboarding/{id}', fixedId('flow', 2)],
  ['/clubs/{id}', clubs.runners],
  ['/events/{code}', EXPO.joinCode],
  ['/challenges/{id}', EXPO_CHALLENGE],
  ['/campaigns/{campaignId}', campaigns.live],
  ['/workspaces/{workspaceId}/claims', MERCHANT_WORKSPACE],
  ['/workspaces/{workspaceId}/campaigns', MERCHANT_WORKSPACE],
  ['/workspaces/{workspaceId}/report', MERCHANT_WORKSPACE],
  ['/workspaces/{workspaceId}', CORPORATE_WORKSPACE],
];
