import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Shape, useLanguage } from '../parts.tsx';
import { type Counter, type Result, shownCode, spaced } from './desk.ts';

export interface ResultProps {
  readonly result: Result;
  readonly desk: Counter;
  readonly merchant: string;
}

/**
 * The result of a code. Each kind has its own ground, shape and first word. The region stays in the page, so that a screen
 * reader announces what changes in it.
 */
export function ResultView({ result, desk, merchant }: ResultProps) {
  const { words } = useLanguage();
  const { kind } = result;
  return (
    <section class={`result ${GROUNDS[kind]}`} aria-label={words.counter.result} data-result={kind}>
      <Spoken {...{ result, merchant }} />
      <Foot {...{ result, desk }} />
    </section>
  );
}

const GROUNDS: Readonly<Record<Result['kind'], string>> = {
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
};

const CALM: readonly Result['kind'][] = ['empty', 'looking', 'ready', 'sending', 'given', 'undone'];

function Spoken({ result, merchant }: Omit<ResultProps, 'desk'>) {
  const isCalm = CALM.includes(result.kind);
  const text = (
    <div class="spoken" key={result.kind}>
      <Text {...{ result, merchant }} />
    </div>
  );
  return (
    <>
      <div role="status" aria-atomic="true">
        {isCalm && text}
      </div>
      <div role="alert" aria-atomic="true">
        {!isCalm && text}
      </div>
    </>
  );
}

function Text({ result, merchant }: Omit<ResultProps, 'desk'>): ComponentChildren {
  const { words, dates } = useLanguage();
  const { counter } = words;
  const gift = (title: string, claimId: string) => (
    <>
      {`1 ${title}, `}
      <span class="code">{shownCode(claimId)}</span>
    </>
  );
  switch (result.kind) {
    case 'empty':
      return (
        <>
          <p class="when">{counter.first}</p>
          <p>{counter.here}</p>
        </>
      );
    case 'looking':
      return <p class="when">{counter.looking}</p>;
    case 'ready':
    case 'sending': {
      const { claim, campaign } = result.at;
      return (
        <>
          <p class="verdict">{counter.valid}</p>
          <h2>
            {counter.give}
            <br />
            {campaign.title}
          </h2>
          <p>{campaign.rules}</p>
          <p class="fine">
            {counter.reserved(dates.near(claim.reservedAt), dates.near(claim.expiresAt))}{' '}
            <span class="code">{shownCode(claim.id)}</span>
          </p>
        </>
      );
    }
    case 'given':
    case 'undone': {
      const { claim, campaign } = result.at;
      const isUndone = result.kind === 'undone';
      return (
        <>
          <div class="row">
            <Shape name="tick" size={64} />
            <h2>{isUndone ? counter.undone : counter.given}</h2>
          </div>
          <p class="when">
            {isUndone
              ? `1 ${campaign.title}`
              : counter.one(dates.near(claim.redeemedAt ?? ''), campaign.title)}
          </p>
          <p class="fine">
            {isUndone ? counter.undoneText : counter.byYou} <span class="code">{shownCode(claim.id)}</span>
          </p>
        </>
      );
    }
    case 'already': {
      const { claim, campaign, redeemedByCaller = false } = result.at;
      return (
        <>
          <Shape name="stop" size={72} />
          <p class="verdict">{counter.stop}</p>
          <h2>{counter.already}</h2>
          <p class="when">{counter.alreadyAt(dates.near(claim.redeemedAt ?? ''), redeemedByCaller)}</p>
          <p class="fine">{gift(campaign.title, claim.id)}</p>
        </>
      );
    }
    case 'expired': {
      const { claim, campaign } = result.at;
      return (
        <Halt title={counter.expired} when={counter.expiredAt(dates.near(claim.expiresAt))}>
          {gift(campaign.title, claim.id)}. {counter.expiredText}
        </Halt>
      );
    }
    case 'own': {
      const { claim, campaign } = result.at;
      return (
        <Halt title={counter.own} when={counter.ownText}>
          {gift(campaign.title, claim.id)}. {counter.ownUntil(dates.near(claim.expiresAt))}
        </Halt>
      );
    }
    case 'other':
      return (
        <Halt title={counter.other(merchant)}>
          {counter.otherText} {result.typed !== undefined && <span class="code">{spaced(result.typed)}</span>}
        </Halt>
      );
    case 'not_a_code':
      return <Halt title={counter.other(merchant)}>{counter.notACode}</Halt>;
    case 'too_many':
      return <Halt title={counter.tooMany}>{counter.tooManyText}</Halt>;
    case 'refused':
      return <Halt title={words.refused(result.code)} />;
    case 'offline':
      return (
        <>
          <Shape name="triangle" size={72} />
          <h2>{words.noConnection}</h2>
          <p class="when">{counter.nothingGiven}</p>
          <p class="fine">{counter.notChecked}</p>
        </>
      );
    case 'unanswered':
      return (
        <>
          <Shape name="triangle" size={72} />
          <h2>{counter.noAnswer}</h2>
          <p class="when">{`1 ${result.redemption.title}`}</p>
          <p class="fine">{result.signedOut ? counter.signInFirst : counter.noAnswerText}</p>
        </>
      );
  }
}

