import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, isSignedOut } from '../api.ts';
import { Button, Note, Shape, useFailure, useLanguage } from '../parts.tsx';
import type { Work } from '../work.ts';
import { GivenUp } from './fresh.tsx';
import { usePlatform } from './words.tsx';

/** Something that an administrator does with one press. Sending it again has no second effect. */
export interface Deed {
  /** What it changes, where its end is shown, such as the id of a campaign. */
  readonly of: string;
  readonly send: () => Promise<unknown>;
  /** What is said when it is done. `time` is the time of the answer. */
  readonly done: (time: string) => string;
  /** What nobody knows without an answer. */
  readonly unsure: string;
  readonly undo?: { readonly label: string; readonly deed: () => Deed };
  /** Words for refusals that mean something else here, by code. */
  readonly refusals?: Readonly<Record<string, string>>;
}

type End =
  | { readonly name: 'sending' | 'lost' }
  | { readonly name: 'refused'; readonly error: unknown }
  | { readonly name: 'done'; readonly at: string };
type Latest = End & {
  readonly deed: Deed;
  /** An earlier attempt had no answer. */
  readonly wasLost: boolean;
};

export interface Deeds {
  readonly latest: Latest | undefined;
  /** Whether an answer is missing. Nothing else is begun meanwhile. */
  readonly isBusy: boolean;
  readonly begin: (deed: Deed) => void;
  /** Sends a deed without an answer again. */
  readonly repeat: () => void;
  /** Stops asking for the answer. */
  readonly giveUp: () => void;
}

const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** Does one thing after another, and keeps the end of the latest one. @param onAnswer is called after each answer of the platform */
export function useDeeds(work: Work, onAnswer: () => void): Deeds {
  const [latest, setLatest] = useState<Latest>();
  const busy = useRef(false);
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const send = async (deed: Deed, wasLost: boolean) => {
    const end = (ended: End | undefined) => {
      busy.current = ended?.name === 'lost';
      if (isGone.current) return;
      setLatest(ended && { ...ended, deed, wasLost });
      if (ended?.name !== 'lost') onAnswer();
    };
    busy.current = true;
    setLatest({ name: 'sending', deed, wasLost });
    try {
      await deed.send();
      end({ name: 'done', at: new Date().toISOString() });
    } catch (error) {
      if (isSignedOut(error)) work.signInEnded();
      else if (error instanceof GivenUp) end(undefined);
      else end(isFinal(error) ? { name: 'refused', error } : { name: 'lost' });
    }
  };
  return {
    latest,
    isBusy: latest?.name === 'sending' || latest?.name === 'lost',
    begin: (deed) => {
      if (!busy.current) void send(deed, false);
    },
    repeat: () => {
      if (latest?.name === 'lost') void send(latest.deed, true);
    },
    giveUp: () => {
      busy.current = false;
      setLatest(undefined);
    },
  };
}

/**
 * Sends something whose repetition is refused, because it has happened: after a lost answer, or because another administrator did it.
 * @param isSo reads whether it is so
 */
export const orIsSo =
  (act: () => Promise<unknown>, refusal: string, isSo: () => Promise<boolean>) => async () => {
    try {
      await act();
    } catch (error) {
      const mayBeSo = error instanceof ApiError && error.code === refusal;
      if (!mayBeSo || !(await isSo())) throw error;
    }
  };

const REPEAT_SECONDS = 8;

/** Seconds until something happens automatically. */
export function Countdown({ act }: { readonly act: () => void }) {
  const words = usePlatform();
  const [left, setLeft] = useState(REPEAT_SECONDS);
  useEffect(() => {
    if (left === 0) act();
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return <>{words.triesAgain(left)}</>;
}

/** How the latest deed of something ended, with its undo, until the next one begins. */
export function EndOf({ deeds, of }: { readonly deeds: Deeds; readonly of: string }) {
  const words = usePlatform();
  const { dates } = useLanguage();
  const failure = useFailure();
  const { latest } = deeds;
  const own = latest?.deed.of === of ? latest : undefined;
  const said = (error: unknown) =>
    (error instanceof ApiError && own?.deed.refusals?.[error.code ?? '']) || failure(error);
  return (
    <>
      <div role="status">
        {own?.name === 'done' && (
          <p class="done-line">
            <Shape name="tick" />
            <span>
              {own.wasLost && `${words.happened} `}
              {own.deed.done(dates.time(own.at))}
            </span>
            {own.deed.undo && (
              <Button
                label={own.deed.undo.label}
                act={() => own.deed.undo && deeds.begin(own.deed.undo.deed())}
              />
            )}
          </p>
        )}
      </div>
      {own?.name === 'refused' && (
        <Note title={own.wasLost ? words.notHappened : words.refusedTitle} more={said(own.error)} />
      )}
      {own?.name === 'lost' && (
        <Note
          kind="warn"
          title={own.deed.unsure}
          more={
            <>
              {words.askAgain} <Countdown act={deeds.repeat} />{' '}
              <span class="actions">
                <Button kind="main" label={words.goOn} act={deeds.repeat} />
                <Button label={words.stopAsking} act={deeds.giveUp} />
              </span>
            </>
          }
        />
      )}
    </>
  );
}
