import type { ComponentChildren } from 'preact';
import type { Language } from '../language.ts';
import { Button, Shape, type ShapeName, takeFocus, useLanguage, useWords } from '../parts.tsx';
import { type Counter, type Result, shownCode, spaced } from './desk.ts';

export interface ResultProps {
  readonly result: Result;
  readonly desk: Counter;
  readonly merchant: string;
}

/** Each ground has its own shape and first word. */
const GROUNDS = {
  empty: 'quiet',
  looking: 'quiet',
  ready: 'ready',
  sending: 'ready',
  given: 'given',
  undone: 'given',
  already: 'stop',
  expired: 'halt',
  own: 'halt',
  other: 'halt',
  not_a_code: 'halt',
  too_many: 'halt',
  refused: 'halt',
  offline: 'unsure',
  unanswered: 'unsure',
} as const satisfies Readonly<Record<Result['kind'], string>>;
type Ground = (typeof GROUNDS)[Result['kind']];

/** The result of a code. Its regions stay in the page, so that a screen reader announces what changes in them. */
export function ResultView({ result, desk, merchant }: ResultProps) {
  const language = useLanguage();
  const { kind } = result;
  const ground = GROUNDS[kind];
  const isUrgent = ground in URGENT_SHAPES;
  const text = 'at' in result ? textOfClaim(result, language) : textOf(result, merchant, language);
  const spoken = <Spoken key={kind} ground={ground} {...text} />;
  return (
    <section class={`result ${ground}`} aria-label={language.words.counter.result} data-result={kind}>
      <div role="status" aria-atomic="true">
        {!isUrgent && spoken}
      </div>
      <div role="alert" aria-atomic="true">
        {isUrgent && spoken}
      </div>
      <Foot {...{ result, desk }} />
    </section>
  );
}

/** What a result says, from the top. */
interface Text {
  readonly title?: ComponentChildren;
  readonly when?: string;
  readonly more?: string;
  readonly fine?: ComponentChildren;
}

const URGENT_SHAPES: Partial<Record<Ground, ShapeName>> = {
  stop: 'stop',
  halt: 'diamond',
  unsure: 'triangle',
};

function Spoken({ ground, title, when, more, fine }: Text & { readonly ground: Ground }) {
  const { valid, stop, doNot } = useWords().counter;
  const shape = URGENT_SHAPES[ground];
  const verdicts: Partial<Record<Ground, string>> = { ready: valid, stop, halt: doNot };
  const verdict = verdicts[ground];
  const heading = title && <h2>{title}</h2>;
  return (
    <div class="spoken">
      {shape && <Shape name={shape} size={72} />}
      {verdict && <p class="verdict">{verdict}</p>}
      {ground !== 'given' && heading}
      {ground === 'given' && (
        <div class="row">
          <Shape name="tick" size={64} />
          {heading}
        </div>
      )}
      {when && <p class="when">{when}</p>}
      {more && <p>{more}</p>}
      {fine && <p class="fine">{fine}</p>}
    </div>
  );
}

type OfClaim = Extract<Result, { readonly at: unknown }>;

function textOfClaim({ kind, at }: OfClaim, { words, dates }: Language): Text {
  const { counter } = words;
  const { claim, campaign, redeemedByCaller = false } = at;
  const code = <span class="code">{shownCode(claim.id)}</span>;
  const gift = [`1 ${campaign.title}, `, code];
  const until = dates.near(claim.expiresAt);
  const redeemedAt = claim.redeemedAt === undefined ? '' : dates.near(claim.redeemedAt);
  switch (kind) {
    case 'ready':
    case 'sending': {
      const title = (
        <>
          {counter.give}
          <br />
          {campaign.title}
        </>
      );
      const fine = [counter.reserved(dates.near(claim.reservedAt), until), ' ', code];
      return { title, more: campaign.rules, fine };
    }
    case 'given': {
      const when = counter.one(redeemedAt, campaign.title);
      return { title: counter.given, when, fine: [counter.byYou, ' ', code] };
    }
    case 'undone': {
      const when = `1 ${campaign.title}`;
      return { title: counter.undone, when, fine: [counter.undoneText, ' ', code] };
    }
    case 'already': {
      const when = counter.alreadyAt(redeemedAt, redeemedByCaller);
      return { title: counter.already, when, fine: gift };
    }
    case 'expired': {
      const when = counter.expiredAt(until);
      return { title: counter.expired, when, fine: [...gift, '. ', counter.expiredText] };
    }
    case 'own':
      return { title: counter.own, when: counter.ownText, fine: [...gift, '. ', counter.ownUntil(until)] };
  }
}

