import { fontsFor } from './fonts.ts';
import { fadeIn, glideFrom, positionsIn } from './motion.ts';
import type { Paging } from './paging.ts';
import { type Built, layoutNow, type View } from './view.ts';

/** Draws a view into the body of the document, and again when the size of the screen changes. */
export interface Drawing {
  /** Draws the view as it is now. An error is logged, and the old screen stays. */
  redraw(how?: 'glide' | 'fade' | 'swap'): void;
  /** Replaces the screen at once, without waiting for fonts. */
  replace(): void;
  hasDrawn(): boolean;
  /** True if the last drawing still shows the view. */
  isCurrent(): boolean;
}

export function drawingOf(view: View, paging: Paging): Drawing {
  /** The signature of what is on the screen. */
  let drawn = '';
  let drawing = 0;
  let shown: Built | undefined;

  /** Draws hidden, loads the fonts, fits, and only then replaces the old screen. */
  async function draw(how: 'glide' | 'fade' | 'swap'): Promise<void> {
    drawing += 1;
    const mine = drawing;
    drawn = view.signature();
    const built = view.build();
    const { screen } = built;
    await fontsFor(screen.textContent ?? '');
    if (mine !== drawing) return; // A newer drawing has begun.
    const before = how === 'glide' ? positionsIn(document.querySelector('.screen')) : new Map();
    document.documentElement.lang = view.words().language;
    document.title = view.title();
    replaceBy(screen);
    shown = built;
    arrange(built, paging);
    if (how === 'glide') glideFrom(before, screen);
    if (how === 'fade') fadeIn(screen);
  }

  const isCurrent = () => view.signature() === drawn;
  const redraw: Drawing['redraw'] = (how = 'swap') => {
    draw(how).catch((error: unknown) => console.error(error));
  };
  const observer = new ResizeObserver(() => (shown && isCurrent() ? arrange(shown, paging) : redraw()));
  observer.observe(document.documentElement);
  return {
    redraw,
    replace: () => replaceBy(view.build().screen),
    hasDrawn: () => drawn !== '',
    isCurrent,
  };
}

/** The elements around the screen stay, because screen readers hear only changes of an element that was there before. */
const replaceBy = (screen: HTMLElement) => document.querySelector('.screen')?.replaceWith(screen);

/** Makes the screen smaller in steps until everything fits. A phone scrolls instead. */
function arrange({ screen, ...among }: Built, paging: Paging): void {
  screen.classList.remove('tight', 'tighter', 'crowded');
  if (layoutNow() === 'phone') return;
  const code = screen.querySelector('.code');
  code?.classList.remove('long');
  code?.classList.toggle('long', code.scrollWidth > code.clientWidth);
  inviteIfThereIsRoom(screen);
  paging.arrange(screen, among);
  const soon = screen.querySelector('.soon');
  const overflows = () => soon !== null && soon.scrollHeight > soon.clientHeight + 1;
  if (overflows()) screen.classList.add('tight');
  if (overflows()) screen.classList.add('tighter');
  const tall = [...screen.querySelectorAll<HTMLElement>('.step .name')].some((name) => linesOf(name) > 2);
  screen.classList.toggle('crowded', tall);
  hideMarks(screen);
}

/** Where a podium of very long names leaves no room for the large code, the small one stays. */
function inviteIfThereIsRoom(screen: HTMLElement): void {
  const panel = screen.querySelector('.large-code');
  if (!panel) return;
  screen.classList.add('inviting');
  const { top, bottom } = panel.getBoundingClientRect();
  const parts = [...panel.children].map((part) => part.getBoundingClientRect());
  const fits = parts.every((part) => top <= part.top && part.bottom <= bottom);
  screen.classList.toggle('inviting', fits);
}

/** A mark is out of the flow, so it changes no row. Where it would cover something, it is hidden. */
function hideMarks(screen: HTMLElement): void {
  const marks = [...screen.querySelectorAll<HTMLElement>('.mark')];
  for (const mark of marks) mark.hidden = false;
  const covering = marks.filter(isCovering);
  for (const mark of covering) mark.hidden = true;
}

function isCovering(mark: HTMLElement): boolean {
  const person = mark.closest('[data-key]');
  const box = mark.getBoundingClientRect();
  const own = person?.getBoundingClientRect() ?? box;
  if (box.left < own.left || box.right > own.right) return true;
  return [...(person?.querySelectorAll('.name, .rank, .plinth') ?? [])].some((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        box.left < right + GAP && left < box.right + GAP && box.top < bottom && top < box.bottom,
    );
  });
}

/** The least pixels between a mark and a text. */
const GAP = 4;

const linesOf = (text: HTMLElement) =>
  new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    ? text.getClientRects().length
    : Math.round(
        (text.clientHeight - Number.parseFloat(getComputedStyle(text).paddingBottom)) /
          Number.parseFloat(getComputedStyle(text).lineHeight),
      );
