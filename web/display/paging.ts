import { el } from '../browser/dom.ts';
import { MAX_IN_COLUMN, turnsOfLines } from './board.ts';

/**
 * Shows rows completely or not at all. What does not fit takes turns, in pages of nearly equal size: the pages of this screen
 * first, then the next screen. A podium stays while its ranks turn. In columns all boards turn together: the podiums first,
 * then the ranks.
 */
export interface Paging {
  /** Shows the current page, and which one it is beside the title. */
  arrange(screen: HTMLElement, among: Among): void;
  /** Moves to the next page of this screen. @returns false after the last page, and starts again */
  next(): boolean;
  reset(): void;
}

/** The place of a screen among those that take turns. */
export interface Among {
  readonly part: number;
  readonly parts: number;
}

/** Pixels by which rounding may move an edge. */
const ROUNDING = 1;

export function pagingOf(): Paging {
  let page = 0;
  let pages = 1;
  return {
    arrange(screen, { part, parts }) {
      const roomOf = () => screen.querySelector('main')?.clientHeight;
      const layOut = () => {
        const shown = pagesOf(screen);
        pages = shown.length;
        page = Math.min(page, pages - 1);
        const isInviting = screen.classList.contains('inviting');
        shown[isInviting ? 0 : page]?.();
        showTurns(screen, part + (isInviting ? 0 : page), parts - 1 + pages);
      };
      screen.querySelector('.turns')?.remove();
      const room = roomOf();
      layOut();
      if (roomOf() !== room) layOut(); // The dots have made the title higher.
    },
    next() {
      page = page + 1 < pages ? page + 1 : 0;
      return page > 0;
    },
    reset() {
      page = 0;
    },
  };
}

/** Lists whose lines share their heights, and the first item of each of their turns. */
interface Block {
  readonly lists: readonly HTMLElement[];
  readonly turns: readonly number[];
  /** The number of turns for which everything around the names may become smaller. */
  readonly wantedTurns: number;
  /** The columns whose lanes the lines are. */
  readonly columns?: HTMLElement;
}

/** Measures the screen. @returns for each page the function that shows it */
function pagesOf(screen: HTMLElement): readonly (() => void)[] {
  const columns = screen.querySelector<HTMLElement>('.many');
  const pages = pagesOfPhase(screen, columns, 'podiums');
  if (!columns?.querySelector('.podium + .rows > *')) return pages;
  return [...pages, ...pagesOfPhase(screen, columns, 'ranks')];
}

function pagesOfPhase(screen: HTMLElement, columns: HTMLElement | null, phase: 'podiums' | 'ranks') {
  const measured = (isTight: boolean) => {
    screen.classList.toggle('tight', isTight);
    if (columns) columns.dataset['phase'] = phase;
    return blocksOf(screen, columns);
  };
  const wide = measured(false);
  // Before a name has to wait for another turn, everything around the names becomes smaller.
  const isTight = wide.some(({ turns, wantedTurns }) => turns.length > wantedTurns);
  const blocks = isTight ? measured(true) : wide;
  const most = Math.max(1, ...blocks.map(({ turns }) => turns.length));
  return Array.from({ length: most }, (_, page) => () => {
    screen.classList.toggle('tight', isTight);
    if (columns) columns.dataset['phase'] = phase;
    for (const block of blocks) show(block, page % block.turns.length);
  });
}

function blocksOf(screen: HTMLElement, columns: HTMLElement | null): Block[] {
  const lists = [...screen.querySelectorAll<HTMLElement>('.podium, .rows')].filter(isShown);
  const inLanes = columns ? lists.filter((list) => !list.closest('.unranked')) : [];
  const alone = lists.filter((list) => !inLanes.includes(list));
  const blocks: Block[] = alone.map((list) => {
    const isPodium = list.classList.contains('podium');
    return { lists: [list], turns: turnsOf([list], list), wantedTurns: isPodium ? 1 : list.children.length };
  });
  if (!columns || inLanes.length === 0) return blocks;
  const wantedTurns = Math.ceil(Math.max(...inLanes.map(({ children }) => children.length)) / MAX_IN_COLUMN);
  return [
    { lists: inLanes, turns: turnsOf(inLanes, columns, MAX_IN_COLUMN), wantedTurns, columns },
    ...blocks,
  ];
}

const isShown = (element: Element) => element.getClientRects().length > 0;

const itemsOf = (list: Element) => [...list.children].filter((child) => child instanceof HTMLElement);

/** Shows all items, and divides their lines into turns that fit into a box. @returns the first item of each turn */
function turnsOf(lists: readonly HTMLElement[], box: HTMLElement, most?: number): readonly number[] {
  for (const item of lists.flatMap(itemsOf)) item.hidden = false;
  if (most) {
    box.style.setProperty('--lanes', String(Math.max(...lists.map(({ children }) => children.length))));
    setLowestLane(lists, box);
  }
  const lines = new Map<number, { readonly first: number; readonly top: number; readonly bottom: number }>();
  for (const list of lists)
    for (const [n, item] of itemsOf(list).entries()) {
      const { top, bottom } = item.getBoundingClientRect();
      if (!lines.has(Math.round(top))) lines.set(Math.round(top), { first: n, top, bottom });
    }
  const sorted = [...lines.values()].sort((a, b) => a.top - b.top);
  const [first, second] = sorted;
  const turns = turnsOfLines(
    sorted.map(({ top, bottom }) => bottom - top),
    {
      gap: first && second ? second.top - first.bottom : 0,
      room: box.getBoundingClientRect().bottom - (first?.top ?? 0) + ROUNDING,
      most: most ?? sorted.length,
    },
  );
  return turns.map((line) => sorted[line]?.first ?? 0);
}

/**
 * Browsers before Chromium 117 and Safari 16 have no subgrid, so the tallest item of all columns is measured: every lane is at least as
 * high. Otherwise names of two lines would reach into the next lane.
 */
function setLowestLane(lists: readonly HTMLElement[], box: HTMLElement): void {
  if (CSS.supports('grid-template-rows', 'subgrid')) return;
  box.style.setProperty('--lane', '0px');
  const cut = lists
    .flatMap(itemsOf)
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + ROUNDING);
  if (cut.length > 0)
    box.style.setProperty('--lane', `${Math.max(...cut.map(({ scrollHeight }) => scrollHeight))}px`);
}

function show({ lists, turns, columns }: Block, turn: number): void {
  const [from = 0, to = Number.POSITIVE_INFINITY] = turns.slice(turn);
  for (const list of lists)
    for (const [n, item] of itemsOf(list).entries()) item.hidden = n < from || n >= to;
  const lanes = lists.map((list) => itemsOf(list).filter(({ hidden }) => !hidden).length);
  columns?.style.setProperty('--lanes', String(Math.max(1, ...lanes)));
}

/** A dot for each page beside the title of the exhibition, or of its only challenge. The current one is longer. */
function showTurns(screen: HTMLElement, now: number, count: number): void {
  screen.querySelector('.turns')?.remove();
  if (count < 2) return;
  const dots = el(
    'span',
    'turns',
    ...Array.from({ length: count }, (_, n) => el('i', n === now ? 'now' : '')),
  );
  dots.ariaHidden = 'true';
  (screen.querySelector('.event') ?? screen.querySelector('h1'))?.append(dots);
}
