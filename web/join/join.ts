import { PAGE_LANGUAGES } from '../../shared/values/languages.ts';
import { JOIN_CODE } from '../../shared/values/limits.ts';
import { timesIn } from '../../shared/values/times.ts';
import { serverClock } from '../browser/clock.ts';
import { codeIn } from '../browser/code.ts';
import { el } from '../browser/dom.ts';
import { firstKnown, LANGUAGE_NAMES } from '../browser/languages.ts';
import { answerWithin, codeOf } from '../browser/requests.ts';
import { isDisplay } from '../display/answer.ts';
import { joinWords } from './words/languages.ts';

/**
 * `/join/<code>?lang=<language>`: the exhibition's title and dates, its code, and where to get the app. From the scan to the
 * app it is three taps: the address, the button that copies the code, and the app.
 */

const TIMEOUT_MS = 8_000;

const code = codeIn(location.pathname);
const requested = new URLSearchParams(location.search).get('lang');
const language = firstKnown(requested === null ? navigator.languages : [requested]);
const words = joinWords[language];
const times = timesIn(language, words.times);
const clock = serverClock(() => performance.now(), Date.now);

document.documentElement.lang = language;

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  if (!JOIN_CODE.test(code)) return 'unknown';
  try {
    const response = await answerWithin(
      (signal) => fetch(`/v1/community/events/${code}/display`, { credentials: 'omit', signal }),
      { milliseconds: TIMEOUT_MS },
    );
    clock.hear(response.headers);
    if (response.status === 404)
      return (await codeOf(response)) === 'event_cancelled' ? 'cancelled' : 'unknown';
    const answer: unknown = response.ok ? await response.json() : undefined;
    return isDisplay(answer) ? answer.event : 'silent';
  } catch {
    return 'silent';
  }
}

function show(found: Found): void {
  document.title = typeof found === 'string' ? 'Sihat' : found.title;
  document.querySelector('main')?.replaceChildren(languages(), ...contentOf(found));
}

function contentOf(found: Found): HTMLElement[] {
  if (found === 'unknown') return [el('h1', '', words.unknown), el('p', '', words.unknownMore)];
  if (found === 'cancelled') return [el('h1', '', words.cancelled), el('p', '', words.cancelledMore)];
  const shownCode = el('p', 'code', code);
  const enter = [el('p', '', words.enter), shownCode, button(words.copy, copies(shownCode)), app()];
  if (found === 'silent')
    return [el('h1', '', words.silent), button(words.tryAgain, () => location.reload()), ...enter];
  const [starts, ends] = [new Date(found.startsAt), new Date(found.endsAt)];
  const head = [el('h1', '', found.title), el('p', 'when', times.opening(starts, ends))];
  return clock.now() < ends ? [...head, ...enter] : [...head, el('p', '', words.over)];
}

function button(text: string, act: (pressed: HTMLElement) => unknown): HTMLElement {
  const made = el('button', '', text);
  made.type = 'button';
  made.addEventListener('click', () => act(made));
  return made;
}

/** Copies the code, or selects it where the browser does not let the page copy. */
const copies = (shown: HTMLElement) => async (pressed: HTMLElement) => {
  try {
    await navigator.clipboard.writeText(code);
    pressed.replaceChildren(words.copied);
  } catch {
    getSelection()?.selectAllChildren(shown);
  }
};

function app(): HTMLElement {
  const address = document.querySelector<HTMLMetaElement>('meta[name="app-url"]')?.content ?? '';
  if (!address) return el('p', '', words.askForApp);
  const link = el('a', 'app', words.getApp);
  link.href = address;
  return link;
}

function languages(): HTMLElement {
  const links = PAGE_LANGUAGES.map((other) => {
    const link = el('a', '', LANGUAGE_NAMES[other]);
    link.href = `?lang=${other}`;
    link.lang = other;
    if (other === language) link.ariaCurrent = 'true';
    return link;
  });
  return el('nav', '', ...links);
}

void find().then(show);
