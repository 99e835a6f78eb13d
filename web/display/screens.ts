import type { Times } from '../../shared/values/times.ts';
import { type Child, el } from '../browser/dom.ts';
import { qrCode } from '../browser/qr.ts';
import type { Challenge, Display } from './answer.ts';
import { isLong, isUnranked } from './board.ts';
import {
  type BoardTexts,
  boardOf,
  emptyPodium,
  inItsScript,
  lead,
  rowsOf,
  standingPodium,
} from './board-view.ts';
import { countdownTo, finalAt, type State } from './state.ts';

/** Everything that a screen is made from. Each function returns the content of the page's body. */
export interface Scene extends BoardTexts, Invitation {
  readonly display: Display;
  readonly state: State;
  readonly now: Date;
  readonly times: Times;
  /** The join panel is large for a turn: the podium stays, and the other ranks wait. */
  readonly isInviting: boolean;
  /** The age of the results while there is no connection. */
  readonly offlineSeconds: number | undefined;
}

/** What an invitation needs. Nothing of it is about people. */
export interface Invitation extends Pick<BoardTexts, 'words'> {
  readonly layout: Layout;
  readonly code: string;
  readonly joinAddress: string;
  readonly logo: string | undefined;
}

export type Layout = 'phone' | 'portrait' | 'wide' | 'wall';

/** A long title is set smaller. */
const LONG_TITLE = 34;
const LONGEST_TITLE = 60;

/** A title and one sentence on plain cloth: an unknown code, no results yet, or a sleeping screen. */
export const plainScreen = (title: string, sentence: string, kind = ''): HTMLElement =>
  el(
    'div',
    `screen plain ${kind}`,
    el('main', 'soon', el('div', '', hero(title), status(el('p', 'when', sentence)))),
  );

/** Without results the title and the code stay. */
export const waitingScreen = (invitation: Invitation, title: string): HTMLElement =>
  splitScreen('waiting', invitation, title, [status(el('p', 'when', invitation.words.waiting))]);

/** Before the start, or while there are no challenges. */
export function upcomingScreen(scene: Scene, shown: readonly Challenge[]): HTMLElement {
  const { display, state, words, times, now } = scene;
  const { title, startsAt, endsAt } = display.event;
  const starts = new Date(startsAt);
  if (state === 'announced') {
    const when = el('p', 'when', times.range(starts, new Date(endsAt)));
    return splitScreen(
      'empty',
      scene,
      title,
      [when, staleState(scene)],
      lead(words.announced, words.announcedMore),
      emptyPodium(),
    );
  }
  const { left, unit } = countdownTo(startsAt, now);
  const joined = shown.map((challenge) =>
    el(
      'li',
      '',
      el('b', 'total', peopleOf(scene, challenge.total)),
      el('span', '', words.joined(challenge.title, challenge.total === 1)),
    ),
  );
  return splitScreen(
    'upcoming',
    scene,
    title,
    [el('p', 'when', times.full(starts)), staleState(scene)],
    el(
      'p',
      'count',
      el('span', '', words.startsIn),
      el('b', '', scene.number(left)),
      el('i', '', words.unit(unit, left === 1)),
    ),
    el('ul', 'joined', ...joined),
  );
}

/** The invitation takes a third of the screen, because there is nothing to rank. */
function splitScreen(
  kind: string,
  { words, code, joinAddress, logo, layout }: Invitation,
  title: string,
  facts: readonly Child[],
  ...content: readonly Child[]
): HTMLElement {
  return el(
    'div',
    `screen split ${kind}`,
    el('main', 'soon', el('div', '', logoOf(logo), hero(title), ...facts), ...content),
    el(
      'footer',
      'join-panel',
      qrCode(document, joinAddress, words.qrCode),
      el('p', '', el('span', 'join', words.scan), codeOf({ code, joinAddress, layout })),
    ),
  );
}

/** The boards of one to three challenges, over the invitation. After the end nobody is invited. */
export function boardScreen(scene: Scene, shown: readonly Challenge[]): HTMLElement {
  const { display, state, layout, offlineSeconds, words } = scene;
  const { event } = display;
  const offline = offlineSeconds === undefined ? '' : ' offline';
  if (shown.every(({ top }) => top.length === 0)) {
    const titles = shown.map(({ title }) => title);
    const [only] = titles.length === 1 && titles[0] !== event.title ? titles : [];
    const when = only ? event.title : titles.filter((title) => title !== event.title).join(' · ');
    return splitScreen(
      'empty',
      scene,
      only ?? event.title,
      [when ? el('p', 'when', when) : undefined, el('p', 'facts', ...stateWords(scene))],
      lead(words.nobody, words.nobodyMore),
      emptyPodium(),
    );
  }
  const closed = state === 'ended' || state === 'final' ? ' over' : '';
  const [only] = shown;
  if (shown.length === 1 && only) {
    const isOnly = only.title === event.title;
    const head = headOf(scene, isOnly ? undefined : event.title, only.title, [
      ...stateWords(scene),
      total(scene, only),
    ]);
    const board = boardOf(only, scene);
    if (scene.isInviting) board.append(largeCode(scene));
    return el(
      'div',
      `screen live one${offline}${state === 'final' ? ' done' : closed}`,
      head,
      el('main', 'boards', board),
      state === 'final' ? undefined : joinPanel(scene),
    );
  }
  const isWhole = layout === 'phone' || (layout === 'wall' && shown.length === 2);
  const boards = shown.map((challenge) =>
    boardOf(
      challenge,
      scene,
      el(
        'header',
        'topic',
        inItsScript(el('h2', isLong(challenge.title) ? 'long' : '', challenge.title)),
        total(scene, challenge),
      ),
      isWhole ? undefined : 'unit',
    ),
  );
  if (isWhole) {
    return el(
      'div',
      `screen live${offline}${state === 'final' ? '' : closed}`,
      headOf(scene, undefined, event.title, stateWords(scene)),
      el('main', layout === 'phone' ? 'boards' : 'boards two', ...boards),
      state === 'final' ? undefined : joinPanel(scene),
    );
  }
  return el(
    'div',
    `screen live three${offline}${closed}`,
    el('main', 'boards many', ...boards, scene.isInviting ? largeCode(scene) : undefined),
    joinPanel(scene, titleInJoinPanel(scene)),
  );
}

