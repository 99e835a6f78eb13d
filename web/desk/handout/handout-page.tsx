import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Field, Note, useTitle, useWords } from '../parts.tsx';
import type { ViewProps } from '../work.ts';
import { type CameraProblem, watchCamera } from './camera.ts';
import { typedCodeOf } from './codes.ts';
import { GiftNumbers, useGiftNumbers } from './gift-numbers.tsx';
import { Handout } from './handout.ts';
import { ResultView } from './result.tsx';
import type { Result } from './results.ts';
import { signal } from './signals.ts';

/** The page of a gift counter: the numbers of the day, the camera, the code for typing, and the result. */
export function HandoutPage({ work, workplace, sound }: ViewProps) {
  const { handout: words } = useWords();
  useTitle(words.title);
  const [result, setResult] = useState<Result>({ kind: 'empty' });
  const { gifts, update } = useGiftNumbers(work, workplace.workspaceId);
  const show = (next: Result) => {
    setResult(next);
    if ('at' in next && next.kind !== 'sending') update(next.at);
  };
  const [desk] = useState(() => new Handout(work, workplace.workspaceId, show));
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, []);
  useEffect(() => {
    if (sound) signal(result.kind);
  }, [result.kind]);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === 'F9' && desk.handOut();
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  const [problem, setProblem] = useState<CameraProblem>();
  // On a phone the result needs the place of the field, unless there is no camera or somebody wants to type.
  const [isTyping, setTyping] = useState(false);
  useEffect(() => setTyping(false), [result.kind]);
  const isHidden = result.kind !== 'empty' && !problem && !isTyping;
  return (
    <main class="handout" id="work">
      <h1 class="unseen">{words.title}</h1>
      <GiftNumbers gifts={gifts} inHand={'at' in result ? result.at.claim.campaignId : undefined} />
      <Eye {...{ desk, result, problem, setProblem }} startTyping={() => setTyping(true)} />
      <TypedCode {...{ desk, isTyping, isHidden }} kind={result.kind} />
      <ResultView {...{ desk, result, work }} merchant={workplace.name} />
    </main>
  );
}

interface EyeProps {
  readonly desk: Handout;
  readonly result: Result;
  readonly problem: CameraProblem | undefined;
  readonly setProblem: (problem: CameraProblem | undefined) => void;
  readonly startTyping: () => void;
}

/** The camera. After a scan it stays on in a strip, and waits while a gift is not handed out yet. */
function Eye({ desk, result: { kind }, problem, setProblem, startTyping }: EyeProps) {
  const { handout: words } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const canTake = () => !desk.isBusy && !document.hidden;
    const isResting = () => document.hidden || (desk.isBusy && !desk.isFreshlyGiven);
    const onCode = (code: string) => desk.scanned(code);
    const watching = watchCamera(element, { canTake, isResting, onCode }).catch((why: CameraProblem) => {
      setProblem(why);
      return () => {};
    });
    return () => void watching.then((stop) => stop());
  }, [attempt]);

  if (problem) {
    const isRefused = problem === 'refused';
    const tryAgain = () => {
      setProblem(undefined);
      setAttempt((n) => n + 1);
    };
    return (
      <div class="typed">
        <Note
          kind="warn"
          title={isRefused ? words.cameraRefused : words.noCamera}
          more={isRefused ? words.cameraRefusedText : words.noCameraText}
        />
        <Button kind="wide" label={words.cameraAllowed} act={tryAgain} />
      </div>
    );
  }
  const isFirst = kind === 'empty';
  const waits = ['ready', 'sending', 'unanswered', 'asking'].includes(kind);
  return (
    <div class={isFirst ? 'eye' : 'eye strip'}>
      <video ref={video} muted playsInline tabIndex={-1} />
      <p>
        {isFirst ? words.aim : kind === 'asking' ? words.waitsForAnswer : waits ? words.waits : words.isOn}
      </p>
      {kind === 'ready' && <Button label={words.skip} act={() => desk.skip()} />}
      {!isFirst && !waits && <Button kind="tocode" label={words.typeCode} act={startTyping} />}
    </div>
  );
}

interface TypedCodeProps {
  readonly desk: Handout;
  readonly kind: Result['kind'];
  readonly isTyping: boolean;
  /** Whether a phone has no place for it. */
  readonly isHidden: boolean;
}

function TypedCode({ desk, kind, isTyping, isHidden }: TypedCodeProps) {
  const { handout } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
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
  const hint = (
    <>
      {!isWrong && handout.typedHint} <span class="laptop">{handout.scannerHint}</span>
    </>
  );
  return (
    <form class={isHidden ? 'typed laptop' : 'typed'} onSubmit={lookUp} noValidate>
      <Field id="code" label={handout.typed} hint={hint} wrong={isWrong ? handout.typedWrong : undefined}>
        <input ref={input} class="code" autocomplete="off" autocapitalize="characters" spellcheck={false} />
      </Field>
      <Button kind="main wide" label={handout.lookUp} />
    </form>
  );
}
