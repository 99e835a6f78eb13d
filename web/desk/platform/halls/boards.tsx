import type { Challenge } from '../../api.ts';
import { Button, Field, useSubmit } from '../../parts.tsx';
import { numeral, usePlatform } from '../words.tsx';
import type { Alias } from './alias-drawer.tsx';
import type { Wall } from './wall.ts';

interface BoardsProps {
  readonly wall: Wall;
  /** The published challenges, in the order of the wall. */
  readonly challenges: readonly Challenge[];
  readonly alias: Alias | undefined;
  readonly open: (alias: Alias | undefined) => void;
}

/** The boards of the wall. Each alias is a button. */
export function Boards({ wall: { board, isKnown }, challenges, alias, open }: BoardsProps) {
  const { hall } = usePlatform();
  const boards = board?.challenges ?? [];
  const placesOf = (name: string): Alias['places'] =>
    boards.flatMap(({ title, top }, n) => {
      const place = top.find((each) => each.alias === name);
      const id = challenges[n]?.id;
      return place && id !== undefined ? [{ challengeId: id, title, rank: place.rank }] : [];
    });
  const toggle = (name: string) =>
    open(alias?.alias === name ? undefined : { alias: name, places: placesOf(name) });
  const { onSubmit } = useSubmit((form) => {
    const name = String(form.get('alias')).trim();
    if (name !== '') open({ alias: name, places: placesOf(name) });
  });
  if (isKnown && !board) return <p class="hint boards">{hall.noWall}</p>;
  return (
    <div class="boards">
      {boards.map(({ title, top, total }, n) => (
        <section class="board" aria-labelledby={`board-${n}`} key={challenges[n]?.id ?? n}>
          <h2 id={`board-${n}`}>
            <bdi>{title}</bdi> <span>{hall.participants(numeral(total))}</span>
          </h2>
          {top.length === 0 && <p class="hint">{hall.nobody}</p>}
          <ol>
            {top.map(({ alias: name, rank, steps }) => (
              <li key={name}>
                <button
                  type="button"
                  class={`who r${rank}`}
                  aria-expanded={alias?.alias === name}
                  onClick={() => toggle(name)}
                >
                  <i>
                    <span class="unseen">{hall.rank} </span>
                    {rank}
                  </i>
                  <b>
                    <bdi>{name}</bdi>
                  </b>
                  <span>
                    {numeral(steps)} <span class="unseen">{hall.steps}</span>
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <form class="other" onSubmit={onSubmit}>
        <Field id="alias" label={hall.otherAlias} hint={hall.otherAliasHint}>
          <input name="alias" autocomplete="off" spellcheck={false} maxLength={30} required />
        </Field>
        <Button label={hall.find} />
      </form>
    </div>
  );
}
