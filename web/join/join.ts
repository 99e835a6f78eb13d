import { PAGE_LANGUAGES } from '../../shared/values/languages.ts';
import { JOIN_CODE } from '../../shared/values/limits.ts';
import { timesIn } from '../../shared/values/times.ts';
import { serverClock } from '../browser/clock.ts';
import { codeIn } from '../browser/code.ts';
import { el } from '../browser/dom.ts';
import { answerWithin, codeOf } from '../browser/requests.ts';
import { isDisplay } from '../display/answer.ts';
import { joinWordsFor, joinWordsIn } from './words.ts';

/**
 * `/join/<code>?lang=<language>`: the exhibition's title and dates, its code, and where to get the app. From the scan to the
 * app it is three taps: the address, the button that copies the code, and the app.
 */

const TIMEOUT_MS = 8_000;

const code = codeIn(location.pathname);
const requested = new URLSearchParams(location.search).get('lang');
const { language, say } = joinWordsFor(requested === null ? navigator.languages : [requested]);
const times = timesIn(language, say);
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
  if (found === 'unknown') return [el('h1', '', say('unknown')), el('p', '', say('unknownMore'))];
  if (found === 'cancelled') return [el('h1', '', say('cancelled')), el('p', '', say('cancelledMore'))];
  const shownCode = el('p', 'code', code);
  const enter = [el('p', '', say('enter')), shownCode, button(say('copy'), copies(shownCode)), app()];
  if (found === 'silent')
    return [el('h1', '', say('silent')), button(say('tryAgain'), () => location.reload()), ...enter];
  const [starts, ends] = [new Date(found.startsAt), new Date(found.endsAt)];
  const head = [el('h1', '', found.title), el('p', 'when', times.opening(starts, ends))];
  return clock.now() < ends ? [...head, ...enter] : [...head, el('p', '', say('over'))];
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
    pressed.replaceChildren(say('copied'));
  } catch {
    getSelection()?.selectAllChildren(shown);
  }
};

function app(): HTMLElement {
  const address = document.querySelector<HTMLMetaElement>('meta[name="app-url"]')?.content ?? '';
  if (!address) return el('p', '', say('askForApp'));
  const link = el('a', 'app', say('getApp'));
  link.href = address;
  return link;
}

function languages(): HTMLElement {
  const links = PAGE_LANGUAGES.map((other) => {
    const link = el('a', '', joinWordsIn(other).say('name'));
    link.href = `?lang=${other}`;
    link.lang = other;
    if (other === language) link.ariaCurrent = 'true';
    return link;
  });
  return el('nav', '', ...links);
}

void find().then(show);
