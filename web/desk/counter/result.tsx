import type { ComponentChildren } from 'preact';
import type { Language } from '../language.ts';
import { Button, Shape, type ShapeName, takeFocus, useLanguage, useWords } from '../parts.tsx';
import { type Counter, type Given, type Result, shownCode, spaced } from './desk.ts';

type ResultProps = Readonly<{ result: Result; desk: Counter; merchant: string }>;

interface Look {
  readonly shape?: ShapeName;
  readonly verdict?: 'valid' | 'stop' | 'doNot';
}

/** The grounds of the results, each with its own shape and first word. */
const LOOKS = {
  quiet: {},
  ready: { verdict: 'valid' },
  given: {},
  stop: { shape: 'stop', verdict: 'stop' },
  halt: { shape: 'diamond', verdict: 'doNot' },
  unsure: { shape: 'triangle' },
} as const satisfies Readonly<Record<string, Look>>;

/** These grounds do not interrupt what a screen reader reads. */
const CALM: readonly (keyof typeof LOOKS)[] = ['quiet', 'ready', 'given'];

/** What a result says, from the top. */
interface Description {
  readonly ground: keyof typeof LOOKS;
  readonly title?: ComponentChildren;
  readonly when?: string;
  readonly more?: string;
  readonly fine?: ComponentChildren;
}

/** The result of a code. Its regions stay in the page, so that a screen reader announces what changes in them. */
export function ResultView({ result, desk, merchant }: ResultProps) {
  const language = useLanguage();
  const { kind } = result;
  const description = 'at' in result ? ofClaim(result, language) : withoutClaim(result, merchant, language);
  const { ground } = description;
  const isCalm = CALM.includes(ground);
  const spoken = <Spoken key={kind} {...description} />;
  return (
    <section class={`result ${ground}`} aria-label={language.words.counter.result} data-result={kind}>
      <div role="status" aria-atomic="true">
        {isCalm && spoken}
      </div>
      <div role="alert" aria-atomic="true">
        {!isCalm && spoken}
      </div>
      <Foot {...{ result, desk }} />
    </section>
  );
}

function Spoken({ ground, title, when, more, fine }: Description) {
  const { counter } = useWords();
  const { shape, verdict }: Look = LOOKS[ground];
  const heading = title && <h2>{title}</h2>;
  return (
    <div class="spoken">
      {shape && <Shape name={shape} size={72} />}
      {verdict && <p class="verdict">{counter[verdict]}</p>}
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

function ofClaim({ kind, at }: OfClaim, { words, dates }: Language): Description {
  const { counter } = words;
  const { claim, campaign, redeemedByCaller = false } = at;
  const code = <span class="code">{shownCode(claim.id)}</span>;
  const gift = [`1 ${campaign.title}, `, code];
  const until = dates.near(claim.expiresAt);
  const redeemedAt = claim.redeemedAt === undefined ? '' : dates.near(claim.redeemedAt);
  switch (kind) {
    case 'ready':
    case 'sending':
      return {
        ground: 'ready',
        title: (
          <>
            {counter.give}
            <br />
            {campaign.title}
          </>
        ),
        more: campaign.rules,
        fine: [counter.reserved(dates.near(claim.reservedAt), until), ' ', code],
      };
    case 'given':
      return {
        ground: 'given',
        title: counter.given,
        when: counter.one(redeemedAt, campaign.title),
        fine: [counter.byYou, ' ', code],
      };
    case 'undone':
      return {
        ground: 'given',
        title: counter.undone,
        when: `1 ${campaign.title}`,
        fine: [counter.undoneText, ' ', code],
      };
    case 'already': {
      const when = counter.alreadyAt(redeemedAt, redeemedByCaller);
      return { ground: 'stop', title: counter.already, when, fine: gift };
    }
    case 'expired': {
      const fine = [...gift, '. ', counter.expiredText];
      return { ground: 'halt', title: counter.expired, when: counter.expiredAt(until), fine };
    }
    case 'own': {
      const fine = [...gift, '. ', counter.ownUntil(until)];
      return { ground: 'halt', title: counter.own, when: counter.ownText, fine };
    }
  }
}

function withoutClaim(result: Exclude<Result, OfClaim>, merchant: string, { words }: Language): Description {
  const { counter } = words;
  switch (result.kind) {
    case 'empty':
      return { ground: 'quiet', when: counter.first, more: counter.here };
    case 'looking':
      return { ground: 'quiet', when: counter.looking };
    case 'other': {
      const code = result.typed !== undefined && <span class="code">{spaced(result.typed)}</span>;
      return { ground: 'halt', title: counter.other(merchant), fine: [counter.otherText, ' ', code] };
    }
    case 'not_a_code':
      return { ground: 'halt', title: counter.other(merchant), fine: counter.notACode };
    case 'too_many':
      return { ground: 'halt', title: counter.tooMany, fine: counter.tooManyText };
    case 'refused':
      return { ground: 'halt', title: words.refused(result.code) };
    case 'offline': {
      const { nothingGiven: when, notChecked: fine } = counter;
      return { ground: 'unsure', title: words.noConnection, when, fine };
    }
    case 'unanswered': {
      const fine = result.signedOut ? counter.signInFirst : counter.noAnswerText;
      return { ground: 'unsure', title: counter.noAnswer, when: `1 ${result.redemption.title}`, fine };
    }
  }
}

/** What to do next. */
function Foot({ result, desk }: Omit<ResultProps, 'merchant'>) {
  const { tryAgain, counter } = useWords();
  const { kind } = result;
  const isSending = kind === 'sending';
  switch (kind) {
    case 'empty':
    case 'looking':
      return null;
    case 'ready':
    case 'sending': {
      const label = [isSending ? counter.sending : counter.handOut, ' ', <kbd class="laptop">F9</kbd>];
      return (
        <div class="foot">
          <p class="next">{counter.pressFirst}</p>
          <Button kind="big wide" label={label} isBusy={isSending} act={() => desk.handOut()} />
        </div>
      );
    }
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
      return (
        <div class="foot">
          <Button kind="main wide" label={tryAgain} act={() => desk.tryAgain()} />
        </div>
      );
    case 'unanswered':
      return (
        <div class="foot">
          <Button kind="main wide" label={counter.tryNow} act={() => desk.tryAgain()} />
          <p class="next">{counter.tryingIn(result.seconds)}</p>
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

/** Undo is where "Hand out" never was, and asks once more in its place. */
function Undo({ result: { undo, at }, desk }: Readonly<{ result: Given; desk: Counter }>) {
  const { words, dates } = useLanguage();
  const { counter } = words;
  if (undo === 'too_late') return <p role="alert">{counter.undoRefused}</p>;
  if (undo === 'offered' || undo === 'failed') {
    const label = counter.undo(dates.near(at.undoUntil ?? ''));
    return (
      <>
        {undo === 'failed' && <p role="alert">{words.noConnection}</p>}
        <Button label={label} act={() => desk.askUndo('asked')} />
      </>
    );
  }
  const isSending = undo === 'sending';
  const yes = isSending ? counter.sending : counter.undoYes;
  // It takes the focus of the button that it replaces. "Yes" does not, because a scanner types Enter.
  return (
    <fieldset class="confirm" ref={takeFocus} tabIndex={-1}>
      <p>{counter.undoQuestion(at.campaign.title)}</p>
      <Button label={yes} isBusy={isSending} act={() => desk.undo()} />
      <Button label={words.cancel} act={() => desk.askUndo('offered')} />
    </fieldset>
  );
}
