import { poll } from './poll.ts';
import { pageOf } from './render.ts';
import { wordsFor } from './words.ts';

/** The display of an exhibition on a wall screen, at `/display/<code>?lang=en` (or `ms`, `zh`). */

const TURN_INTERVAL_MS = 20_000;

const code = location.pathname.split('/')[2] ?? '';
const words = wordsFor(new URLSearchParams(location.search).get('lang'));
const page = pageOf(document, words, code, () => new Date());

if (!/^[a-z0-9][a-z0-9-]{2,63}$/.test(code)) {
  page.blank(words.noCode);
} else {
  page.blank(words.waiting);
  poll(
    `/v1/community/events/${code}/display`,
    (news) => {
      if (news.kind === 'shown') page.show(news.display);
      else if (news.kind === 'confirmed') page.say('');
      else if (news.kind === 'silent') page.say(words.offline);
      else page.blank(news.kind === 'stale' ? words.waiting : words.notFound);
    },
    {
      fetch: globalThis.fetch.bind(globalThis),
      elapsed: () => performance.now(),
      chance: Math.random,
      later: (action, milliseconds) => setTimeout(action, milliseconds),
    },
  );
  setInterval(() => page.turn(), TURN_INTERVAL_MS);
}
