import { fontsFor } from './fonts.ts';
import { fadeIn, glideFrom, positionsIn } from './motion.ts';
import type { Paging } from './paging.ts';
import { layoutNow, type View } from './view.ts';

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

  /** Draws hidden, loads the fonts, fits, and only then replaces the old screen. */
  async function draw(how: 'glide' | 'fade' | 'swap'): Promise<void> {
    drawing += 1;
    const mine = drawing;
    drawn = view.signature();
    const { screen } = view.build();
    await fontsFor(screen.textContent ?? '');
    if (mine !== drawing) return; // A newer drawing has begun.
    const before = how === 'glide' ? positionsIn(document.querySelector('.screen')) : new Map();
    document.documentElement.lang = view.language();
    document.title = view.title();
    document.body.replaceChildren(screen);
    arrange(paging);
    if (how === 'glide') glideFrom(before, screen);
    if (how === 'fade') fadeIn(screen);
  }

  const isCurrent = () => view.signature() === drawn;
  const redraw: Drawing['redraw'] = (how = 'swap') => {
    draw(how).catch((error: unknown) => console.error(error));
  };
  const observer = new ResizeObserver(() => (isCurrent() ? arrange(paging) : redraw()));
  observer.observe(document.documentElement);
  return {
    redraw,
    replace: () => document.body.replaceChildren(view.build().screen),
    hasDrawn: () => drawn !== '',
    isCurrent,
  };
}

/** Makes the screen smaller in steps until everything fits. A phone scrolls instead. */
function arrange(paging: Paging): void {
  const screen = document.querySelector<HTMLElement>('.screen');
  if (!screen) return;
  screen.classList.remove('tight', 'tighter', 'crowded');
  if (layoutNow() === 'phone') return;
  paging.arrange(screen);
  const soon = screen.querySelector('.soon');
  const overflows = () => soon !== null && soon.scrollHeight > soon.clientHeight + 1;
  if (overflows()) screen.classList.add('tight');
  if (overflows()) screen.classList.add('tighter');
  const tall = [...screen.querySelectorAll<HTMLElement>('.step .name')].some((name) => linesOf(name) > 2);
  screen.classList.toggle('crowded', tall);
}

const linesOf = (text: HTMLElement) =>
  new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    ? text.getClientRects().length
    : Math.round(
        (text.clientHeight - Number.parseFloat(getComputedStyle(text).paddingBottom)) /
          Number.parseFloat(getComputedStyle(text).lineHeight),
      );
