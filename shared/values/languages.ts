/** The languages of the pages that need no sign-in, such as the hall display, the default one first. */
export const PAGE_LANGUAGES = ['en-MY', 'ms-MY', 'zh-Hans-MY'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** `required`, or the day from which flows may have the language. Flows that were written before then do not have it. */
type Standing = 'required' | { readonly since: `${number}-${number}-${number}` };

/**
 * The languages of onboarding flows, the default one first. Every text of a flow has the required ones. The others are
 * optional, and apps show the default language instead.
 */
export const FLOW_LANGUAGES = {
  'en-MY': 'required',
  'ms-MY': 'required',
  'zh-Hans-MY': 'required',
} as const satisfies Readonly<Record<string, Standing>>;
export type FlowLanguage = keyof typeof FLOW_LANGUAGES;

type ByStanding<Languages, Required, Optional> = {
  readonly [Language in keyof Languages]: Languages[Language] extends 'required' ? Required : Optional;
};

/** One value for each language, which depends on whether the language is required. */
export function byStanding<const Languages extends Readonly<Record<string, Standing>>, Required, Optional>(
  languages: Languages,
  required: Required,
  optional: Optional,
): ByStanding<Languages, Required, Optional> {
  const values = Object.entries(languages).map(([language, standing]) => [
    language,
    standing === 'required' ? required : optional,
  ]);
  return Object.fromEntries(values) as ByStanding<Languages, Required, Optional>;
}

/** One value for each language of the flows. */
export const inEachLanguage = <T>(value: T): Record<FlowLanguage, T> =>
  byStanding(FLOW_LANGUAGES, value, value);
