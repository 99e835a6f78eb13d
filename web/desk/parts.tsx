import type { ButtonHTMLAttributes, ComponentChildren, InputHTMLAttributes, VNode } from 'preact';
import { cloneElement, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { PAGE_LANGUAGES } from '../../shared/values/languages.ts';
import { LANGUAGE_NAMES } from '../browser/languages.ts';
import { ApiError, ConnectionLost } from './api.ts';
import type { Language } from './language.ts';
import { refusalIn } from './refusal-words.ts';

/** Small parts that several views share. */

export interface ChosenLanguage extends Language {
  readonly choose: (code: Language['code']) => void;
}

export const LanguageContext = createContext<ChosenLanguage | undefined>(undefined);
export function useLanguage(): ChosenLanguage {
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
export type ShapeName = keyof typeof SHAPES;

/** The shape of a result or a message. It says nothing that the words do not say. */
export const Shape = ({ name, size = 24 }: Readonly<{ name: ShapeName; size?: number }>) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path fill="none" stroke="currentColor" stroke-width="2.5" d={SHAPES[name]} />
  </svg>
);

interface NoteProps {
  readonly kind?: 'bad' | 'warn' | 'good';
  readonly title: string;
  /** What else there is to say, or to press. */
  readonly more?: ComponentChildren;
}

const NOTE_SHAPES = { bad: 'stop', warn: 'triangle', good: 'tick' } as const;

/** A message: always a shape and a word. */
export const Note = ({ kind = 'bad', title, more }: NoteProps) => (
  <div class={`note ${kind}`} role={kind === 'good' ? 'status' : 'alert'}>
    <Shape name={NOTE_SHAPES[kind]} />
    <b>{title}</b>
    {more && <p>{more}</p>}
  </div>
);

interface ButtonProps
  extends Pick<
    ButtonHTMLAttributes,
    'lang' | 'aria-label' | 'aria-current' | 'aria-pressed' | 'aria-describedby'
  > {
  readonly label: ComponentChildren;
  /** How it looks: like a link, or like a button of these classes. */
  readonly kind?:
    | 'plain'
    | 'main'
    | 'grave'
    | 'wide'
    | 'main wide'
    | 'off'
    | 'big wide'
    | 'main big wide'
    | 'large'
    | 'main large'
    | 'main large wide'
    | 'scan'
    | 'tocode'
    | undefined;
  /** What a press does. By default, it submits the form. */
  readonly act?: () => unknown;
  readonly isBusy?: boolean;
}

export const Button = ({ label, kind, act, isBusy, ...attributes }: ButtonProps) => (
  <button
    type={act ? 'button' : 'submit'}
    class={kind === 'plain' ? kind : `button ${kind ?? ''}`}
    aria-disabled={isBusy}
    onClick={() => void act?.()}
    {...attributes}
  >
    {label}
  </button>
);

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** What is wrong with the value. */
  readonly wrong?: string | undefined;
  /** The control, which gets the id. */
  readonly children: VNode;
}

/** A labelled control with a hint and an error. */
export function Field({ id, label, hint, wrong, children }: FieldProps) {
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, {
        id,
        ...(described && { 'aria-describedby': described }),
        ...(wrong && { 'aria-invalid': true }),
      })}
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

/** The control for the code of an authenticator app, or of a mail: both have six digits. */
export const CodeInput = (attributes: InputHTMLAttributes) => (
  <input
    name="code"
    class="code"
    inputMode="numeric"
    autocomplete="one-time-code"
    maxLength={6}
    pattern="[0-9]{6}"
    required
    {...attributes}
  />
);

/** The most characters of a reason that another person or the log of acts keeps. */
const MAX_REASON = 500;

interface ReasonFieldProps {
  readonly id: string;
  readonly label: string;
  /** @param length the number of characters so far */
  readonly hint?: ((length: number, most: number) => string) | undefined;
}

/** A field for a reason, which counts its characters. */
export function ReasonField({ id, label, hint }: ReasonFieldProps) {
  const [length, setLength] = useState(0);
  return (
    <Field id={id} label={label} hint={hint?.(length, MAX_REASON)}>
      <textarea
        name="reason"
        required
        maxLength={MAX_REASON}
        ref={takeFocus}
        onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
      />
    </Field>
  );
}

/** Handles the submissions of a form, one at a time. @returns also the error of the last one */
export function useSubmit(act: (form: FormData) => unknown) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const onSubmit = async (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await act(new FormData(event.currentTarget));
    } catch (caught) {
      setError(caught);
    }
    setBusy(false);
  };
  return { isBusy, error, onSubmit };
}

