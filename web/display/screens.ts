import type { Challenge, Display } from './answer.ts';
import { isLong, isUnranked, ON_PODIUM } from './board.ts';
import { type BoardTexts, boardOf, emptyPodium, lead, rowsOf, standingPodium } from './board-view.ts';
import { type Child, el } from './dom.ts';
import { qrCode } from './qr.ts';
import { countdownTo, finalAt, type State } from './state.ts';
import type { Times } from './times.ts';

/** Everything that a screen is made from. Each function returns the content of the page's body. */
export interface Scene extends BoardTexts {
  readonly display: Display;
  readonly state: State;
  readonly now: Date;
  readonly times: Times;
  readonly layout: Layout;
  readonly code: string;
  readonly joinAddress: string;
  readonly logo: string | undefined;
  /** The age of the results while there is no connection. */
  readonly offlineSeconds: number | undefined;
}

export type Layout = 'phone' | 'portrait' | 'wide' | 'wall';

/** A long title is set smaller. */
const LONG_TITLE = 34;
const LONGEST_TITLE = 60;
const LONG_CODE = 20;

/** A title and one sentence on plain cloth: an unknown code, no results yet, or a sleeping screen. */
export const plainScreen = (title: string, sentence: string, kind = ''): HTMLElement =>
  el(
    'div',
    `screen plain ${kind}`,
    el('main', 'soon', el('div', '', hero(title), status(el('p', 'when', sentence)))),
  );

/** Before the start, or while there are no challenges: the invitation takes a third of the screen. */
export function upcomingScreen(scene: Scene, shown: readonly Challenge[]): HTMLElement {
  const { display, state, words, times, now } = scene;
  const { event } = display;
  const starts = new Date(event.startsAt);
  if (state === 'announced') {
    const when = times.range(starts, new Date(event.endsAt));
    const soon = el(
      'main',
      'soon',
      el('div', '', logoOf(scene), hero(event.title), el('p', 'when', when), staleState(scene)),
      lead(words.announced, words.announcedMore),
      emptyPodium(),
    );
    return el('div', 'screen split empty', soon, largeJoinPanel(scene));
  }
  const countdown = countdownTo(event.startsAt, now);
  const joined = shown.map(({ title, total }) =>
    el('li', '', el('b', 'total', peopleOf(scene, total)), el('span', '', words.joined(title))),
  );
  const soon = el(
    'main',
    'soon',
    el('div', '', logoOf(scene), hero(event.title), el('p', 'when', times.full(starts)), staleState(scene)),
    el(
      'p',
      'count',
      el('span', '', words.startsIn),
      el('b', '', scene.number(countdown.left)),
      el('i', '', words.unit(countdown)),
    ),
    el('ul', 'joined', ...joined),
  );
  return el('div', 'screen split upcoming', soon, largeJoinPanel(scene));
}

/** The boards of one to three challenges, over the invitation. After the end nobody is invited. */
export function boardScreen(scene: Scene, shown: readonly Challenge[]): HTMLElement {
  const { display, state, layout, offlineSeconds } = scene;
  const { event } = display;
  const offline = offlineSeconds === undefined ? '' : ' offline';
  const [only] = shown;
  if (shown.length === 1 && only) {
    const isOnly = only.title === event.title;
    const head = headOf(scene, isOnly ? undefined : event.title, only.title, [
      ...stateWords(scene),
      total(scene, only),
    ]);
    return el(
      'div',
      `screen live one${offline}${state === 'final' ? ' done' : ''}`,
      head,
      el('main', 'boards', boardOf(only, scene)),
      state === 'final' ? undefined : joinPanel(scene, []),
    );
  }
  const boards = shown.map((challenge) =>
    boardOf(
      challenge,
      scene,
      el(
        'header',
        'topic',
        el('h2', isLong(challenge.title) ? 'long' : '', challenge.title),
        total(scene, challenge),
      ),
    ),
  );
  if (layout === 'phone' || (layout === 'wall' && shown.length === 2)) {
    return el(
      'div',
      `screen live${offline}`,
      headOf(scene, undefined, event.title, stateWords(scene)),
      el('main', layout === 'phone' ? 'boards' : 'boards two', ...boards),
      state === 'final' ? undefined : joinPanel(scene, []),
    );
  }
  return el(
    'div',
    `screen live three${offline}`,
    el('main', 'boards many', ...boards),
    joinPanel(scene, [turnsOf(shown), titleInJoinPanel(scene)]),
  );
}

/** One challenge of a final result: its podium, or ranks 4 to 10. */
export function finalScreen(scene: Scene, challenge: Challenge, part: 'podium' | 'rest'): HTMLElement {
  const { display, layout } = scene;
  if (layout === 'phone' || layout === 'portrait' || isUnranked(challenge))
    return boardScreen(scene, [challenge]);
  const head = headOf(scene, display.event.title, challenge.title, [
    ...stateWords(scene),
    total(scene, challenge),
  ]);
  const content =
    part === 'podium' ? standingPodium(challenge, scene) : el('section', 'board', rowsOf(challenge, scene));
  return el('div', `screen final ${part}`, head, el('main', part === 'podium' ? '' : 'boards', content));
}

