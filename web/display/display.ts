import { JOIN_CODE } from '../../shared/values/limits.ts';
import { serverClock } from './clock.ts';
import { drift, keepShell, stayAwake } from './kiosk.ts';
import { pageOf } from './page.ts';
import { poll } from './poll.ts';
import { settingsOf } from './settings.ts';

/** An exhibition's display on a wall screen: `/display/<code>?lang=<language>`. docs/display.md lists the settings. */

const TURN_MS = 12_000;
const LANGUAGE_MS = 20_000;
const DRIFT_MS = 60_000;
const TICK_MS = 1_000;

const code = location.pathname.split('/')[2] ?? '';
const settings = settingsOf(location.search);
const elapsed = () => performance.now();
const clock = serverClock(elapsed, Date.now);

if (settings.theme) document.documentElement.dataset['theme'] = settings.theme;

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
const joinAddress = (meta('join-url') || `${location.origin}/join/{code}`).replace('{code}', code);

/** The file of the logo, from those that the page was built with. */
const logo = meta('logos')
  .split(' ')
  .find((file) => settings.logo !== undefined && file.replace(/\.(png|svg)$/, '') === settings.logo);

const page = pageOf({
  code,
  joinAddress,
  settings,
  logo: logo && `/display/assets/logos/${logo}`,
  now: clock.now,
});

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
      else page.blank(news.kind === 'stale' ? 'waiting' : 'notFound');
    },
    {
      fetch: async (...question) => {
        const response = await fetch(...question);
        clock.hear(response.headers);
        return response;
      },
      elapsed,
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

stayAwake();
keepShell();
