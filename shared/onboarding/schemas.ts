import * as z from 'zod/mini';
import { byStanding, FLOW_LANGUAGES } from '../values/languages.ts';
import { Timestamp, text, Uuid, version } from '../values/resources.ts';

/** The questions of a flow and the answers of an account, as the operations of onboarding and `getAccountData` return them. */

/** The texts of a draft are stored unchanged and may still be empty. */
export const line = (most: number, least = 0) =>
  text(most, least, /^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters');
/** Text of several lines. @param most characters */
export const prose = (most: number) =>
  text(most, 0, /^[^\p{Cs}]*$/u, 'must not contain half of a surrogate pair');
/** A text in the languages of flows. `FLOW_LANGUAGES` says which of them are required. */
export const localized = (schema: z.ZodMiniString) =>
  z.strictObject(byStanding(FLOW_LANGUAGES, schema, z.exactOptional(schema)));
/** The name that an administrator gives to a slide, a question or an option. */
export const id = () => line(120, 1);

interface Identified {
  readonly id: string;
}

/** An array of at most `most` elements with unique ids. */
export const distinct = <S extends z.ZodMiniType<Identified>>(element: S, most: number) =>
  z.array(element).check(z.maxLength(most), (payload) => {
    const seen = new Set<string>();
    for (const [n, item] of payload.value.entries()) {
      if (seen.has(item.id)) {
        payload.issues.push({
          code: 'custom',
          path: [n, 'id'],
          message: 'must be unique in its list',
          input: payload.value,
        });
      }
      seen.add(item.id);
    }
  });

export const QuestionOption = z.strictObject({ id: id(), label: localized(line(120)) });

export const Question = z.strictObject({
  id: id(),
  prompt: localized(prose(500)),
  kind: z.enum(['single', 'multiple']),
  options: distinct(QuestionOption, 20),
  maxSelections: z.int().check(z.minimum(1), z.maximum(20)),
});

export const OnboardingAnswers = z.strictObject({
  flowId: Uuid,
  version: version(),
  answers: z.array(z.strictObject({ questionId: z.string(), optionIds: z.array(z.string()) })),
  answeredAt: Timestamp,
});