/** One challenge of a final result: its podium, or ranks 4 to 10. */
export function finalScreen(scene: Scene, challenge: Challenge, part: 'podium' | 'rest'): HTMLElement {
  const { display, layout } = scene;
  if (layout === 'phone' || isUnranked(challenge)) return boardScreen(scene, [challenge]);
  const head = headOf(scene, display.event.title, challenge.title, [
    ...stateWords(scene),
    total(scene, challenge),
  ]);
  if (part === 'podium')
    return el('div', 'screen final', head, el('main', '', standingPodium(challenge, scene)));
  const board = el('section', 'board', rowsOf(challenge, scene, 'label'));
  board.ariaLabel = challenge.title;
  return el('div', 'screen final rest', head, el('main', 'boards', board));
}

function headOf(
  scene: Scene,
  event: string | undefined,
  title: string,
  facts: readonly Child[],
): HTMLElement {
  return el(
    'header',
    'head',
    el('div', '', event === undefined ? undefined : el('p', 'event', event), heading(title)),
    el('p', 'facts', ...facts),
    logoOf(scene.logo),
  );
}

const heading = (title: string, name = '') => inItsScript(el('h1', `${name} ${sizeOf(title)}`.trim(), title));
const hero = (title: string) => heading(title, 'hero');

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
  const time = times.near(new Date(display.event.endsAt), now);
  return [el('span', 'state', words.live), el('span', '', words.until(time))];
}

function staleState({ words, offlineSeconds }: Scene): HTMLElement | undefined {
  if (offlineSeconds === undefined) return undefined;
  const state = status(el('span', 'state stale', words.offline));
  return el('p', 'facts', state, el('span', 'age', words.ago(String(offlineSeconds))));
}

/** Screen readers read a status when it appears. */
function status<T extends HTMLElement>(made: T): T {
  made.role = 'status';
  return made;
}

function logoOf(logo: string | undefined): HTMLElement | undefined {
  if (logo === undefined) return undefined;
  const made = el('img', 'logo');
  made.alt = '';
  made.src = logo;
  return made;
}

/** A phone cannot scan its own screen, so there the code is a link. */
function codeOf({ code, joinAddress, layout }: Omit<Invitation, 'words' | 'logo'>): HTMLElement {
  if (layout !== 'phone') return el('strong', 'code', code);
  const link = el('a', 'code', code);
  link.href = joinAddress;
  return link;
}

/** The code that can be scanned from three metres. Where it has room, it replaces the small one. */
const largeCode = ({ joinAddress, words }: Scene): HTMLElement =>
  el('div', 'large-code', el('p', 'join', words.scan), qrCode(document, joinAddress, words.qrCode));

/** @param title replaces the standing of the result */
function joinPanel(scene: Scene, title?: HTMLElement): HTMLElement {
  const { state, joinAddress, words, display, now, times } = scene;
  const updated = words.updated(times.near(new Date(display.updatedAt), now));
  const standing = display.provisional ? words.provisional : words.final;
  if (state === 'ended' || state === 'final') {
    const by = finalAt(display);
    const text = now < by && display.provisional ? finalBy(scene, by) : standing;
    return el(
      'footer',
      'join-panel closed',
      el(
        'div',
        'standing',
        title && inItsScript(el('h1', '', display.event.title)),
        el('b', '', text),
        el('span', 'updated', updated),
      ),
    );
  }
  return el(
    'footer',
    'join-panel',
    qrCode(document, joinAddress, words.qrCode),
    el('p', '', el('span', 'join', title ? words.scan : words.scanOrEnter), codeOf(scene)),
    title ?? el('p', 'standing', el('b', '', standing), el('span', 'updated', updated)),
  );
}

function finalBy({ words, times, now }: Scene, by: Date): string {
  const time = times.time(by);
  if (times.isSameDay(by, now)) return words.finalByToday(time);
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1000);
  return times.isSameDay(by, tomorrow) ? words.finalByTomorrow(time) : words.finalByDay(time, times.day(by));
}

/** In columns the boards need the height of the heading, so the join panel has the exhibition's title and state. */
function titleInJoinPanel(scene: Scene): HTMLElement {
  const { display, words, times, now, logo } = scene;
  const { title, endsAt } = display.event;
  const near = (moment: string) => times.near(new Date(moment), now);
  const result = display.provisional ? words.provisional : words.final;
  const stale = staleState(scene);
  return el(
    'div',
    'standing',
    logoOf(logo),
    heading(title),
    stale ?? el('p', '', el('span', 'state', words.liveUntil(near(endsAt)))),
    stale ? undefined : el('p', '', el('span', 'updated', words.resultAt(result, near(display.updatedAt)))),
  );
}
