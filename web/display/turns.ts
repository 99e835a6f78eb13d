/**
 * Shows rows completely or not at all. Content that does not fit is shown in turns: first the remaining rows of the shown
 * challenges, then the next challenges.
 */
export interface Turns {
  /** Shows as much of the current turn as fits. */
  arrange(): void;
  /** Moves to the next turn. */
  next(): void;
}

/** The number of challenges that are shown at the same time. */
const CHALLENGES_AT_ONCE = 3;

export function turnsOf(challenges: HTMLElement): Turns {
  let first = 0;
  /** For each challenge: its first row in this turn, and its first row in the next turn if some rows are left. */
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

  // The available space changes when the screen rotates or shrinks, or when a text above or below gets longer.
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

/** Shows as many rows as fit, but at least one. @returns the index of the first row that is left, if any */
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
