import { Button, Note, takeFocus, useLoaded } from '../parts.tsx';
import { additionsOf } from './additions.tsx';
import { CopyButton } from './copy-button.tsx';
import { type Draft, isBegun } from './drafts.ts';
import { Mark } from './mark.tsx';
import type { VisitProps } from './props.ts';
import { endedAt } from './visits.ts';
import { useClinic, useWhen } from './words.tsx';

/** Why nothing can be read or added any more. */
export type End = 'by_you' | 'revoked' | 'denied' | 'no_answer' | 'ran_out' | 'not_verified';

interface EndedProps extends VisitProps {
  readonly end: End;
  readonly draft: Draft;
  readonly keepDraft: (draft: Draft | undefined) => void;
}

/** The end of an access. What was loaded is gone; an unfinished note can still be copied. */
export function Ended({ work, request, end, draft, keepDraft, show }: EndedProps) {
  const words = useClinic();
  const when = useWhen();
  const text = words.endedText(when(endedAt(request)));
  const texts: Readonly<Record<End, readonly [title: string, text: string]>> = {
    by_you: [words.endedByYou, text],
    revoked: [words.endedTitle, text],
    denied: [words.deniedTitle, words.deniedText],
    no_answer: [words.noAnswerTitle, words.noAnswerText],
    ran_out: [words.ranOutTitle, text],
    not_verified: [words.notVerifiedTitle, words.notVerifiedText],
  };
  const [title, what] = texts[end];
  // A note that was sent without an answer may have been added: the own additions tell.
  const { value: wasAdded } = useLoaded(async () =>
    draft.sentWith
      ? (await additionsOf(work.api)).some(({ recordId }) => recordId === draft.recordId)
      : false,
  );
  const leave = () => {
    keepDraft(undefined);
    show({ name: 'today' });
  };
  return (
    <div class="in">
      <p class="over">
        <svg viewBox="0 0 24 24" width="64" height="64" aria-hidden="true">
          <path
            fill="none"
            stroke="currentColor"
            stroke-width="2.2"
            d="M5 11h14v10H5ZM8 11V7a4 4 0 0 1 8 0v4"
          />
        </svg>
        <Mark id={request.id} isOff />
      </p>
      <div class="lead" role="alert">
        <h1 ref={takeFocus} tabIndex={-1}>
          {title}
        </h1>
        <p>{what}</p>
      </div>
      {wasAdded && <Note kind="good" title={words.wasAdded} />}
      {isBegun(draft) && wasAdded === false && (
        <>
          <Note
            kind="warn"
            title={words.notAdded}
            more={words.notAddedText(draft.title || words.recordBody)}
          />
          <CopyButton kind="wide" label={words.copyMine} text={`${draft.title}\n\n${draft.body}`} />
        </>
      )}
      <Button kind="main wide" label={words.backToToday} act={leave} />
    </div>
  );
}
