import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { Button, CodeInput, Field, Note, useFailure, useSubmit, useWords } from '../parts.tsx';
import { isRefusal, type Question } from '../sign-in.ts';
import type { Work } from '../work.ts';
import { usePlatform } from './words.tsx';

/** An administrator did not enter the password, so nothing was sent. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

interface Asked {
  readonly entered: () => void;
  readonly givenUp: () => void;
}

/**
 * Does what needs a fresh sign-in: asks for the password in place, and sends the same request again.
 * @returns the question, which the page shows, and how to do something. It throws {@link GivenUp}.
 */
export function useFresh(work: Work) {
  const [asked, setAsked] = useState<Asked>();
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const close = (then: () => void) => () => {
        setAsked(undefined);
        then();
      };
      setAsked({ entered: close(resolve), givenUp: close(() => reject(new GivenUp())) });
    });
  const withFresh = async <T,>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'fresh_session_required') throw error;
      await ask();
      return act();
    }
  };
  return [asked && <PasswordQuestion {...{ work, asked }} />, withFresh] as const;
}

function PasswordQuestion({ work, asked }: { readonly work: Work; readonly asked: Asked }) {
  const words = useWords();
  const { fresh } = usePlatform();
  const failure = useFailure();
  const dialog = useRef<HTMLDialogElement>(null);
  const [question, setQuestion] = useState<Question<void>>();
  useEffect(() => dialog.current?.showModal(), []);
  const { isBusy, error, onSubmit } = useSubmit(async (form) => {
    if (question) await question.answer(String(form.get('code')).trim());
    else {
      const further = await work.signIn.enterPassword(String(form.get('password')));
      if (further) return setQuestion(further);
    }
    asked.entered();
  });
  const name = error instanceof Error ? error.name : '';
  const wrong = name === 'CodeMismatchException' ? words.signIn.wrongCode : fresh.wrong;
  const isWrong = name === 'CodeMismatchException' || isRefusal(error);
  return (
    <dialog ref={dialog} class="card" aria-labelledby="fresh" onClose={asked.givenUp}>
      <h2 id="fresh">{fresh.title}</h2>
      <p>{fresh.text}</p>
      <form class="form" onSubmit={onSubmit}>
        <p class="hint">
          {words.locked.signedInAs} <b>{work.signIn.mail}</b>
        </p>
        {question ? (
          <Field
            key="code"
            id="fresh-code"
            label={words.signIn.codeTitle}
            hint={words.signIn.digits}
            wrong={isWrong ? wrong : undefined}
          >
            <CodeInput autofocus />
          </Field>
        ) : (
          <Field
            key="password"
            id="fresh-password"
            label={words.signIn.password}
            wrong={isWrong ? wrong : undefined}
          >
            <input name="password" type="password" autocomplete="current-password" required autofocus />
          </Field>
        )}
        {error !== undefined && !isWrong && <Note title={failure(error)} />}
        <div class="actions">
          <Button kind="main" label={isBusy ? words.loading : fresh.goOn} isBusy={isBusy} />
          <Button label={words.cancel} act={asked.givenUp} />
        </div>
      </form>
    </dialog>
  );
}
