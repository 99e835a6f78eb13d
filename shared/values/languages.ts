/**
 * The platform's languages, the default one first. The schemas of onboarding texts, their examples and the words of the
 * display page have an entry for each: a new language does not compile until all of them have it.
 */
export const LANGUAGES = ['en-MY', 'ms-MY', 'zh-Hans-MY'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One value for each language. */
export function inEachLanguage<T>(value: T): Record<Language, T> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, value])) as Record<Language, T>;
}
