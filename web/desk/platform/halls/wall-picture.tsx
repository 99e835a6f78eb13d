import type { Board } from '../../api.ts';
import { useLanguage } from '../../parts.tsx';
import { numeral, usePlatform } from '../words.tsx';

interface WallPictureProps {
  readonly code: string;
  readonly board: Board;
  /** The alias that is open. */
  readonly hit: string | undefined;
  /** The time of the answer, in ISO 8601. */
  readonly at: string;
}

const SHOWN_CHALLENGES = 3;
const SHOWN_RANKS = 3;

/** A small picture of the wall. The lists beside it have the same names, so a screen reader skips it. */
export function WallPicture({ code, board, hit, at }: WallPictureProps) {
  const { hall } = usePlatform();
  const { dates } = useLanguage();
  return (
    <section class="wallbox" aria-labelledby="wall">
      <h2 id="wall">{hall.wallNow}</h2>
      <div class="wall" aria-hidden="true">
        <div class="three">
          {board.challenges.slice(0, SHOWN_CHALLENGES).map(({ title, top, total }, n) => (
            <div key={n}>
              <p>
                <b>{title}</b> {numeral(total)}
              </p>
              {top.slice(0, SHOWN_RANKS).map(({ alias, rank, steps }) => (
                <div class={`m m${rank}${alias === hit ? ' hit' : ''}`} key={alias}>
                  <i>{rank}</i>
                  <em>{numeral(steps)}</em>
                  <strong>{alias}</strong>
                </div>
              ))}
            </div>
          ))}
        </div>
        <div class="foot">
          <span>
            <small>{hall.enterCode}</small>
            <b>{code}</b>
          </span>
        </div>
      </div>
      <p class="hint">{hall.wallText(dates.time(at))}</p>
    </section>
  );
}
