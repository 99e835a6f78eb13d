/**
 * A name on a wall is shown whole or not at all. What does not fit on the screen follows in turn: first the rows of the
 * challenges that are shown, then the next challenges.
 */
export interface Turns {
  /** Shows what it is the turn of, as much as fits. */
  arrange(): void;
  next(): void;
}

/** Challenges that are shown at once. */
const CHALLENGES_AT_ONCE = 3;

export function turnsOf(challenges: HTMLElement): Turns {
  let first = 0;
  /** By challenge: the row it firstRows with, and the row it goes on with in the next turn, where some are left. */
  let firstRows: readonly number[] = [];
  let nextRows: readonly (number | undefined)[] = [];

  function arrange(): void {
    const panels = [...challenges.children];
    if (first >= panels.length) begin(0);
    for (const [n, panel] of panels.entries()) panel.classList.toggle('later', !isShown(n));
    challenges.classList.toggle('crowded', panels.filter((_, n) => isShown(n)).length === CHALLENGES_AT_ONCE);
    nextRows = panels.map((panel, n) => (isShown(n) ? fit(panel, firstRows[n] ?? 0) : undefined));
  }

  const isShown = (n: number) => n >= first && n < first + CHALLENGES_AT_ONCE;

  function begin(challenge: number): void {
    first = challenge;
    firstRows = [];
  }

  // The screen may turn or shrink, and a longer text above or below takes from the space that there is.
  new ResizeObserver(arrange).observe(challenges);

  return {
    arrange,
    next() {
      if (nextRows.some((row) => row !== undefined))
        firstRows = nextRows.map((row, n) => row ?? firstRows[n] ?? 0);
      else begin(first + CHALLENGES_AT_ONCE < nextRows.length ? first + CHALLENGES_AT_ONCE : 0);
      arrange();
    },
  };
}

/** Shows as many rows as fit, one at the least, and returns the first of those that are left. */
function fit(panel: Element, firstRow: number): number | undefined {
  const list = panel.querySelector('ol');
  const rows = [...panel.querySelectorAll('li')];
  const begin = firstRow < rows.length ? firstRow : 0;
  for (const [n, row] of rows.entries()) row.classList.toggle('later', n < begin);
  const bottom = list ? list.offsetTop + list.offsetHeight : 0;
  const left = rows.findIndex((row, n) => n > begin && row.offsetTop + row.offsetHeight > bottom + 1);
  if (left < 0) return undefined;
  for (const row of rows.slice(left)) row.classList.add('later');
  return left;
}
