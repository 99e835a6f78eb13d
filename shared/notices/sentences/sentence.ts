import type { NoticeKindName } from '../kinds.ts';

/**
 * What the list of notices says. `{t}` is the time `until`, with the day if it is another day; `{day}` is its Malaysian day; `{days}` are
 * the days of a certificate or an exhibition; `{code}` is the mark of an access request.
 */
export interface Sentence {
  readonly title: string;
  /** What there is to do. */
  readonly line: string;
}

/** What is said of exhibitions, and of a gift that was taken back after its reservation had expired. */
type Further = 'exhibition_changed' | 'exhibition_cancelled' | 'results_final' | 'redemption_taken_back_late';

/** The sentences of all kinds in a language. */
export type Sentences = Readonly<Record<NoticeKindName | Further, Sentence>>;

/** Puts values into a sentence. */
export const saying = (
  { title, line }: Sentence,
  values: Readonly<Partial<Record<string, string>>>,
): Sentence => {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return { title: filled(title), line: filled(line) };
};
