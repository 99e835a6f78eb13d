import { roles, workspaces } from './analytics-sources.ts';
import {
  accessLog,
  records,
  requestsAsPatient,
  requestsAsPractitioner,
  verification,
} from './clinical-sources.ts';
import { community } from './community-sources.ts';
import { devices, notices } from './notice-sources.ts';
import { answers } from './onboarding-sources.ts';
import { claims } from './reward-sources.ts';

/** Everything that `getAccountData` shows, in the order of its pages. `left-out.ts` says why the rest is not here. */
export const sources = [
  roles,
  workspaces,
  verification,
  requestsAsPatient,
  requestsAsPractitioner,
  records,
  accessLog,
  community,
  notices,
  devices,
  answers,
  claims,
] as const;
