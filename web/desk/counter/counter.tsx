import { useEffect, useRef, useState } from 'preact/hooks';
import type { ClaimAtCounter, Workplace } from '../api.ts';
import { Note, useLanguage, useWords } from '../parts.tsx';
import type { Work } from '../work.ts';
import { type CameraProblem, watchCamera } from './camera.ts';
import { Counter, type Result, typedCodeOf } from './desk.ts';
import { ResultView } from './result.tsx';
import { signal } from './signals.ts';

export interface CounterProps {
  readonly work: Work;
  readonly workplace: Workplace;
  readonly sound: boolean;
}

/** The page of a gift counter: the numbers of the day, the camera, the code for typing, and the result. */
export function CounterView({ work, workplace, sound }: CounterProps) {
  const [result, setResult] = useState<Result>({ kind: 'empty' });
  const [numbers, setNumbers] = useState<Pick<ClaimAtCounter, 'today' | 'left'>>();
  const hasSound = useRef(sound);
  hasSound.current = sound;
  const counter = useRef<Counter | null>(null);
  counter.current ??= new Counter({
    api: work.api,
    accountId: work.signIn.accountId,
    workspaceId: workplace.workspaceId,
    onSignedOut: work.signedOut,
    onChange: (next) => {
      setResult(next);
      if ('at' in next && next.kind !== 'sending') setNumbers(next.at);
    },
  });
  const { current: desk } = counter;
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, []);
  useEffect(() => {
    if (hasSound.current) signal(result.kind);
  }, [result.kind]);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === 'F9' && desk.handOut();
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  const [problem, setProblem] = useState<CameraProblem>();
  // On a phone the result needs the place of the field, unless there is no camera or somebody wants to type.
  const [isTyping, setTyping] = useState(false);
  const isFirst = result.kind === 'empty';
  useEffect(() => setTyping(false), [result.kind]);
  const { counter: words, desk: name } = useWords();
  useEffect(() => {
    document.title = `${words.title} · ${name}`;
  }, [words]);
  return (
    <main class="counter" id="work">
      <h1 class="unseen">{words.title}</h1>
      <dl class="tally">
        <div>
          <dt>{words.today}</dt>
          <dd data-testid="today">{numbers?.today ?? '–'}</dd>
        </div>
        <div>
          <dt>{words.left}</dt>
          <dd data-testid="left">{numbers?.left ?? '–'}</dd>
        </div>
      </dl>
      <Eye {...{ desk, result, problem, setProblem }} startTyping={() => setTyping(true)} />
      <TypedCode {...{ desk, isTyping }} kind={result.kind} isHidden={!isFirst && !problem && !isTyping} />
      <ResultView result={result} desk={desk} merchant={workplace.name} />
    </main>
  );
}

interface EyeProps {
  readonly desk: Counter;
  readonly result: Result;
  readonly problem: CameraProblem | undefined;
  readonly setProblem: (problem: CameraProblem | undefined) => void;
  readonly startTyping: () => void;
}

/** The camera. After a scan it stays on in a strip, and waits while a gift is not handed out yet. */
function Eye({ desk, result, problem, setProblem, startTyping }: EyeProps) {
  const { counter: words } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let stop = () => {};
    let isGone = false;
    const canTake = () => !desk.isBusy && !document.hidden;
    watchCamera(element, { canTake, onCode: (code) => desk.scanned(code) }).then(
      (stopped) => {
        stop = stopped;
        if (isGone) stop();
      },
      (why: CameraProblem) => setProblem(why),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [attempt]);

  if (problem)
    return (
      <div class="typed">
        <Note kind="warn" title={problem === 'refused' ? words.cameraRefused : words.noCamera}>
          <p>{problem === 'refused' ? words.cameraRefusedText : words.noCameraText}</p>
        </Note>
        <button
          type="button"
          class="button wide"
          onClick={() => {
            setProblem(undefined);
            setAttempt((n) => n + 1);
          }}
        >
          {words.cameraAllowed}
        </button>
      </div>
    );
  const isFirst = result.kind === 'empty';
  const waits = ['ready', 'sending', 'unanswered'].includes(result.kind);
  return (
    <div class={isFirst ? 'eye' : 'eye strip'}>
      <video ref={video} muted playsInline tabIndex={-1} />
      <p>{isFirst ? words.aim : waits ? words.waits : words.isOn}</p>
      {result.kind === 'ready' && (
        <button type="button" class="button" onClick={() => desk.skip()}>
          {words.skip}
        </button>
      )}
      {!isFirst && !waits && (
        <button type="button" class="button tocode" onClick={startTyping}>
          {words.typeCode}
        </button>
      )}
    </div>
  );
}

interface TypedCodeProps {
  readonly desk: Counter;
  readonly kind: Result['kind'];
  readonly isTyping: boolean;
  /** Whether a phone has no place for it. */
  readonly isHidden: boolean;
}

function TypedCode({ desk, kind, isTyping, isHidden }: TypedCodeProps) {
  const { words } = useLanguage();
  const { counter } = words;
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);
  // On a laptop with a scanner that types, the field keeps the focus, also when the button that had it is gone. A phone would open
  // its keyboard.
  useEffect(() => {
    const isLaptop = matchMedia('(min-width: 60rem) and (pointer: fine)').matches;
    if (isLaptop && document.activeElement === document.body) input.current?.focus();
  }, [kind]);
  useEffect(() => {
    if (isTyping) input.current?.focus();
  }, [isTyping]);
  const lookUp = (event: Event) => {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    const text = field.value;
    const isCode = typedCodeOf(text) !== undefined || text.includes(':');
    setWrong(!isCode);
    if (!isCode) return;
    field.value = '';
    desk.typed(text);
  };
  return (
    <form class={isHidden ? 'typed laptop' : 'typed'} onSubmit={lookUp} noValidate>
      <div class="field">
        <label for="code">{counter.typed}</label>
        <input
          ref={input}
          id="code"
          class="code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          aria-describedby="code-hint"
          aria-invalid={wrong}
        />
        <span class={wrong ? 'wrong' : 'hint'} id="code-hint" role={wrong ? 'alert' : undefined}>
          {wrong ? counter.typedWrong : counter.typedHint} <span class="laptop">{counter.scannerHint}</span>
        </span>
      </div>
      <button type="submit" class="button main wide">
        {counter.lookUp}
      </button>
    </form>
  );
}
