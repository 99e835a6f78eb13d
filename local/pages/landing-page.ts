import type { Worker } from '../../shared/contract/worker.ts';
import { malaysianTime } from '../../shared/values/calendar.ts';
import type { Clock } from '../../shared/values/clock.ts';
import { type Html, html } from '../../web/markup.ts';
import type { Persona } from '../demo/people.ts';
import type { WorkerState } from '../events/worker-states.ts';
import type { HandlerAnswer } from '../http/gateway.ts';
import type { TokenIssuer } from '../http/issuer.ts';
import { originOf, type Received } from '../http/requests.ts';
import type { SentMail } from '../mail-service.ts';
import type { SentPush } from '../push-service.ts';
import type { LocalUserPool, SignInSettings } from '../user-pool/local-user-pool.ts';
import type { Mail } from '../user-pool/mailed-codes.ts';
import { page } from './html.ts';
import { preparation, sampleRequests } from './sample-requests.ts';

/** What the landing page shows. */
export interface LandingTools {
  readonly clock: Pick<Clock, 'now'>;
  readonly issuer: TokenIssuer;
  readonly personas: readonly Persona[];
  readonly userPool: LocalUserPool;
  readonly workers: () => readonly WorkerState[];
  /** What phones would show, the latest first. */
  readonly pushes: () => readonly SentPush[];
  /** What people would get by mail beside codes, the latest first. */
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

/** Serves the first page of a local platform: the demo people with tokens, the displays, sample requests and workers. */
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
    const body = html`
<h1>Sihat</h1>
<p>This platform runs on your machine. Its time is ${inMalaysia(now)}.</p>
<ul>
<li><a href="/docs/">API reference</a>: all operations, to read and to try</li>
<li><a href="/v1/openapi.json">OpenAPI document</a>: for generators of clients</li>
<li><a href="/desk">Desk</a>: for gift counters and companies; sign in with the email address and the password of <code>merchant-staff</code>, <code>merchant-owner</code> or <code>hr-admin</code>, which are below</li>
<li><a href="/local/phone">Demo phone</a>: plays a patient and a visitor, with codes to scan; open it in another window or on a phone</li>
<li><a href="/guide/">Documents</a>: how it works, and how to change it</li>
</ul>
${peopleSection(people)}
${signInSection(userPool.settingsFor(request), userPool.mails())}
${pushSection(pushes())}
${mailSection(mails())}
<h2>Displays</h2>
${events.length === 0 ? html`<p>There is no published exhibition.</p>` : displaysTable(events, now)}
${personas.length === 0 ? [] : requestsSection(originOf(request), now)}
<h2>Workers</h2>
<table>
<tr><th>Worker</th><th>What it does</th><th>When</th><th>Runs so far</th><th>Failed</th><th>Last run</th></tr>
${workers().map(workerRow)}
</table>`;
    return { statusCode: 200, ...page('Sihat on this machine', body, COPY) };
  };
}

function peopleSection(people: readonly (Persona & { readonly token: string })[]): Html {
  if (people.length === 0)
    return html`<h2>People</h2>
<p>The world is empty. Every UUID is an account; <code>POST /local/tokens</code> signs a token for it. The output of
<code>npm start</code> shows how one of them becomes the first administrator.</p>`;
  return html`<h2>People</h2>
<p>A token is valid for an hour. Reload this page for new ones. Apps sign in with the email address and the password.</p>
<table>
<tr><th>Name</th><th>Who it is</th><th>Email address</th><th>Password</th><th>Access token</th></tr>
${people.map(
  ({ name, description, mail, password, token }) =>
    html`<tr><td><code>${name}</code></td><td>${description}</td><td><code>${mail}</code></td><td><code>${password}</code></td>
<td>${copyButton('Copy token', token)}</td></tr>`,
)}
</table>`;
}

function signInSection(settings: SignInSettings, mails: readonly Mail[]): Html {
  const text = JSON.stringify(settings, null, 2);
  return html`<h2>Signing in from an app</h2>
<p>An app signs in here as at a stage, with these settings. <a href="/guide/docs/api.md#signing-in-from-an-app">The API
conventions</a> show how. ${copyButton('Copy', text)}</p>
<pre>${text}</pre>
${mails.length === 0 ? html`<p>The codes that a user pool mails to people appear here.</p>` : mailsTable(mails)}`;
}

