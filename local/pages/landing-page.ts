import type { Worker } from '../../shared/contract/worker.ts';
import type { Clock } from '../../shared/values/clock.ts';
import { copyButton, sampleBox } from '../../web/documents/samples.ts';
import { stackedTable } from '../../web/documents/tables.ts';
import { type Html, html } from '../../web/markup.ts';
import { EXPO } from '../demo/events.ts';
import type { Persona, PersonaName } from '../demo/people.ts';
import type { WorkerState } from '../events/worker-states.ts';
import type { HandlerAnswer } from '../http/gateway.ts';
import type { TokenIssuer } from '../http/issuer.ts';
import { originOf, type Received } from '../http/requests.ts';
import type { SentMail } from '../mail-service.ts';
import type { SentPush } from '../push-service.ts';
import type { LocalUserPool, SignInSettings } from '../user-pool/local-user-pool.ts';
import type { Mail } from '../user-pool/mailed-codes.ts';
import { page } from './html.ts';
import { firstRequest, preparation, sampleRequests } from './sample-requests.ts';
import { inMalaysia, times } from './times.ts';

/** What the landing page shows. */
export interface LandingTools {
  readonly clock: Pick<Clock, 'now'>;
  readonly issuer: TokenIssuer;
  readonly personas: readonly Persona[];
  readonly userPool: LocalUserPool;
  readonly workers: () => readonly WorkerState[];
  /** What phones would show, the latest first. */
  readonly pushes: () => readonly SentPush[];
  /** What people would get by mail besides codes, the latest first. */
  readonly mails: () => readonly SentMail[];
  /** Sends a request without a token to the platform. */
  readonly get: (path: string) => Promise<unknown>;
}

