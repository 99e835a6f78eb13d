import type { Challenge, Display } from './answer.ts';
import { type Move, movesSince } from './moves.ts';
import { timesIn } from './times.ts';
import { turnsOf } from './turns.ts';
import type { Words } from './words.ts';

/**
 * Renders a display. User-written text is set only as text content, never as markup.
 */
export interface Page {
  show(display: Display): void;
  /** Removes the display and shows a notice instead. */
  blank(notice: string): void;
  /** Shows a status below the display. Does nothing while there is no display. */
  say(status: string): void;
  /** Shows the next rows or challenges, if not everything fits on the screen. */
  turn(): void;
}

/** The title while no display is shown. */
const NAME = 'Sihat';

export function pageOf(document: Document, words: Words, code: string, now: () => Date): Page {
  const at = (id: string) => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`The page has no element with the id ${id}.`);
    return found;
  };
  const numbers = new Intl.NumberFormat(words.language);
  const timeOf = timesIn(words.language);
  const turns = turnsOf(at('challenges'));
  let shown: Display | undefined;

  document.documentElement.lang = words.language;

  function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string, text = '') {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = text;
    return made;
  }

  function row({ alias, steps, rank }: Challenge['top'][number], move: Move): HTMLLIElement {
    const made = element('li', '');
    made.dataset['alias'] = alias;
    if (move !== undefined) made.classList.add(move === 'new' ? 'new' : move > 0 ? 'up' : 'down');
    const sign = move === undefined ? '' : move === 'new' ? '●' : move > 0 ? `▲${move}` : `▼${-move}`;
    const place = element('div', 'place');
    place.append(element('span', 'rank', numbers.format(rank)), element('span', 'move', sign));
    const who = element('div', 'who');
    who.append(element('span', 'alias', alias), ' ', element('span', 'steps', numbers.format(steps)));
    made.append(place, who);
    return made;
  }

  function panel(challenge: Challenge, before: Challenge | undefined): HTMLElement {
    const made = element('section', '');
    const head = element('div', '');
    head.append(
      element('h2', '', challenge.title),
      element('p', 'total', words.people(numbers.format(challenge.total), challenge.total === 1)),
    );
    made.append(head);
    if (challenge.top.length === 0) {
      made.append(element('p', 'nobody', words.nobody));
      return made;
    }
    head.append(element('p', 'unit', words.steps));
    const moves = movesSince(before, challenge);
    const list = element('ol', '');
    list.append(...challenge.top.map((one) => row(one, moves.get(one.alias))));
    made.append(list);
    return made;
  }

  /** Adds the date once the day of the update is over. No response triggers this, so each turn updates it. */
  function showTime(): void {
    const time = shown ? `${words.updated} ${timeOf(new Date(shown.updatedAt), now())}` : '';
    at('updated').textContent = time;
  }

  return {
    show(display) {
      const tops = topsOf(at('challenges'));
      at('notice').textContent = '';
      at('status').textContent = '';
      at('title').textContent = display.event.title;
      document.title = display.event.title;
      at('join').replaceChildren(`${words.join} `, element('strong', '', code));
      at('challenges').replaceChildren(
        ...display.challenges.map((one, n) => panel(one, sameAs(shown?.challenges[n], one))),
      );
      at('standing').textContent = display.provisional ? words.provisional : words.final;
      shown = display;
      showTime();
      turns.arrange();
      glideFrom(tops, at('challenges'));
    },

    blank(notice) {
      shown = undefined;
      for (const id of ['join', 'challenges', 'standing', 'status']) at(id).replaceChildren();
      showTime();
      document.title = NAME;
      at('title').textContent = NAME; // Screen readers need a heading.
      at('notice').textContent = notice;
    },

    say(status) {
      at('status').textContent = shown ? status : '';
    },

    turn() {
      turns.next();
      showTime();
    },
  };
}

/** Returns the previous version of a challenge. Challenges keep their position, so a different title means a different one. */
function sameAs(before: Challenge | undefined, now: Challenge): Challenge | undefined {
  return before?.title === now.title ? before : undefined;
}

const keyOf = (row: HTMLElement, n: number) => `${n} ${row.dataset['alias'] ?? ''}`;

/** Returns the visible rows with their keys. */
function rowsOf(challenges: HTMLElement): [string, HTMLElement][] {
  return [...challenges.children].flatMap((section, n) =>
    [...section.querySelectorAll('li')]
      .filter((row) => row.offsetParent !== null)
      .map((row): [string, HTMLElement] => [keyOf(row, n), row]),
  );
}

function topsOf(challenges: HTMLElement): ReadonlyMap<string, number> {
  return new Map(rowsOf(challenges).map(([key, row]) => [key, row.getBoundingClientRect().top]));
}

/** Animates each row from its previous position to its new one, unless the user prefers reduced motion. */
function glideFrom(tops: ReadonlyMap<string, number>, challenges: HTMLElement): void {
  const moved = rowsOf(challenges).flatMap(([key, row]) => {
    const distance = (tops.get(key) ?? 0) - row.getBoundingClientRect().top;
    return tops.has(key) && distance !== 0 ? [{ row, distance }] : [];
  });
  if (moved.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const { row, distance } of moved) {
    row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
      duration: 700,
      easing: 'ease',
    });
  }
}