function mailsTable(mails: readonly Mail[]): Html {
  return html`<table>
<tr><th>Sent to</th><th>Text</th><th>Sent</th></tr>
${mails.map(
  ({ to, text, sentAt }) =>
    html`<tr><td><code>${to}</code></td><td>${text}</td><td>${inMalaysia(sentAt)}</td></tr>`,
)}
</table>`;
}

function pushSection(pushes: readonly SentPush[]): Html {
  if (pushes.length === 0)
    return html`<h2>Pushes to phones</h2>
<p>What the lock screens of phones would show appears here. An app registers its phone with <code>putDevice</code>, and
<code>deliverNotices</code> sends every minute.</p>`;
  return html`<h2>Pushes to phones</h2>
<table>
<tr><th>Phone</th><th>Lock screen</th><th>Sent</th><th>Worth it for</th></tr>
${pushes.map(
  ({ platform, token, title, line, sentAt, seconds }) =>
    html`<tr><td>${platform} <code>${token.slice(0, 12)}</code></td><td><b>${title}</b><br>${line}</td><td>${inMalaysia(sentAt)}</td><td>${Math.ceil(seconds / 60)} min</td></tr>`,
)}
</table>`;
}

function mailSection(mails: readonly SentMail[]): Html {
  return html`<h2>Mails</h2>
${
  mails.length === 0
    ? html`<p>What officers, owners of clubs and practitioners would get by mail appears here, and the last mail to somebody whose account
is erased. The daily mails are due at 8 am Malaysian time; <code>POST /local/clock</code> moves the clock.</p>`
    : mails.map(
        ({ to, subject, text, sentAt }) =>
          html`<details><summary><code>${to}</code> <b>${subject}</b> ${inMalaysia(sentAt)}</summary><pre>${text}</pre></details>`,
      )
}`;
}

function displaysTable(events: readonly ListedEvent[], now: Date): Html {
  const stateOf = ({ startsAt, endsAt }: ListedEvent) =>
    now.toISOString() < startsAt ? 'upcoming' : now.toISOString() < endsAt ? 'live' : 'ended';
  return html`<table>
<tr><th>State</th><th>Exhibition</th><th>From</th><th>To</th></tr>
${events.map(
  (event) =>
    html`<tr><td>${stateOf(event)}</td><td><a href="/display/${event.joinCode}">${event.title}</a></td>
<td>${inMalaysia(new Date(event.startsAt))}</td><td>${inMalaysia(new Date(event.endsAt))}</td></tr>`,
)}
</table>`;
}

function requestsSection(url: string, now: Date): Html {
  const commands = [
    {
      title: 'Once in each shell: the address, and a function that calls in the name of a person',
      command: preparation(url),
    },
    ...sampleRequests(now),
  ];
  return html`<h2>Sample requests</h2>
<p>Paste these into a shell with curl and Node.js.</p>
${commands.map(
  ({ title, command }) => html`<p>${title} ${copyButton('Copy', command)}</p><pre>${command}</pre>`,
)}`;
}

const WHEN: Readonly<Record<Worker['trigger']['kind'], string>> = {
  schedule: 'on a schedule',
  daily: 'once a day',
  changed_items: 'when the stream has changes',
  expired_items: 'when the stream has expired items',
  by_hand: 'by hand',
  token_issue: 'when a token is issued',
};

function workerRow({ worker: { workerId, summary, trigger }, runs, failures, lastRunAt }: WorkerState): Html {
  return html`<tr><td><code>${workerId}</code></td><td>${summary}</td><td>${WHEN[trigger.kind]}</td><td>${runs}</td><td>${failures}</td>
<td>${lastRunAt ? inMalaysia(lastRunAt) : 'not yet'}</td></tr>`;
}

/** `2026-11-24 07:51:34 MYT` */
const inMalaysia = (instant: Date): string => `${malaysianTime(instant)} MYT`;

const copyButton = (label: string, text: string): Html =>
  html`<button type="button" data-copy="${text}">${label}</button>`;

const COPY = `
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    // Browsers give the clipboard only to pages of this machine and of HTTPS.
    if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy);
    else prompt('Copy this text:', button.dataset.copy);
    const label = button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = label; }, 1500);
  });
}
`;