interface HaltProps {
  readonly title: string;
  readonly when?: string;
  readonly children?: ComponentChildren;
}

function Halt({ title, when, children }: HaltProps) {
  const { counter } = useLanguage().words;
  return (
    <>
      <Shape name="diamond" size={72} />
      <p class="verdict">{counter.doNot}</p>
      <h2>{title}</h2>
      {when !== undefined && <p class="when">{when}</p>}
      {children && <p class="fine">{children}</p>}
    </>
  );
}

function Foot({ result, desk }: Omit<ResultProps, 'merchant'>) {
  const { words, dates } = useLanguage();
  const { counter } = words;
  if (result.kind === 'given')
    return <GivenFoot {...{ result, desk }} until={dates.near(result.at.undoUntil ?? '')} />;
  if (result.kind === 'ready' || result.kind === 'sending')
    return (
      <div class="foot">
        <p class="next">{counter.pressFirst}</p>
        <button
          type="button"
          class="button big wide"
          aria-disabled={result.kind === 'sending'}
          onClick={() => desk.handOut()}
        >
          {result.kind === 'sending' ? counter.sending : counter.handOut} <kbd class="laptop">F9</kbd>
        </button>
      </div>
    );
  if (result.kind === 'offline' || result.kind === 'unanswered')
    return (
      <div class="foot">
        <button type="button" class="button main wide" onClick={() => desk.tryAgain()}>
          {result.kind === 'offline' ? words.tryAgain : counter.tryNow}
        </button>
        {result.kind === 'unanswered' && <p class="next">{counter.tryingIn(result.seconds)}</p>}
      </div>
    );
  if (result.kind === 'empty' || result.kind === 'looking') return null;
  return (
    <div class="foot">
      <p class="next">{counter.next}</p>
    </div>
  );
}

interface GivenFootProps {
  readonly result: Extract<Result, { readonly kind: 'given' }>;
  readonly desk: Counter;
  readonly until: string;
}

/** Undo stands where "Hand out" never was, and asks once more in its place. */
function GivenFoot({ result, desk, until }: GivenFootProps) {
  const { words } = useLanguage();
  const { counter } = words;
  const { undo, at } = result;
  return (
    <>
      {undo === 'asked' || undo === 'sending' ? (
        <Confirm>
          <p>{counter.undoQuestion(at.campaign.title)}</p>
          <button
            type="button"
            class="button"
            aria-disabled={undo === 'sending'}
            onClick={() => void desk.undo()}
          >
            {undo === 'sending' ? counter.sending : counter.undoYes}
          </button>
          <button type="button" class="button" onClick={() => desk.askUndo('offered')}>
            {words.cancel}
          </button>
        </Confirm>
      ) : undo === 'too_late' ? (
        <p role="alert">{counter.undoRefused}</p>
      ) : (
        <>
          {undo === 'failed' && <p role="alert">{words.noConnection}</p>}
          <button type="button" class="button" onClick={() => desk.askUndo('asked')}>
            {counter.undo(until)}
          </button>
        </>
      )}
      <div class="foot">
        <p class="next">{counter.nextNoTouch}</p>
      </div>
    </>
  );
}

/** It takes the focus of the button that it replaces. "Yes" does not, because a scanner types Enter. */
function Confirm({ children }: { readonly children: ComponentChildren }) {
  const box = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  return (
    <fieldset class="confirm" ref={box} tabIndex={-1}>
      {children}
    </fieldset>
  );
}
