import { daysIn, malaysianDate } from '../../shared/values/calendar.ts';
import { JOIN_CODE } from '../../shared/values/limits.ts';
import { timesIn } from '../../shared/values/times.ts';
import { serverClock } from '../browser/clock.ts';
import { codeIn } from '../browser/code.ts';
import { type Child, el } from '../browser/dom.ts';
import { appUrl, button, copyButton, link, pageLanguage, showLanguages } from '../browser/phone-page.ts';
import { answerWithin, codeOf } from '../browser/requests.ts';
import { isDisplay } from '../display/answer.ts';
import { joinWords } from './words/languages.ts';

/**
 * `/join/<code>?lang=<language>`: the exhibition's title and dates, its code, and where to get the app. From the scan to the
 * app it is three taps: the address, the button that copies the code, and the app.
 */

const TIMEOUT_MS = 8_000;

const code = codeIn(location.pathname);
const language = pageLanguage();
const words = joinWords[language];
const times = timesIn(language, words.times);
const clock = serverClock(() => performance.now(), Date.now);

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
  document.querySelector('main')?.replaceChildren(...contentOf(found));
}

function contentOf(found: Found): HTMLElement[] {
  if (found === 'unknown') return [signed('question', lead(words.unknown, words.unknownMore)), ...usedCode()];
  if (found === 'cancelled') return [lead(words.cancelled, words.cancelledMore)];
  if (found === 'silent') {
    const again = button(words.tryAgain, () => location.reload(), 'wide');
    return [el('div', 'acts', signed('warning', lead(words.silent)), again), shownCode(), app()];
  }
  const [starts, ends, now] = [new Date(found.startsAt), new Date(found.endsAt), clock.now()];
  const days = el('span', 'when', words.opening(times.range(starts, ends), times.time(starts)));
  if (now >= ends) {
    const result = link(words.seeResult, `/display/${code}?lang=${language}`, 'main wide');
    return [lead(found.title, days), el('div', 'acts', el('p', '', words.over), result)];
  }
  const state =
    now < starts
      ? el('span', 'state soon', words.beginsIn(daysUntil(starts, now)))
      : el('span', 'state', words.liveUntil(times.near(ends, now)));
  return [lead(found.title, state, days), shownCode(), app()];
}

const lead = (title: string, ...more: readonly Child[]) =>
  el('div', 'lead', el('h1', '', title), el('p', '', ...more));

/** Marks a message by a sign above it, which says nothing to a screen reader. */
function signed(sign: 'question' | 'warning', message: HTMLElement): HTMLElement {
  message.classList.add('signed', sign);
  return message;
}

/** Malaysian midnights between now and a later time. */
const daysUntil = (later: Date, now: Date): number =>
  daysIn({ from: malaysianDate(now), to: malaysianDate(later) }) - 1;

/** A code of more characters than fit into a line of a phone is smaller. */
const LONG_CODE = 20;
const LONG_PART = 10;

/** The code, which breaks only after a hyphen where it can. */
const brokenCode = (name: string) => el('p', name, ...codeParts().flatMap((part) => [part, el('wbr', '')]));
const codeParts = () => code.match(/[^-]*-|[^-]+$/g) ?? [code];

/** The code in the address, which visitors compare with the one in the hall. A text that can be no code is not shown. */
const usedCode = () =>
  JOIN_CODE.test(code) ? [el('section', 'acts', el('h2', '', words.used), brokenCode('code long'))] : [];

function shownCode(): HTMLElement {
  const isLong = code.length > LONG_CODE || codeParts().some((part) => part.length > LONG_PART);
  const shown = brokenCode(isLong ? 'code long' : 'code');
  return el('section', 'acts', el('h2', '', words.enter), shown, copyButton(code, shown, words));
}

const app = () =>
  appUrl ? el('div', 'foot', link(words.getApp, appUrl, 'main wide')) : el('p', 'hint', words.askForApp);

showLanguages(language, words.languages);
void find().then(show);