/** As the `ref` of an element, gives it the focus when it appears. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

export function useTitle(title: string): void {
  const { desk } = useWords();
  useEffect(() => {
    document.title = `${title} · ${desk}`;
  }, [title, desk]);
}

interface PageProps {
  readonly title: string;
  /** What is above the title, such as the way back. */
  readonly before?: ComponentChildren;
  /** What is below the title. */
  readonly lead?: ComponentChildren;
  /** A narrow page has no menu, so it ends with the languages. */
  readonly isNarrow?: true;
  readonly children: ComponentChildren;
}

/** A view. Its heading gets the focus when the view changes, so that a screen reader reads where it is. */
export function Page({ title, before, lead, isNarrow, children }: PageProps) {
  useTitle(title);
  return (
    <main class={isNarrow ? 'page narrow' : 'page'} id="work">
      <div class="lead">
        {before}
        <h1 ref={takeFocus} tabIndex={-1}>
          {title}
        </h1>
        {lead}
      </div>
      {children}
      {isNarrow && (
        <footer>
          <Languages />
        </footer>
      )}
    </main>
  );
}

export const Bar = ({ title, children }: Readonly<{ title: string; children?: ComponentChildren }>) => (
  <header class="bar">
    <div class="where">
      <b>{title}</b>
    </div>
    {children}
  </header>
);

/** The bar of the pages outside of a workplace. */
export function PlainBar({ signOut }: Readonly<{ signOut?: () => void }>) {
  const words = useWords();
  return <Bar title={words.desk}>{signOut && <Button label={words.signOut} act={signOut} />}</Bar>;
}

export function Languages() {
  const { code, choose } = useLanguage();
  return (
    <ul class="langs">
      {PAGE_LANGUAGES.map((each) => (
        <li key={each}>
          <Button
            kind="plain"
            label={LANGUAGE_NAMES[each]}
            lang={each}
            aria-current={each === code || undefined}
            act={() => choose(each)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Whether there is no answer, also of the user pool. A mistake of the page is none. */
const isLost = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  (error instanceof Error &&
    !(error instanceof TypeError) &&
    /network/i.test(`${error.name} ${error.message}`));

/** Says what a refusal means. A code without words is shown as it is. */
export function useRefusal() {
  const { code: language, words } = useLanguage();
  const [, drawAgain] = useState(0);
  return (code: string): string =>
    refusalIn(language, code, () => drawAgain((n) => n + 1)) ?? words.refused(code);
}

/** Says why there is no answer: the device has no connection, or the platform does not answer. */
export function useSilence() {
  const { noConnection, noAnswer } = useWords();
  return (): string => (navigator.onLine ? noAnswer : noConnection);
}

/** Says why a call failed, in the words of the page. */
export function useFailure() {
  const { broken } = useWords();
  const refusal = useRefusal();
  const silence = useSilence();
  return (error: unknown): string => {
    if (isLost(error)) return silence();
    return error instanceof ApiError ? refusal(error.code ?? String(error.status)) : broken;
  };
}

interface Loadable<T> {
  readonly value?: T | undefined;
  readonly error?: unknown;
  readonly reload: () => void;
}

/** What a view reads when it appears. The old value stays while it is read again. */
export function useLoaded<T>(load: () => Promise<T>, changes: readonly unknown[] = []): Loadable<T> {
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

interface LoadedProps<T> extends Loadable<T> {
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what was loaded, or why it was not. */
export function Loaded<T>({ value, error, reload, children }: LoadedProps<T>) {
  if (error !== undefined) return <Failed error={error} again={reload} />;
  return value === undefined ? <Loading /> : children(value);
}

/** Shows a page once it is loaded. Until then the frame of a page is there, so that its landmark stays and nothing moves. */
export function LoadedPage<T>(loaded: LoadedProps<T>) {
  if (loaded.value !== undefined && loaded.error === undefined) return loaded.children(loaded.value);
  return (
    <main class="page" id="work">
      <Loaded {...loaded} />
    </main>
  );
}

/** After 400 ms the page says that something is loading. */
export function Loading() {
  const { loading } = useWords();
  return (
    <p class="hint late" role="status">
      {loading}
    </p>
  );
}

export function Failed({ error, again }: Readonly<{ error: unknown; again: () => void }>) {
  const { tryAgain } = useWords();
  const failure = useFailure();
  return <Note title={failure(error)} more={<Button label={tryAgain} act={again} />} />;
}
