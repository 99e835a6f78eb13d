import { currentFlow } from '../../../shared/onboarding/items.ts';
import { administrators, callsOf, everybody, signedIn, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { answersTo, definition, givenFlow, slide } from '../../given/onboarding.ts';
import { newAccount, newId } from '../../support/world.ts';

const withFlow =
  (overrides: Parameters<typeof givenFlow>[1], body?: object): Scenario =>
  async (world) => {
    const { id } = await givenFlow(world, overrides);
    return { as: await givenAdmin(world), params: { id }, ...(body && { body }) };
  };

const withoutFlow =
  (body?: object): Scenario =>
  async (world) => ({ as: await givenAdmin(world), params: { id: newId() }, ...(body && { body }) });

const change = { definition: definition(), version: 1 };

export const onboarding = callsOf({
  createOnboardingDraft: {
    callers: administrators,
    request: () => ({ body: { definition: definition() } }),
    refusals: {},
    rounds: 2,
    units: 12,
    refusesKnownIds: true,
    mistakes: [
      {
        what: 'a language that is missing deep inside',
        fields: {
          definition: {
            ...definition(),
            slides: [{ ...slide(), title: { ...slide().title, 'ms-MY': undefined } }],
          },
        },
        said: 'body.definition.slides.0.title.ms-MY is required',
      },
    ],
    subjects: ['new id'],
    storesTexts: ['ONBOARDING#FLOW#'],
  },
  listOnboardingFlows: {
    callers: administrators,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 2,
    units: 30,
  },
  getOnboardingFlow: {
    callers: administrators,
    request: ({ draftFlow: id }) => ({ params: { id } }),
    refusals: { flow_not_found: withoutFlow() },
    rounds: 1,
    units: 2,
  },
  updateOnboardingDraft: {
    callers: administrators,
    request: ({ draftFlow: id }) => ({ params: { id }, body: change }),
    refusals: {
      flow_not_found: withoutFlow(change),
      not_draft: withFlow({ status: 'published' }, change),
      version_conflict: withFlow({ version: 2 }, change),
    },
    rounds: 3,
    units: 13,
    storesTexts: ['ONBOARDING#FLOW#'],
  },
  publishOnboardingFlow: {
    callers: administrators,
    request: ({ draftFlow: id }) => ({ params: { id } }),
    refusals: { flow_not_found: withoutFlow(), not_draft: withFlow({ status: 'archived' }) },
    rounds: 2,
    units: 694, // The flow has the largest size, and is indexed.
  },
  archiveOnboardingFlow: {
    callers: administrators,
    request: ({ publishedFlow: id }) => ({ params: { id } }),
    refusals: { flow_not_found: withoutFlow(), not_published: withFlow({ status: 'archived' }) },
    rounds: 2,
    units: 743, // The flow has the largest size, and is indexed.
  },
  getSignInSettings: {
    circle: 'own',
    callers: everybody,
    request: () => ({}),
    refusals: {},
    rounds: 0,
    units: 0,
  },
  currentOnboarding: {
    circle: 'own',
    callers: everybody,
    request: () => ({}),
    refusals: {
      nothing_published: async (world) => {
        await world.remove(currentFlow.key({}));
        return {};
      },
    },
    rounds: 2,
    units: 30,
  },
  saveOnboardingAnswers: {
    callers: signedIn,
    request: ({ publishedFlow: id }) => ({ body: answersTo({ id, version: 1 }) }),
    refusals: {
      flow_changed: async (world) => ({
        as: newAccount(),
        body: answersTo(await givenFlow(world, { status: 'archived' })),
      }),
    },
    rounds: 2,
    units: 34,
    needsOpenAccount: true,
    crowds: [
      {
        where: 'the published flow',
        setting: async (world) => {
          const body = answersTo(await givenFlow(world, { status: 'published' }));
          return async (as) => ({ as, body });
        },
      },
    ],
  },
  getOnboardingAnswers: {
    circle: 'own',
    callers: { ...unsigned, others: 'no_answers', patient: 'ok' },
    request: () => ({}),
    refusals: {},
    rounds: 1,
    units: 2,
  },
});