function headOf(
  scene: Scene,
  event: string | undefined,
  title: string,
  facts: readonly Child[],
): HTMLElement {
  const heading = el('h1', sizeOf(title), title);
  return el(
    'header',
    'head',
    el('div', '', event === undefined ? undefined : el('p', 'event', event), heading),
    el('p', 'facts', ...facts),
    logoOf(scene),
  );
}

const hero = (title: string) => el('h1', `hero ${sizeOf(title)}`, title);

function sizeOf(title: string): string {
  const length = [...title].length;
  return length > LONGEST_TITLE ? 'longest' : length > LONG_TITLE ? 'long' : '';
}

const peopleOf = ({ words, number }: Scene, total: number) => words.people(number(total), total === 1);

const total = (scene: Scene, { total }: Challenge) => el('span', 'total', peopleOf(scene, total));

/** A shape and a word for the state of the board. */
function stateWords(scene: Scene): HTMLElement[] {
  const { state, words, display, now, times } = scene;
  const stale = staleState(scene);
  if (stale) return [...stale.children].filter((child) => child instanceof HTMLElement);
  if (state === 'final') return [el('span', 'state done', words.final)];
  if (state === 'ended') return [el('span', 'state done', words.provisional)];
  const until = words.until(times.near(new Date(display.event.endsAt), now));
  return [el('span', 'state', words.live), el('span', '', until)];
}

function staleState({ words, offlineSeconds }: Scene): HTMLElement | undefined {
  if (offlineSeconds === undefined) return undefined;
  const state = status(el('span', 'state stale', words.offline));
  return el('p', 'facts', state, el('span', 'age', words.ago(offlineSeconds)));
}

/** Screen readers read a status when it appears. */
function status<T extends HTMLElement>(made: T): T {
  made.role = 'status';
  return made;
}

function logoOf({ logo }: Scene): HTMLElement | undefined {
  if (logo === undefined) return undefined;
  const made = el('img', 'logo');
  made.alt = '';
  made.src = logo;
  return made;
}

function codeOf(code: string): HTMLElement {
  return el('strong', code.length > LONG_CODE ? 'code long' : 'code', code);
}

function largeJoinPanel({ code, joinAddress, words }: Scene): HTMLElement {
  return el(
    'footer',
    'join-panel',
    qrCode(document, joinAddress, words.qrCode),
    el('p', '', el('span', 'join', words.scan), codeOf(code)),
  );
}

/** @param rest replaces the standing of the result */
function joinPanel(scene: Scene, rest: readonly Child[]): HTMLElement {
  const { state, code, joinAddress, words, display, now, times } = scene;
  const updated = `${words.updated} ${times.near(new Date(display.updatedAt), now)}`;
  const standing = display.provisional ? words.provisional : words.final;
  if (state === 'ended' || state === 'final') {
    const by = finalAt(display);
    const text = now < by && display.provisional ? words.finalBy(times.by(by, now)) : standing;
    const title = rest.length > 0 ? el('h1', '', display.event.title) : undefined;
    return el(
      'footer',
      'join-panel closed',
      el('div', 'standing', title, el('b', '', text), el('span', 'updated', updated)),
    );
  }
  return el(
    'footer',
    'join-panel',
    qrCode(document, joinAddress, words.qrCode),
    el('p', '', el('span', 'join', rest.length > 0 ? words.scan : words.scanOrEnter), codeOf(code)),
    ...(rest.length > 0
      ? rest
      : [el('p', 'standing', el('b', '', standing), el('span', 'updated', updated))]),
  );
}

/** Three boards need the height of the heading, so the join panel has the exhibition's title and state. */
function titleInJoinPanel(scene: Scene): HTMLElement {
  const { display, words, times, now } = scene;
  const { title, endsAt } = display.event;
  const standing = display.provisional ? words.provisional : words.final;
  const stale = staleState(scene);
  const updated = times.near(new Date(display.updatedAt), now);
  return el(
    'div',
    'standing',
    logoOf(scene),
    el('h1', sizeOf(title), title),
    stale ??
      el('p', '', el('span', 'state', `${words.live} ${words.until(times.near(new Date(endsAt), now))}`)),
    stale ? undefined : el('p', '', el('span', 'updated', `${standing}, ${updated}`)),
  );
}

/** Whose turn it is, such as 1–3 or 4–7. The paging marks the current one. */
function turnsOf(shown: readonly Challenge[]): HTMLElement {
  const most = Math.max(...shown.map(({ top }) => top.length));
  const made = el('p', 'turns');
  made.ariaHidden = 'true';
  if (most > ON_PODIUM) made.dataset['most'] = String(most);
  return made;
}
