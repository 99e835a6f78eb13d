import type { TimeTexts } from '../../values/times.ts';
import type { PushedKind } from '../kinds.ts';
import type { Sentence } from '../sentences/sentence.ts';

/**
 * What a phone shows while it is locked, and what leaves the platform for it. It says only that there is something, and until when: no
 * person, clinic, employer, gift or club, no decision, and nothing about health. A cancelled exhibition is said, so that nobody travels.
 */
export interface LockScreen {
  readonly times: TimeTexts;
  /** `several` stands for `{n}` notices of one kind. */
  readonly sentences: Readonly<Record<PushedKind | 'several', Sentence>>;
}
