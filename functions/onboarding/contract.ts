import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { line, prose, Timestamp, title, Uuid, url } from '../../shared/resources.ts';

/** A text not yet written may be empty in a draft. */
const localized = (text: z.ZodMiniString) =>
  z.strictObject({ 'en-MY': text, 'ms-MY': text, 'zh-Hans-MY': text });
const id = () => line(120, 1);

interface Identified {
  readonly id: string;
}

/** A list whose ids are unique in it. */
const distinct = <S extends z.ZodMiniType<Identified>>(element: S, most: number) =>
  z.array(element).check(z.maxLength(most), (payload) => {
    const seen = new Set<string>();
    for (const [n, one] of payload.value.entries()) {
      if (seen.has(one.id)) {
        payload.issues.push({
          code: 'custom',
          path: [n, 'id'],
          message: 'is not unique in its list',
          input: payload.value,
        });
      }
      seen.add(one.id);
    }
  });

const Slide = z.strictObject({
  id: id(),
  title: localized(line(120)),
  body: localized(prose(5000)),
  image: z.strictObject({ url: url(), alt: localized(prose(500)) }),
});

const Option = z.strictObject({ id: id(), label: localized(line(120)) });

const Question = z.strictObject({
  id: id(),
  prompt: localized(prose(500)),
  kind: z.enum(['single', 'multiple']),
  options: distinct(Option, 20),
  maxSelections: z.int().check(z.minimum(1), z.maximum(20)),
});

export const OnboardingDefinition = z.strictObject({
  name: title(),
  slides: distinct(Slide, 20),
  questions: z.optional(distinct(Question, 20)),
});

export const OnboardingFlow = z.strictObject({
  id: Uuid,
  status: z.enum(['draft', 'published', 'archived']),
  version: z.int().check(z.minimum(1)),
  definition: OnboardingDefinition,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: z.optional(Timestamp),
});

export const createOnboardingDraft = contract({
  operationId: 'createOnboardingDraft',
  area: 'onboarding',
  method: 'POST',
  path: '/v1/platform/onboarding',
  summary: 'Create a draft onboarding flow',
  description:
    'A draft is checked for its shape: exact keys, unique ids, URIs, counts and sizes. Its texts are kept as given, and one not yet written may be empty; publication asks for the rest. The 256 KB of a body bind before the single limits.',
  caller: 'platform_admin',
  body: z.strictObject({ definition: OnboardingDefinition }),
  success: { 201: OnboardingFlow },
  refusals: {},
  touches: { table: { 'ONBOARDING#FLOW#': ['PutItem'] } },
});
