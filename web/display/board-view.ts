import { type Child, el } from '../browser/dom.ts';
import type { Challenge } from './answer.ts';
import { type Entry, entriesOf, isLong, isUnranked, ON_PODIUM, scriptOf } from './board.ts';
import type { Mark } from './marks.ts';
import type { DisplayWords } from './words/en.ts';

/** The elements of one challenge's board. */
export interface BoardTexts {
  readonly words: DisplayWords;
  readonly number: (n: number) => string;
  readonly markOf: (challenge: Challenge, alias: string) => Mark | undefined;
}

/** Where ranks 4 to 10 are shown without the podium, the first number has its unit: as a label before it, or after it. */
export type Unit = 'label' | 'unit';

/** The podium lies on its side while steps are counted. The other ranks are rows beside or below it. */
export function boardOf(
  challenge: Challenge,
  texts: BoardTexts,
  topic?: HTMLElement,
  unit?: Unit,
): HTMLElement {
  const made = contentOf(challenge, texts, topic, unit);
  made.ariaLabel = challenge.title;
  return made;
}

function contentOf(challenge: Challenge, texts: BoardTexts, topic?: HTMLElement, unit?: Unit): HTMLElement {
  const { words } = texts;
  if (challenge.top.length === 0)
    return el('section', 'board nobody', topic, lead(words.nobody, words.nobodyMore), emptyPodium());
  if (isUnranked(challenge)) {
    const names = challenge.top.map(({ alias }) => keyed(el('li', 'row', nameOf(alias)), challenge, alias));
    return el(
      'section',
      'board unranked',
      topic,
      el('p', 'ready', words.unranked),
      el('ol', 'rows', ...names),
    );
  }
  const entries = entriesOf(challenge);
  const podium = el(
    'ol',
    'podium',
    ...entries.slice(0, ON_PODIUM).map((entry) => place(entry, challenge, texts)),
  );
  const isWhole = entries.length > ON_PODIUM;
  return el(
    'section',
    isWhole ? 'board' : 'board podium-only',
    topic,
    podium,
    rowsOf(challenge, texts, unit),
  );
}

/** Ranks 4 to 10. */
export const rowsOf = (challenge: Challenge, texts: BoardTexts, unit?: Unit): HTMLElement =>
  el(
    'ol',
    'rows',
    ...entriesOf(challenge)
      .slice(ON_PODIUM)
      .map((entry) => row(entry, challenge, texts, unit)),
  );

/** The podium of a final result stands. The document has the ranks in order, and the screen 2, 1, 3. */
export function standingPodium(challenge: Challenge, { words, number }: BoardTexts): HTMLElement {
  const made = el(
    'ol',
    'stage',
    ...entriesOf(challenge)
      .slice(0, ON_PODIUM)
      .map(({ alias, rank, steps }) =>
        el(
          'li',
          `step r${rank}`,
          nameOf(alias),
          el(
            'div',
            'block',
            el('span', 'numeral', number(rank)),
            el('span', 'steps', number(steps), ' ', el('small', '', words.stepsUnit)),
          ),
        ),
      ),
  );
  made.ariaLabel = challenge.title;
  return made;
}

/** A podium in dashed thread waits for its people. */
export function emptyPodium(): HTMLElement {
  const made = el('ol', 'ghost', ...['2', '1', '3'].map((rank) => el('li', '', rank)));
  made.ariaHidden = 'true';
  return made;
}

export const lead = (text: string, more: string): HTMLElement => el('p', 'lead', text, el('span', '', more));

function place(entry: Entry, challenge: Challenge, texts: BoardTexts): HTMLElement {
  const { alias, rank, steps } = entry;
  const { words, number } = texts;
  const who = el(
    'div',
    'who',
    el('span', 'bar'),
    el(
      'p',
      '',
      nameOf(alias),
      ' ',
      el('span', 'steps', markOf(entry, challenge, texts), el('small', '', words.stepsLabel), number(steps)),
    ),
  );
  const made = el('li', `place r${rank}`, el('span', 'plinth', number(rank)), who);
  return keyed(shared(made, entry), challenge, alias);
}

function row(entry: Entry, challenge: Challenge, texts: BoardTexts, unit?: Unit): HTMLElement {
  const { alias, rank, steps, tiesAbove, tiesBelow } = entry;
  const { words, number } = texts;
  const made = el(
    'li',
    `row${tiesAbove ? ' ties-above' : ''}${tiesBelow ? ' ties-below' : ''}`,
    el('span', 'bar'),
    el('span', 'rank', number(rank)),
    nameOf(alias),
    el(
      'span',
      'steps',
      markOf(entry, challenge, texts),
      unit === 'label' ? el('small', '', words.stepsLabel) : undefined,
      number(steps),
      unit === 'unit' ? el('small', '', ' ', words.stepsUnit) : undefined,
    ),
  );
  return keyed(shared(made, entry), challenge, alias);
}

function markOf({ alias }: Entry, challenge: Challenge, texts: BoardTexts): Child {
  const mark = texts.markOf(challenge, alias);
  if (mark === undefined) return undefined;
  return mark === 'new' ? el('span', 'mark', texts.words.new) : el('span', 'mark climb', texts.number(mark));
}

/** A person's name, isolated from the direction of the text around it. */
function nameOf(alias: string): HTMLElement {
  return inItsScript(el('bdi', isLong(alias) ? 'name long' : 'name', alias));
}

/** Gives a text of people the font and the leading of its script. */
export function inItsScript<T extends HTMLElement>(made: T): T {
  const script = scriptOf(made.textContent);
  if (script) made.lang = script;
  return made;
}

/** The content security policy allows styles that a script sets as properties. */
function shared<T extends HTMLElement>(made: T, { share }: Entry): T {
  made.style.setProperty('--share', String(share));
  return made;
}

/** The key finds the same person in the next version of the board. */
function keyed<T extends HTMLElement>(made: T, { title }: Challenge, alias: string): T {
  made.dataset['key'] = `${title}\n${alias}`;
  return made;
}
