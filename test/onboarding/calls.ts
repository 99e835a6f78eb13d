import type { RefusalScenarios, ValidCalls } from '../support/calls.ts';
import { givenAdmin } from '../support/given.ts';

type Operations = 'createOnboardingDraft';

const localized = (text: string) => ({
  'en-MY': text,
  'ms-MY': `${text} (ms)`,
  'zh-Hans-MY': `${text} (中文)`,
});

export const slide = (id = 'welcome') => ({
  id,
  title: localized('Welcome to Sihat'),
  body: localized('Walk, meet, and keep your records.\nAll in one place.'),
  image: { url: 'https://images.example.my/welcome.png', alt: localized('Two people walking') },
});

export const question = (id = 'goal') => ({
  id,
  prompt: localized('What brings you here?'),
  kind: 'single' as const,
  options: [
    { id: 'walk', label: localized('Walking') },
    { id: 'sleep', label: localized('Sleep') },
  ],
  maxSelections: 1,
});

export const definition = () => ({ name: 'First steps', slides: [slide()], questions: [question()] });

export const validCalls: ValidCalls<Operations> = {
  createOnboardingDraft: async (world) => ({
    as: await givenAdmin(world),
    body: { definition: definition() },
  }),
};

export const refusalScenarios: RefusalScenarios<Operations> = { createOnboardingDraft: {} };
