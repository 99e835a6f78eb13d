import { Button, useLanguage } from '../parts.tsx';
import { shownCode } from './codes.ts';
import type { Counter } from './desk.ts';
import { canUndo, type HandedOut } from './gifts-given.ts';

interface LastGiftsProps {
  readonly desk: Counter;
  /** The latest first. */
  readonly gifts: readonly HandedOut[];
  readonly title: string;
}

/** The gifts that were handed out in this tab, each with its undo for ten minutes. */
export function LastGifts({ desk, gifts, title }: LastGiftsProps) {
  const { words, dates } = useLanguage();
  const { counter } = words;
  if (gifts.length === 0) return null;
  return (
    <section class="last">
      <h2>
        {title} <span>{counter.fromThisDevice}</span>
      </h2>
      <ol class="gifts-given">
        {gifts.map((gift) => {
          const [time, code] = [dates.time(gift.redeemedAt), shownCode(gift.claimId)];
          return (
            <li key={gift.claimId}>
              <time>{time}</time>
              <div>
                <b>
                  <bdi>{gift.title}</bdi>
                </b>
                <span class="code">{code}</span>
              </div>
              {canUndo(gift) ? (
                <Button
                  label={counter.undoShort}
                  aria-label={`${counter.undoShort}: ${gift.title}, ${code}, ${time}`}
                  act={() => desk.askUndo(gift)}
                />
              ) : (
                <span class="too-late">{counter.tooLateShort}</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
