import type { Display } from '../../../web/display/answer.ts';
import { pageOf } from '../../../web/display/page.ts';

/**
 * Runs in the browser in place of the display's own script, and plays minutes of the page in milliseconds: it calls the page each
 * second as the script does, and does not wait for requests.
 */

/** A board before and after a response, in the language of the page. */
export interface Minute {
  readonly before: Display;
  readonly after: Display;
}

/** What a minute looked like: the visible people of each second with their places, and the marks that were made and seen. */
export interface Seen {
  readonly seconds: readonly string[];
  readonly marks: number;
  readonly visibleMarks: number;
  /** The people whose mark covers a part of their name, rank or steps. */
  readonly covered: readonly string[];
}

export interface Driver {
  play(lang: string, minutes: readonly Minute[], hasMarks: boolean): Promise<readonly Seen[]>;
}

const SECONDS = 60;
const SECONDS_OF_A_TURN = 12;

const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });

/** The page draws in microtasks after its fonts are loaded. */
const drawn = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage('');
  });

async function loadFonts(minutes: readonly Minute[]): Promise<void> {
  const text = JSON.stringify(minutes);
  for (const family of ['Instrument Sans', 'SC', 'Tamil'])
    await document.fonts.load(`700 16px "${family}"`, text);
  document.fonts.load = () => Promise.resolve([]);
}

function visiblePeople(): string {
  const people = [...document.querySelectorAll<HTMLElement>('[data-key]')].filter(isVisible);
  return people
    .map((person) => {
      const { top, height } = person.getBoundingClientRect();
      return `${person.querySelector('.name')?.textContent} ${Math.round(top)}+${Math.round(height)}`;
    })
    .join(', ');
}

function coveredBy(mark: Element): boolean {
  const person = mark.closest('[data-key]');
  const box = mark.getBoundingClientRect();
  const parts = [...(person?.querySelectorAll('.name, .rank, .plinth') ?? [])].flatMap((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [...range.getClientRects()];
  });
  const isIn = (person?.getBoundingClientRect().left ?? 0) <= box.left;
  return !isIn || parts.some(({ left, right, top, bottom }) => overlap(box, { left, right, top, bottom }));
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const driver: Driver = {
  async play(lang, minutes, hasMarks) {
    await loadFonts(minutes);
    const hidden = new CSSStyleSheet();
    hidden.replaceSync(hasMarks ? '' : '.mark { display: none !important }');
    document.adoptedStyleSheets = [hidden];
    let at = Date.parse('2026-11-27T07:42:00.000Z');
    const page = pageOf({
      code: 'kl-wellness-expo',
      joinAddress: 'https://example.my/join/kl-wellness-expo',
      settings: { lang, theme: undefined, logo: undefined, hours: undefined, unknown: [] },
      logo: undefined,
      now: () => new Date(at),
    });
    const seen: Seen[] = [];
    for (const { before, after } of minutes) {
      page.show(before);
      await drawn();
      page.show(after);
      await drawn();
      const marks = [...document.querySelectorAll('.mark')];
      const visible = marks.filter(isVisible);
      const covered = visible.filter(coveredBy).map((mark) => mark.closest('[data-key]')?.textContent ?? '');
      const seconds: string[] = [];
      for (let second = 1; second <= SECONDS; second++) {
        at += 1000;
        if (second % SECONDS_OF_A_TURN === 0) page.turn();
        page.tick();
        await drawn();
        seconds.push(visiblePeople());
      }
      seen.push({
        seconds,
        marks: marks.length,
        visibleMarks: visible.length,
        covered,
      });
    }
    return seen;
  },
};

Object.assign(globalThis, { driver });
