import { currentFlow, onboardingAnswers, onboardingFlow } from '../../shared/onboarding/items.ts';
import type { FlowLanguage } from '../../shared/values/languages.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { newAccount, newId, type World } from '../support/world.ts';

const localized = (text: string): Record<FlowLanguage, string> => ({
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
  const made: Stored = {
    id: newId(),
    status: 'draft',
    version: 1,
    definition: definition(),
    createdAt: at,
    updatedAt: at,
    ...(more.status && more.status !== 'draft' && { publishedAt: at }),
    ...more,
  };
  await world.put(onboardingFlow.stored(made));
  if (made.status === 'published') await world.put(currentFlow.stored({ flowId: made.id }));
  return made;
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
  answered?: Pick<Stored, 'id' | 'version'>,
) {
  const flow = answered ?? (await givenFlow(world, { status: 'archived' }));
  const answeredAt = world.now().toISOString();
  const made = { accountId, ...answersTo(flow), answeredAt };
  await world.put(onboardingAnswers.stored(made));
  return made;
}
