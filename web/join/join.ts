import { JOIN_CODE } from '../../shared/values/limits.ts';
import { isDisplay } from '../display/answer.ts';
import { serverClock } from '../display/clock.ts';
import { el } from '../display/dom.ts';
import { timesIn } from '../display/times.ts';
import { joinWordsFor, NAMES } from './words.ts';

/** `/join/<code>?lang=<language>`: the exhibition's title and dates, its code, and where to get the app. */

const TIMEOUT_MS = 8_000;

const code = location.pathname.split('/')[2] ?? '';
const requested = new URLSearchParams(location.search).get('lang');
const words = joinWordsFor(requested === null ? navigator.languages : [requested]);
const times = timesIn(words.language);
const clock = serverClock(() => performance.now(), Date.now);

document.documentElement.lang = words.language;

type Found = Awaited<ReturnType<typeof find>>;

async function find() {
  if (!JOIN_CODE.test(code)) return 'unknown';
  try {
    const response = await fetch(`/v1/community/events/${code}/display`, {
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    clock.hear(response.headers);
    if (response.status === 404) return 'unknown';
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
  const enter = [el('p', '', words.enter), el('p', 'code', code), app()];
  if (found === 'silent') return [el('h1', '', words.silent), ...enter];
  const [starts, ends] = [new Date(found.startsAt), new Date(found.endsAt)];
  const head = [el('h1', '', found.title), el('p', 'when', times.range(starts, ends))];
  return clock.now() < ends ? [...head, ...enter] : [...head, el('p', '', words.over)];
}

function app(): HTMLElement {
  const address = document.querySelector<HTMLMetaElement>('meta[name="app-url"]')?.content ?? '';
  if (!address) return el('p', '', words.askForApp);
  const link = el('a', 'app', words.getApp);
  link.href = address;
  return link;
}

function languages(): HTMLElement {
  const links = NAMES.map(([language, name]) => {
    const link = el('a', '', name);
    link.href = `?lang=${language}`;
    link.lang = language;
    if (language === words.language) link.ariaCurrent = 'true';
    return link;
  });
  return el('nav', '', ...links);
}

show(await find());
