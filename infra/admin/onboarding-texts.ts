import * as z from 'zod/mini';
import { FLOW_LANGUAGES } from '../../shared/values/languages.ts';
import { MAX_WIDTH, padded, printable, wrappedLines } from './print.ts';

/**
 * The texts of an onboarding flow. A place names a text by the ids of the lists that it is in: `slides.welcome.title`. A text is
 * an object with one field for each language.
 */

export interface TextInLanguage {
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

type Localized = Readonly<Record<string, string>>;

const LANGUAGES = Object.keys(FLOW_LANGUAGES);
const Texts = z.record(z.string(), z.string());
const Parts = z.record(z.string(), z.unknown());
const INDENT = '  ';
const GAP = '  ';
const WIDTH = Math.floor(
  (MAX_WIDTH - INDENT.length - GAP.length * (LANGUAGES.length - 1)) / LANGUAGES.length,
);

/** Formats each text below its place, with a column for each language. */
export function shownTexts(definition: object): string[] {
  return [
    columnsOf(LANGUAGES),
    ...textsIn(definition).map(({ place, text }) => {
      const all = LANGUAGES.map((language) => text[language] ?? '');
      return `${printable(place)}\n${columnsOf(all)}`;
    }),
  ];
}

/** The definition with one text replaced, or `undefined` if not exactly one text has this place. */
export function changedText<D extends object>(
  definition: D,
  { place, language, text }: TextInLanguage,
): D | undefined {
  if (textsIn(definition).filter((found) => found.place === place).length !== 1) return undefined;
  const copy = structuredClone(definition);
  for (const found of textsIn(copy))
    if (found.place === place) Object.assign(found.text, { [language]: text });
  return copy;
}

interface Found {
  readonly place: string;
  /** The object inside the definition. */
  readonly text: Localized;
}

function textsIn(value: unknown, before = ''): Found[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, n) => textsIn(item, `${before}${Parts.parse(item)['id'] ?? n + 1}.`));
  }
  if (typeof value !== 'object' || value === null) return [];
  if (LANGUAGES.some((language) => language in value)) {
    Texts.parse(value);
    return [{ place: before.slice(0, -1), text: value as Localized }];
  }
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${before}${name}.`));
}

function columnsOf(texts: readonly string[]): string {
  const wrapped = texts.map((text) =>
    printable(text)
      .split('\n')
      .flatMap((line) => wrappedLines(line, WIDTH)),
  );
  const height = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    (INDENT + wrapped.map((lines) => padded(lines[at] ?? '', WIDTH)).join(GAP)).trimEnd(),
  ).join('\n');
}