interface ListedEvent {
  readonly joinCode: string;
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Serves the landing page of a local platform: the demo people with tokens, the displays, sample requests and workers. */
export function landingPage({
  clock,
  issuer,
  personas,
  userPool,
  workers,
  pushes,
  mails,
  get,
}: LandingTools) {
  return async (request: Received): Promise<HandlerAnswer | undefined> => {
    if (request.method !== 'GET' || request.path !== '/') return undefined;
    const now = clock.now();
    const [people, { events }] = await Promise.all([
      Promise.all(
        personas
          .filter(({ accountId }) => !userPool.removed.has(accountId))
          .map(async (persona) => ({
            ...persona,
            token: await issuer.sign({ accountId: persona.accountId }),
          })),
      ),
      get('/v1/community') as Promise<{ readonly events: readonly ListedEvent[] }>,
    ]);
    const url = originOf(request);
    const main = html`<main class="page" id="work">
${introduction(people.length > 0)}
${peopleSection(people)}
<div class="two">${people.length > 0 ? firstRequestSection(url) : ''}${displaysSection(events, now)}</div>
<div>${people.length > 0 ? requestsFold(url, now) : ''}
${signInFold(userPool.settingsFor(request), userPool.mails())}
${pushFold(pushes())}
${mailFold(mails())}
${workersFold(workers())}</div>
</main>`;
    return { statusCode: 200, ...page({ title: 'Sihat on this machine', open: '/', now, main }) };
  };
}

function introduction(hasPeople: boolean): Html {
  if (!hasPeople)
    return html`<div class="lead"><h1>The platform runs, and its world is empty.</h1>
<p>Every UUID is an account; <code>POST /local/tokens</code> signs a token for it. The output of <code>npm start</code> shows how one of
them becomes the first administrator.</p></div>`;
  return html`<div class="lead"><h1>The platform runs. Try it in three windows.</h1>
<p>Everything is on this machine, with invented people. Stop it with Ctrl-C. The next start has fresh data, unless <code>--data</code> names
a folder that keeps it.</p></div>
<section aria-labelledby="try"><h2 id="try" class="unseen">Try it</h2><div class="cards">
<div class="card first"><h3><i>1</i>The visitor’s phone</h3><p>Press “Reserve”. It shows the code of a gift, and the eight characters under it.</p><a class="button" href="/local/phone" target="_blank">Open the demo phone<span class="unseen"> in a new tab</span></a></div>
<div class="card"><h3><i>2</i>The counter</h3><p>Sign in as <code>merchant-staff</code>, type the eight characters, and hand out the gift.</p><a class="button" href="/desk" target="_blank">Open the desk<span class="unseen"> in a new tab</span></a></div>
<div class="card"><h3><i>3</i>The wall in the hall</h3><p>The participants of the KL Wellness Expo, with the names and steps that they agreed to show.</p><a class="button" href="/display/${EXPO.joinCode}" target="_blank">Open the wall<span class="unseen"> in a new tab</span></a></div>
</div></section>`;
}

/** Where the story of each person is best tried, in the order in which somebody new meets them. */
const BEST_TRIED_IN: Readonly<Record<PersonaName, 'Desk' | 'Phone' | 'API'>> = {
  'merchant-staff': 'Desk',
  'merchant-owner': 'Desk',
  'hr-admin': 'Desk',
  'platform-admin': 'Desk',
  practitioner: 'Desk',
  patient: 'Phone',
  walker: 'API',
  'club-owner': 'API',
  'lapsed-practitioner': 'API',
};
const ORDER = Object.keys(BEST_TRIED_IN);

function peopleSection(people: readonly (Persona & { readonly token: string })[]): Html {
  const [first] = people;
  if (!first) return html``;
  const sorted = people.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  return html`<section aria-labelledby="people"><h2 id="people">Sign in as</h2>
<p class="password"><span>The password of all:</span><code>${first.password}</code>${copyButton('Copy', 'password', first.password)}</p>
${stackedTable(
  ['Email address', 'Who it is', 'Best tried in', 'Actions'],
  sorted.map(({ name, description, mail, token }) => ({
    cells: [
      html`<code>${mail}</code>`,
      html`${description}`,
      html`${BEST_TRIED_IN[name]}`,
      html`<span class="actions">${copyButton('Copy mail', name, mail)}${copyButton('Copy token', name, token)}</span>`,
    ],
  })),
  { label: 'People', className: 'people' },
)}
<p class="hint">A token is valid for an hour; load this page again for new ones.</p></section>`;
}

function firstRequestSection(url: string): Html {
  const { title, command } = firstRequest(url);
  return html`<section aria-labelledby="first"><h2 id="first">The first request</h2>
<p class="hint">For a shell with curl and Node.js. <a href="#requests">More below, in the names of people</a></p>${sampleBox(title, command, 'sh')}</section>`;
}

const STATES = { live: 'Live', announced: 'Announced', final: 'Over' } as const;

function displaysSection(events: readonly ListedEvent[], now: Date): Html {
  const time = now.toISOString();
  const rows = events.map(({ joinCode, title, startsAt, endsAt }) => {
    const state = time < startsAt ? 'announced' : time < endsAt ? 'live' : 'final';
    const near = (instant: string) => times.near(new Date(instant), now);
    const when = state === 'announced' ? `from ${near(startsAt)}` : `until ${near(endsAt)}`;
    return html`<li><span class="state ${state}">${STATES[state]}</span><a href="/display/${joinCode}">${title}</a><span class="when">${when}</span></li>`;
  });
  return html`<section aria-labelledby="walls"><h2 id="walls">Walls</h2>
${rows.length === 0 ? html`<p>There is no published exhibition.</p>` : html`<ul class="walls">${rows}</ul>`}</section>`;
}

/** A folded part of the page. @param count how much it has, at the end of its title */
const fold = (id: string, title: string, count: string, content: Html): Html =>
  html`<details class="fold" id="${id}"><summary>${title} <span class="hint">${count}</span></summary>${content}</details>`;

const counted = (count: number): string => (count === 0 ? 'none yet' : String(count));

function requestsFold(url: string, now: Date): Html {
  const requests = [
    {
      title: 'Once in each shell: the address, and a function that calls in the name of a person',
      command: preparation(url),
    },
    ...sampleRequests(now),
  ];
  const boxes = requests.map(({ title, command }) => sampleBox(title, command, 'sh'));
  return fold(
    'requests',
    'Sample requests',
    String(boxes.length),
    html`<div class="requests">${boxes}</div>`,
  );
}

function signInFold(settings: SignInSettings, mails: readonly Mail[]): Html {
  const rows = mails.map(({ to, text, sentAt }) => ({
    cells: [html`<code>${to}</code>`, html`${text}`, html`${inMalaysia(sentAt)}`],
  }));
  return fold(
    'sign-in',
    'Signing in from an app, and mailed codes',
    counted(mails.length),
    html`<div class="requests"><p>An app signs in here as at a stage, with these settings.
<a href="/guide/docs/api.md#signing-in-from-an-app">The API conventions</a> show how.</p>
${sampleBox('Settings', JSON.stringify(settings, null, 2), 'json')}
${
  rows.length === 0
    ? html`<p>The codes that a user pool mails to people appear here.</p>`
    : stackedTable(['Sent to', 'Text', 'Sent'], rows, { label: 'Mailed codes' })
}</div>`,
  );
}

function pushFold(pushes: readonly SentPush[]): Html {
  const rows = pushes.map(({ platform, token, title, line, sentAt, seconds }) => ({
    cells: [
      html`${platform} <code>${token.slice(0, 12)}</code>`,
      html`<b>${title}</b><br>${line}`,
      html`${inMalaysia(sentAt)}`,
      html`${Math.ceil(seconds / 60)} min`,
    ],
  }));
  return fold(
    'pushes',
    'Pushes to phones',
    counted(pushes.length),
    rows.length === 0
      ? html`<p>What the lock screens of phones would show appears here. An app registers its phone with <code>putDevice</code>, and
<code>deliverNotices</code> sends every minute.</p>`
      : stackedTable(['Phone', 'Lock screen', 'Sent', 'Valid for'], rows, { label: 'Pushes to phones' }),
  );
}

function mailFold(mails: readonly SentMail[]): Html {
  const content = mails.map(
    ({ to, subject, text, sentAt }) =>
      html`<details><summary><code>${to}</code> <b>${subject}</b> ${inMalaysia(sentAt)}</summary><pre tabindex="0">${text}</pre></details>`,
  );
  return fold(
    'mails',
    'Mails',
    counted(mails.length),
    content.length > 0
      ? html`<div>${content}</div>`
      : html`<p>What officers, owners of clubs and practitioners would get by mail appears here, and the last mail to somebody whose account
is erased. The daily mails are due at 8 am Malaysian time; <code>POST /local/clock</code> moves the clock.</p>`,
  );
}

function workersFold(workers: readonly WorkerState[]): Html {
  const failed = workers.filter(({ failures }) => failures > 0).length;
  return fold(
    'workers',
    'Workers',
    `${workers.length}, ${failed === 0 ? 'none' : failed} failed`,
    stackedTable(
      ['Worker', 'What it does', 'When', 'Runs', 'Failed', 'Last run'],
      workers.map(({ worker: { workerId, summary, trigger }, runs, failures, lastRunAt }) => ({
        cells: [
          html`<code>${workerId}</code>`,
          html`${summary}`,
          html`${WHEN[trigger.kind]}`,
          html`${runs}`,
          html`${failures}`,
          html`${lastRunAt ? inMalaysia(lastRunAt) : 'not yet'}`,
        ],
      })),
      { label: 'Workers' },
    ),
  );
}

const WHEN: Readonly<Record<Worker['trigger']['kind'], string>> = {
  schedule: 'on a schedule',
  daily: 'once a day',
  changed_items: 'when the stream has changes',
  expired_items: 'when the stream has expired items',
  by_hand: 'by hand',
  token_issue: 'when a token is issued',
};
