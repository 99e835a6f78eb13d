import { examples as analytics } from './analytics.ts';
import { examples as clinical } from './clinical.ts';
import { examples as community } from './community.ts';
import { examples as deletion } from './deletion.ts';
import type { Examples } from './example.ts';
import { examples as onboarding } from './onboarding.ts';
import { examples as rewards } from './rewards.ts';
import { examples as workspaces } from './workspaces.ts';

export const examples: Examples = {
  ...clinical,
  ...onboarding,
  ...community,
  ...rewards,
  ...deletion,
  ...workspaces,
  ...analytics,
};
