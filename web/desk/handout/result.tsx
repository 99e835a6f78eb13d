import type { ComponentChildren } from 'preact';
import type { ClaimForStaff } from '../api.ts';
import type { Language } from '../language.ts';
import {
  Button,
  Shape,
  type ShapeName,
  takeFocus,
  useLanguage,
  useRefusal,
  useSilence,
  useWords,
} from '../parts.tsx';
import type { Work } from '../work.ts';
import { shownCode, spaced } from './codes.ts';
import { canUndo, giftOf, lastGifts } from './gifts-given.ts';
import type { Handout } from './handout.ts';
import { LastGifts } from './last-gifts.tsx';
import type { Asking, Result } from './results.ts';

type ResultProps = Readonly<{ result: Result; desk: Handout; work: Work; merchant: string }>;

interface Look {
  readonly shape?: ShapeName;
  readonly verdict?: 'valid' | 'stop' | 'doNot' | 'undoVerdict';
}

/** The grounds of the results, each with its own shape and first word. */
const LOOKS = {
  quiet: {},
  ready: { verdict: 'valid' },
  given: {},
  stop: { shape: 'stop', verdict: 'stop' },
  halt: { shape: 'diamond', verdict: 'doNot' },
  unsure: { shape: 'triangle' },
  asks: { verdict: 'undoVerdict' },
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
export function ResultView({ result, desk, work, merchant }: ResultProps) {
  const language = useLanguage();
  const { kind } = result;
  const says = { refusal: useRefusal(), silence: useSilence() };
  const description =
    'at' in result ? ofClaim(result, language) : withoutClaim(result, merchant, language, says);
  const { ground } = description;
  const isCalm = CALM.includes(ground);
  const spoken = <Spoken key={kind} {...description} />;
  return (
    <section class={`result ${ground}`} aria-label={language.words.handout.result} data-result={kind}>
      <div role="status" aria-atomic="true">
        {isCalm && spoken}
      </div>
      <div role="alert" aria-atomic="true">
        {!isCalm && spoken}
      </div>
      <Below {...{ result, desk, work }} />
    </section>
  );
}

function Spoken({ ground, title, when, more, fine }: Description) {
  const { handout } = useWords();
  const { shape, verdict }: Look = LOOKS[ground];
  const heading = title && <h2>{title}</h2>;
  return (
    <div class="spoken">
      {shape && <Shape name={shape} size={72} />}
      {verdict && <p class="verdict">{handout[verdict]}</p>}
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
  const { handout } = words;
  const { claim, campaign, redeemedByCaller = false } = at;
  const code = <span class="code">{shownCode(claim.id)}</span>;
  const gift = [handout.gift(campaign.title), ' · ', code];
  const until = dates.near(claim.expiresAt);
  const redeemedAt = claim.redeemedAt === undefined ? '' : dates.near(claim.redeemedAt);
  switch (kind) {
    case 'ready':
    case 'sending':
      return {
        ground: 'ready',
        title: (
          <>
            {handout.give}
            <br />
            {campaign.title}
          </>
        ),
        fine: [handout.reserved(dates.near(claim.reservedAt), until), ' ', code],
      };
    case 'given':
      return {
        ground: 'given',
        title: handout.given,
        when: handout.one(redeemedAt, campaign.title),
        fine: [handout.byYou, ' ', code],
      };
    case 'undone':
      return {
        ground: 'given',
        title: handout.undone,
        when: handout.gift(campaign.title),
        fine: [handout.undoneText, ' ', code],
      };
    case 'already': {
      const ago = minutesSince(claim.redeemedAt);
      const when = handout.alreadyAt(ago < 60 ? handout.minutesAgo(ago) : redeemedAt, redeemedByCaller);
      return { ground: 'stop', title: handout.already, when, fine: [redeemedAt, ' · ', ...gift] };
    }
    case 'expired': {
      const fine = [...gift, <br />, handout.expiredText];
      return { ground: 'halt', title: handout.expired, when: handout.expiredAt(until), fine };
    }
    case 'own': {
      const fine = [...gift, <br />, handout.ownUntil(until)];
      return { ground: 'halt', title: handout.own, when: handout.ownText, fine };
    }
  }
}

const minutesSince = (time: string | undefined): number =>
  time === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(0, Math.floor((Date.now() - Date.parse(time)) / 60_000));

interface Says {
  readonly refusal: (code: string) => string;
  readonly silence: () => string;
}

function withoutClaim(
  result: Exclude<Result, OfClaim>,
  merchant: string,
  { words, dates }: Language,
  { refusal, silence }: Says,
): Description {
  const { handout } = words;
  switch (result.kind) {
    case 'empty':
      return { ground: 'quiet', when: handout.first, more: handout.here };
    case 'looking':
      return { ground: 'quiet', when: handout.looking };
    case 'other': {
      const code = result.typed !== undefined && <span class="code">{spaced(result.typed)}</span>;
      return { ground: 'halt', title: handout.other(merchant), fine: [handout.otherText, ' ', code] };
    }
    case 'not_a_code':
      return { ground: 'halt', title: handout.other(merchant), fine: handout.notACode };
    case 'too_many':
      return { ground: 'halt', title: handout.tooMany, fine: handout.tooManyText };
    case 'refused':
      return { ground: 'halt', title: refusal(result.code) };
    case 'offline': {
      const { nothingGiven: when, notChecked: fine } = handout;
      return { ground: 'unsure', title: silence(), when, fine };
    }
    case 'unanswered': {
      const code = <span class="code">{shownCode(result.redemption.claimId)}</span>;
      const fine = [result.signedOut ? handout.signInFirst : handout.noAnswerText, ' ', code];
      const when = result.title === undefined ? {} : { when: `1 ${result.title}` };
      return { ground: 'unsure', title: handout.noAnswer, ...when, fine };
    }
    case 'gone': {
      const code = <span class="code">{shownCode(result.redemption.claimId)}</span>;
      return { ground: 'halt', title: handout.gone, when: handout.goneText, fine: code };
    }
    case 'removed':
      return { ground: 'halt', title: handout.removed(merchant), fine: handout.removedText };
    case 'asking': {
      const { claimId, title, redeemedAt } = result.gift;
      const fine = [
        `${handout.undoEffect} `,
        <span class="code">{shownCode(claimId)}</span>,
        `, ${handout.givenAt(dates.near(redeemedAt))}`,
      ];
      return { ground: 'asks', title: handout.undoQuestion(title), fine };
    }
  }
}

type BelowProps = Omit<ResultProps, 'merchant'>;

/** What a person can press, and what to do next. It is outside of what a screen reader announces. */
function Below(props: BelowProps) {
  const { result, desk, work } = props;
  const { handout } = useWords();
  if (result.kind === 'asking') return <UndoAnswers {...{ desk }} asking={result} />;
  const gifts = lastGifts(work.signIn.accountId);
  const shownId = 'at' in result ? result.at.claim.id : undefined;
  return (
    <>
      {(result.kind === 'given' || result.kind === 'already') && <Undo {...{ desk }} at={result.at} />}
      {(result.kind === 'ready' || result.kind === 'sending') && <Rules text={result.at.campaign.rules} />}
      {result.kind === 'given' && (
        <LastGifts
          {...{ desk }}
          title={handout.before}
          gifts={gifts.filter(({ claimId }) => claimId !== shownId)}
        />
      )}
      {result.kind === 'empty' && <LastGifts {...{ desk, gifts }} title={handout.last} />}
      <Foot {...props} />
    </>
  );
}

function Rules({ text }: Readonly<{ text: string }>) {
  const { handout } = useWords();
  return (
    <details class="rules">
      <summary>{handout.rules}</summary>
      <p>{text}</p>
    </details>
  );
}

/** What to do next. */
function Foot({ result, desk, work }: BelowProps) {
  const { tryAgain, otherWorkplaces, handout } = useWords();
  const { kind } = result;
  const isSending = kind === 'sending';
  switch (kind) {
    case 'empty':
    case 'looking':
      return null;
    case 'ready':
    case 'sending': {
      const label = [isSending ? handout.sending : handout.handOut, ' ', <kbd class="laptop">F9</kbd>];
      return (
        <div class="foot">
          <p class="next">{handout.pressFirst}</p>
          <Button kind="big wide" label={label} isBusy={isSending} act={() => desk.handOut()} />
        </div>
      );
    }
    case 'given':
      return (
        <div class="foot">
          <p class="next">{handout.nextNoTouch}</p>
          {result.staysUntilTap && <Button kind="wide" label={handout.nextVisitor} act={() => desk.next()} />}
        </div>
      );
    case 'removed':
      return (
        <div class="foot">
          <Button kind="wide" label={otherWorkplaces} act={work.checkAgain} />
        </div>
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
          <Button kind="main wide" label={handout.tryNow} act={() => desk.tryAgain()} />
          <p class="next">{handout.tryingIn(result.seconds)}</p>
        </div>
      );
    default:
      return (
        <div class="foot">
          <p class="next">{handout.next}</p>
        </div>
      );
  }
}

/** Undo is where "Hand out" never was. */
function Undo({ at, desk }: Readonly<{ at: ClaimForStaff; desk: Handout }>) {
  const { words, dates } = useLanguage();
  const gift = giftOf(at);
  if (!canUndo(gift)) return null;
  return (
    <>
      <Button label={words.handout.undo(dates.near(at.undoUntil ?? ''))} act={() => desk.askUndo(gift)} />
      <p class="fine">{words.handout.onlyIfBack}</p>
    </>
  );
}

/** The question takes the focus of the button that it replaces. "Yes" does not, because a scanner types Enter. */
function UndoAnswers({ asking: { undo }, desk }: Readonly<{ asking: Asking; desk: Handout }>) {
  const { handout } = useWords();
  const isSending = undo === 'sending';
  const isTooLate = undo === 'too_late';
  return (
    <fieldset class="confirm" ref={takeFocus} tabIndex={-1} aria-label={handout.undoVerdict}>
      {undo === 'failed' && <p role="alert">{handout.undoFailed}</p>}
      {isTooLate && <p role="alert">{handout.undoRefused}</p>}
      {!isTooLate && (
        <Button
          label={isSending ? handout.sending : handout.undoYes}
          isBusy={isSending}
          act={() => desk.undo()}
        />
      )}
      <Button label={handout.undoNo} act={() => desk.keepGiven()} />
      {!isTooLate && <p class="next">{handout.nothingChanged}</p>}
    </fieldset>
  );
}
