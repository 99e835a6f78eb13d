import { JOIN_CODE } from '../../shared/values/limits.ts';
import { serverClock } from '../browser/clock.ts';
import { codeIn } from '../browser/code.ts';
import { el } from '../browser/dom.ts';
import { drift, keepShell, stayAwake } from './kiosk.ts';
import { pageOf } from './page.ts';
import { poll } from './poll.ts';
import { settingsOf } from './settings.ts';
import { wordsFor } from './words.ts';

/** An exhibition's display on a wall screen: `/display/<code>?lang=<language>`. docs/display.md lists the settings. */

const TURN_MS = 12_000;
const LANGUAGE_MS = 20_000;
const DRIFT_MS = 60_000;
const TICK_MS = 1_000;
const NAMED_MS = 10_000;

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
const code = codeIn(location.pathname);
const settings = settingsOf(location.search, meta('logos').split(' '));
const elapsed = () => performance.now();
const clock = serverClock(elapsed, Date.now);
const joinAddress = (meta('join-url') || `${location.origin}/join/{code}`).replace('{code}', code);

if (settings.theme) document.documentElement.dataset['theme'] = settings.theme;

const page = pageOf({
  code,
  joinAddress,
  settings,
  logo: settings.logo && `/display/assets/logos/${settings.logo}`,
  now: clock.now,
});

/** What the screen says without a display. */
const BLANK = { stale: 'waiting', not_found: 'notFound', cancelled: 'cancelled' } as const;

if (!JOIN_CODE.test(code)) {
  page.blank('noCode');
} else {
  page.blank('waiting');
  poll(
    `/v1/community/events/${code}/display`,
    (news) => {
      if (news.kind === 'shown') page.show(news.display);
      else if (news.kind === 'confirmed') page.confirm();
      else if (news.kind === 'silent') page.lose();
      else page.blank(BLANK[news.kind]);
    },
    {
      fetch: async (...question) => {
        const response = await fetch(...question);
        clock.hear(response.headers);
        return response;
      },
      elapsed,
      now: () => +clock.now(),
      chance: Math.random,
      later: (action, milliseconds) => setTimeout(action, milliseconds),
    },
  );
  let drifts = 0;
  setInterval(() => page.turn(), TURN_MS);
  setInterval(() => page.nextLanguage(), LANGUAGE_MS);
  setInterval(() => page.tick(), TICK_MS);
  setInterval(() => drift(++drifts), DRIFT_MS);
}

/** Names the settings that the page does not understand, for the operator who sets up the screen. */
function nameUnknown(unknown: readonly string[]): void {
  const words = wordsFor(settings.lang);
  const named = el('p', 'unknown', words.notUnderstood(unknown.join(', ')));
  named.role = 'status';
  document.body.append(named);
  setTimeout(() => named.remove(), NAMED_MS);
}

if (settings.unknown.length > 0) nameUnknown(settings.unknown);
stayAwake();
keepShell();
