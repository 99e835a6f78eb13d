import { currentFlow, onboardingAnswers, onboardingFlow } from '../../../shared/onboarding/items.ts';
import type { Language } from '../../../shared/values/languages.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount, newId, type World } from '../../support/world.ts';

const localized = (text: string): Record<Language, string> => ({
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

type Stored = Parameters<typeof onboardingFlow.stored>[0];

export async function givenFlow(world: World, more: Partial<Stored> = {}): Promise<Stored> {
  const at = world.now().toISOString();
  const one: Stored = {
    id: newId(),
    status: 'draft',
    version: 1,
    definition: definition(),
    createdAt: at,
    updatedAt: at,
    ...(more.status && more.status !== 'draft' && { publishedAt: at }),
    ...more,
  };
  await world.put(onboardingFlow.stored(one));
  if (one.status === 'published') await world.put(currentFlow.stored({ flowId: one.id }));
  return one;
}

/** The body of valid answers to a flow with the questions of `definition`. */
export const answersTo = ({ id: flowId, version }: Pick<Stored, 'id' | 'version'>) => ({
  flowId,
  version,
  answers: [{ questionId: 'goal', optionIds: ['walk'] }],
});

/** The answers of an account, by default to a flow that is not published any more. */
export async function givenAnswers(
  world: World,
  accountId: AccountId = newAccount(),
  flow: Pick<Stored, 'id' | 'version'> = { id: newId(), version: 1 },
) {
  const answeredAt = world.now().toISOString();
  const one = { accountId, ...answersTo(flow), answeredAt };
  await world.put(onboardingAnswers.stored(one));
  return one;
}

const answering =
  (more: Partial<Stored>): Scenario =>
  async (world) => ({ as: newAccount(), body: answersTo(await givenFlow(world, more)) });

const withFlow =
  (more: Partial<Stored> = {}, body?: object): Scenario =>
  async (world) => {
    const { id } = await givenFlow(world, more);
    return { as: await givenAdmin(world), params: { id }, ...(body && { body }) };
  };

const withoutFlow =
  (body?: object): Scenario =>
  async (world) => ({ as: await givenAdmin(world), params: { id: newId() }, ...(body && { body }) });

const change = (version: number) => ({ definition: definition(), version });

export const validCalls = {
  createOnboardingDraft: async (world) => ({
    as: await givenAdmin(world),
    body: { definition: definition() },
  }),
  listOnboardingFlows: async (world) => ({ as: await givenAdmin(world), query: {} }),
  getOnboardingFlow: withFlow(),
  updateOnboardingDraft: withFlow({}, change(1)),
  publishOnboardingFlow: withFlow(),
  archiveOnboardingFlow: withFlow({ status: 'published' }),
  currentOnboarding: async (world) => {
    await givenFlow(world, { status: 'published' });
    return {};
  },
  saveOnboardingAnswers: answering({ status: 'published' }),
  getOnboardingAnswers: async (world) => ({ as: (await givenAnswers(world)).accountId }),
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  createOnboardingDraft: {},
  listOnboardingFlows: {},
  getOnboardingFlow: { flow_not_found: withoutFlow() },
  updateOnboardingDraft: {
    flow_not_found: withoutFlow(change(1)),
    not_draft: withFlow({ status: 'published' }, change(1)),
    version_conflict: withFlow({ version: 2 }, change(1)),
  },
  publishOnboardingFlow: { flow_not_found: withoutFlow(), not_draft: withFlow({ status: 'archived' }) },
  archiveOnboardingFlow: {
    flow_not_found: withoutFlow(),
    not_published: withFlow({ status: 'archived' }),
  },
  currentOnboarding: {
    nothing_published: async (world) => {
      await world.remove(currentFlow.key({}));
      return {};
    },
  },
  saveOnboardingAnswers: { flow_changed: answering({ status: 'archived' }) },
  getOnboardingAnswers: { no_answers: async () => ({ as: newAccount() }) },
} satisfies Partial<RefusalScenarios>;
