import { Button, useLanguage } from '../parts.tsx';
import { shownCode } from './codes.ts';
import { canUndo, type HandedOut } from './gifts-given.ts';
import type { Handout } from './handout.ts';

interface LastGiftsProps {
  readonly desk: Handout;
  /** The latest first. */
  readonly gifts: readonly HandedOut[];
  readonly title: string;
}

/** The gifts that were handed out in this tab, each with its undo while it can be taken back. */
export function LastGifts({ desk, gifts, title }: LastGiftsProps) {
  const { words, dates } = useLanguage();
  const { handout } = words;
  if (gifts.length === 0) return null;
  return (
    <section class="last">
      <h2>
        {title} <span>{handout.fromThisDevice}</span>
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
                  label={handout.undoShort}
                  aria-label={`${handout.undoShort}: ${gift.title}, ${code}, ${time}`}
                  act={() => desk.askUndo(gift)}
                />
              ) : (
                <span class="too-late">{handout.tooLateShort}</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
