import { MAX_IN_COLUMN, ON_PODIUM, placesInTurns } from './board.ts';

/**
 * Shows rows completely or not at all. What does not fit takes turns: the rows of the shown lists first, then the next
 * screen. Side by side, a podium and its rows turn on their own; in columns the podiums come first, then the rows.
 */
export interface Paging {
  /** Shows as much of the current turn as fits. */
  arrange(screen: HTMLElement): void;
  /** Moves to the next turn of this screen. @returns false if everything had its turn, and starts again */
  next(): boolean;
  reset(): void;
}

/** Pixels by which rounding may move an edge. */
const ROUNDING = 1;

export function pagingOf(): Paging {
  /** In columns: 0 for the podiums, 1 for the rows. */
  let phase = 0;
  let hasNextPhase = false;
  /** For each list: its first item in this turn, and in the next one if some are left. */
  let firsts: readonly number[] = [];
  let isTight = false;
  let nexts: readonly (number | undefined)[] = [];

  const begin = (at: number) => {
    phase = at;
    firsts = [];
  };

  return {
    arrange(screen) {
      if (firsts.length === 0) isTight = false;
      screen.classList.toggle('tight', isTight);
      const columns = screen.querySelector('.many') !== null;
      const lists = (selector: string) => [...screen.querySelectorAll<HTMLElement>(selector)];
      const podiums = lists('.podium');
      const rows = lists('.rows');
      hasNextPhase = columns && phase === 0 && rows.some((list) => list.children.length > 0 && !alone(list));
      if (!columns || (phase === 1 && !rows.some((list) => list.children.length > 0))) phase = 0;
      for (const board of screen.querySelectorAll<HTMLElement>('.many .board')) {
        const other = board.querySelector('.podium') && board.querySelector('.rows')?.firstElementChild;
        if (other) board.dataset['phase'] = String(phase);
      }
      const shown = [...podiums, ...rows];
      const fitAll = () =>
        shown.map((list, n) => (isShown(list) ? fit(list, firsts[n] ?? 0, columns) : undefined));
      nexts = fitAll();
      // Before a name has to wait for another turn, everything around the names becomes smaller.
      if (firsts.length === 0 && nexts.slice(0, podiums.length).some((next) => next !== undefined)) {
        isTight = true;
        screen.classList.add('tight');
        nexts = fitAll();
      }
      label(screen, phase === 0 ? podiums : rows);
    },
    next() {
      if (nexts.some((next) => next !== undefined)) {
        firsts = nexts.map((next, n) => next ?? firsts[n] ?? 0);
        return true;
      }
      if (hasNextPhase) {
        begin(1);
        return true;
      }
      begin(0);
      return false;
    },
    reset: () => begin(0),
  };
}

const isShown = (element: Element) => element.getClientRects().length > 0;

/** A board on which everybody has 0 steps has rows and no podium. */
const alone = (list: Element) => list.parentElement?.querySelector('.podium') === null;

/** Shows as many items as fit, but at least one. @returns the index of the first item that is left, if any */
function fit(list: HTMLElement, firstItem: number, columns: boolean): number | undefined {
  const items = [...list.children].filter((child) => child instanceof HTMLElement);
  const begin = firstItem < items.length ? firstItem : 0;
  const most = columns && list.classList.contains('rows') ? MAX_IN_COLUMN : items.length;
  for (const [n, item] of items.entries()) item.hidden = n < begin || n >= begin + most;
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
  const bottom = bottomOf(list) + ROUNDING;
  const overflows = items.findIndex((item, n) => n > begin && !item.hidden && bottomOf(item) > bottom);
  for (const item of overflows < 0 ? [] : items.slice(overflows)) item.hidden = true;
  const left = items.findIndex((item, n) => n > begin && item.hidden);
  return left < 0 ? undefined : left;
}

/** Names the places on the screen in the header, such as 1–3, 4–7 and 8–10. */
function label(screen: HTMLElement, lists: readonly HTMLElement[]): void {
  const turns = screen.querySelector<HTMLElement>('.turns');
  const most = Number(turns?.dataset['most'] ?? 0);
  const longest = lists.toSorted((a, b) => b.children.length - a.children.length)[0];
  if (!turns || most === 0 || !longest) return;
  const offset = longest.classList.contains('rows') && !alone(longest) ? ON_PODIUM : 0;
  const visible = [...longest.children].flatMap((child, n) => (isShown(child) ? [offset + n + 1] : []));
  const all = placesInTurns(most);
  const now = all.findLast(({ from }) => from <= (visible[0] ?? 1));
  turns.replaceChildren(
    ...all.map((turn) => {
      const made = document.createElement('span');
      made.textContent = turn.name;
      if (turn === now) made.className = 'now';
      return made;
    }),
  );
}