function textOf(result: Exclude<Result, OfClaim>, merchant: string, { words }: Language): Text {
  const { counter } = words;
  switch (result.kind) {
    case 'empty':
      return { when: counter.first, more: counter.here };
    case 'looking':
      return { when: counter.looking };
    case 'other': {
      const code = result.typed !== undefined && <span class="code">{spaced(result.typed)}</span>;
      return { title: counter.other(merchant), fine: [counter.otherText, ' ', code] };
    }
    case 'not_a_code':
      return { title: counter.other(merchant), fine: counter.notACode };
    case 'too_many':
      return { title: counter.tooMany, fine: counter.tooManyText };
    case 'refused':
      return { title: words.refused(result.code) };
    case 'offline':
      return { title: words.noConnection, when: counter.nothingGiven, fine: counter.notChecked };
    case 'unanswered': {
      const fine = result.signedOut ? counter.signInFirst : counter.noAnswerText;
      return { title: counter.noAnswer, when: `1 ${result.redemption.title}`, fine };
    }
  }
}

/** What to do next. */
function Foot({ result, desk }: Omit<ResultProps, 'merchant'>) {
  const { tryAgain, counter } = useWords();
  const { kind } = result;
  switch (kind) {
    case 'empty':
    case 'looking':
      return null;
    case 'ready':
    case 'sending':
      return (
        <div class="foot">
          <p class="next">{counter.pressFirst}</p>
          <Button kind="big wide" isBusy={kind === 'sending'} act={() => desk.handOut()}>
            {kind === 'sending' ? counter.sending : counter.handOut} <kbd class="laptop">F9</kbd>
          </Button>
        </div>
      );
    case 'given':
      return (
        <>
          <Undo {...{ result, desk }} />
          <div class="foot">
            <p class="next">{counter.nextNoTouch}</p>
          </div>
        </>
      );
    case 'offline':
    case 'unanswered':
      return (
        <div class="foot">
          <Button kind="main wide" act={() => desk.tryAgain()}>
            {kind === 'offline' ? tryAgain : counter.tryNow}
          </Button>
          {kind === 'unanswered' && <p class="next">{counter.tryingIn(result.seconds)}</p>}
        </div>
      );
    default:
      return (
        <div class="foot">
          <p class="next">{counter.next}</p>
        </div>
      );
  }
}

interface UndoProps {
  readonly result: Extract<Result, { readonly kind: 'given' }>;
  readonly desk: Counter;
}

/** Undo is where "Hand out" never was, and asks once more in its place. */
function Undo({ result: { undo, at }, desk }: UndoProps) {
  const { words, dates } = useLanguage();
  const { counter } = words;
  switch (undo) {
    case 'asked':
    case 'sending':
      // It takes the focus of the button that it replaces. "Yes" does not, because a scanner types Enter.
      return (
        <fieldset class="confirm" ref={takeFocus} tabIndex={-1}>
          <p>{counter.undoQuestion(at.campaign.title)}</p>
          <Button isBusy={undo === 'sending'} act={() => desk.undo()}>
            {undo === 'sending' ? counter.sending : counter.undoYes}
          </Button>
          <Button act={() => desk.askUndo('offered')}>{words.cancel}</Button>
        </fieldset>
      );
    case 'too_late':
      return <p role="alert">{counter.undoRefused}</p>;
    case 'failed':
    case 'offered':
      return (
        <>
          {undo === 'failed' && <p role="alert">{words.noConnection}</p>}
          <Button act={() => desk.askUndo('asked')}>{counter.undo(dates.near(at.undoUntil ?? ''))}</Button>
        </>
      );
  }
}
