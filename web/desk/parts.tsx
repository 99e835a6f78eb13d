import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from './api.ts';
import { LANGUAGE_NAMES, type Language } from './language.ts';

/** Small parts that several views share. */

export const LanguageContext = createContext<
  (Language & { readonly choose: (code: Language['code']) => void }) | undefined
>(undefined);
export function useLanguage() {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('The language is not loaded.');
  return language;
}
export const useWords = () => useLanguage().words;

const SHAPES = {
  stop: 'M8 2h8l6 6v8l-6 6H8l-6-6V8ZM7 12h10',
  tick: 'M12 2a10 10 0 1 0 .01 0ZM7 12l4 4 7-8',
  diamond: 'M12 1 23 12 12 23 1 12ZM12 7v6M12 16v1',
  triangle: 'M12 2 23 21H1ZM12 9v6M12 17v1',
} as const;

/** The shape of a result or a message. It says nothing that the words do not say. */
export const Shape = ({
  name,
  size = 24,
}: {
  readonly name: keyof typeof SHAPES;
  readonly size?: number;
}) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path fill="none" stroke="currentColor" stroke-width="2.5" d={SHAPES[name]} />
  </svg>
);

export interface NoteProps {
  readonly kind?: 'bad' | 'warn' | 'good';
  readonly title: string;
  readonly children?: ComponentChildren;
}

const NOTE_SHAPES = { bad: 'stop', warn: 'triangle', good: 'tick' } as const;

/** A message: always a shape and a word. */
export const Note = ({ kind = 'bad', title, children }: NoteProps) => (
  <div class={`note ${kind}`} role={kind === 'good' ? 'status' : 'alert'}>
    <Shape name={NOTE_SHAPES[kind]} />
    <b>{title}</b>
    {children}
  </div>
);

export interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** What is wrong with the value. */
  readonly wrong?: string | undefined;
  readonly children: (
    attributes: Readonly<Record<string, string | boolean | undefined>>,
  ) => ComponentChildren;
}

/** A labelled control with a hint and an error. */
export function Field({ id, label, hint, wrong, children }: FieldProps) {
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': wrong ? true : undefined })}
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`} role="alert">
          <Shape name="stop" />
          <span>{wrong}</span>
        </p>
      )}
    </div>
  );
}

/** The page's heading, which gets the focus when the view changes, so that a screen reader reads where it is. */
export function Lead({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { desk } = useWords();
  useEffect(() => {
    document.title = `${title} · ${desk}`;
  }, [title, desk]);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div class="lead">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

export function Languages() {
  const { code, choose } = useLanguage();
  return (
    <ul class="langs">
      {(Object.keys(LANGUAGE_NAMES) as (keyof typeof LANGUAGE_NAMES)[]).map((each) => (
        <li key={each}>
          <button
            type="button"
            class="plain"
            lang={each}
            aria-current={each === code ? 'true' : undefined}
            onClick={() => choose(each)}
          >
            {LANGUAGE_NAMES[each]}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Says why a call failed, in the words of the page. */
export function useFailure() {
  const words = useWords();
  return (error: unknown): string =>
    error instanceof ApiError && error.status !== 503
      ? words.refused(error.code ?? String(error.status))
      : words.noConnection;
}

/** What a view reads when it appears. */
export function useLoaded<T>(load: () => Promise<T>, changes: readonly unknown[] = []) {
  const [state, setState] = useState<{ readonly value?: T; readonly error?: unknown }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setState({ value }),
      (error) => isCurrent && setState({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [round, ...changes]);
  return { ...state, reload: () => setRound((n) => n + 1) };
}

/** The old view stays while a list is loading, and after 400 ms the page says so. */
export function Loading() {
  const { loading } = useWords();
  return (
    <p class="hint late" role="status">
      {loading}
    </p>
  );
}

export function Failed({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  const { tryAgain } = useWords();
  const failure = useFailure();
  return (
    <Note title={failure(error)}>
      <p>
        <button type="button" class="button" onClick={again}>
          {tryAgain}
        </button>
      </p>
    </Note>
  );
}
