import { lastDayIn } from '../../shared/values/times.ts';
import { type Child, el } from '../browser/dom.ts';
import { appUrl, button, copyButton, link, pageLanguage, showLanguages } from '../browser/phone-page.ts';
import { qrCode } from '../browser/qr.ts';
import { answerWithin } from '../browser/requests.ts';
import { tokenIn } from './token.ts';
import { invitationWords } from './words/languages.ts';

/**
 * `/invitation?lang=<language>#<token>`: who invites, as what, what they will see and never see, and how to go on. The token is sent in
 * the body of one request, which asks for the preview, and to nobody else. The page does not know whether the invitation was used.
 */

const TIMEOUT_MS = 8_000;
/** A fast response shows no state in between. */
const CHECKING_AFTER_MS = 400;
const WIDE = '(min-width: 60rem)';

const token = tokenIn(location.hash);
const language = pageLanguage();
const words = invitationWords[language];

interface Preview {
  readonly name: string;
  readonly workspaceKind: string;
  readonly role: string;
  readonly expiresAt: string;
}

function isPreview(value: unknown): value is Preview {
  if (typeof value !== 'object' || value === null) return false;
  const texts: readonly unknown[] = ['name', 'workspaceKind', 'role', 'expiresAt'].map((name) =>
    Reflect.get(value, name),
  );
  return texts.every((text) => typeof text === 'string');
}

type Found = Preview | 'unknown' | 'silent';

async function preview(invitationToken: string | undefined): Promise<Found> {
  if (invitationToken === undefined) return 'unknown';
  try {
    const response = await answerWithin(
      (signal) =>
        fetch('/v1/workspaces/invitations/preview', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ invitationToken }),
          credentials: 'omit',
          signal,
        }),
      { milliseconds: TIMEOUT_MS },
    );
    if (response.status === 404) return 'unknown';
    const answer: unknown = response.ok ? await response.json() : undefined;
    return isPreview(answer) ? answer : 'silent';
  } catch {
    return 'silent';
  }
}

function show(...content: readonly Child[]): void {
  document.querySelector('main')?.replaceChildren(...content.filter((child) => child !== undefined));
}

function contentOf(found: Found): readonly Child[] {
  if (found === 'unknown') return [head('unknown', words.unknownMore), el('p', 'hint', words.unknownHelp)];
  if (found !== 'silent') return invitation(found);
  const again = button(words.tryAgain, () => location.reload(), 'main wide');
  return [head('silent', words.silentMore), el('div', 'acts', again, ...app()), code()];
}

const head = (title: 'unknown' | 'silent', more: string) => {
  const made = el('div', 'lead', el('h1', '', words[title]), el('p', '', more));
  made.setAttribute('role', 'alert');
  return made;
};

function invitation({ name, workspaceKind, role, expiresAt }: Preview): Child[] {
  const isMerchant = workspaceKind === 'merchant';
  const as = role === 'staff' ? 'asStaff' : role === 'hr_admin' ? 'asHrAdmin' : 'asMember';
  const until = words.validUntil(lastDayIn(language)(new Date(expiresAt)));
  return [
    el(
      'div',
      'lead',
      el('h1', '', words.invites(name)),
      el('p', '', `${words[as]} `, el('span', 'quiet', until)),
      el('p', 'quiet', words.joinedBefore),
    ),
    el(
      'section',
      'sees',
      list(isMerchant ? words.merchantSees : words.companySees, '', [
        words.seesMembership,
        words.seesReference,
        isMerchant ? words.seesGifts : words.seesCertificates,
      ]),
      list(isMerchant ? words.merchantNever : words.companyNever, 'never', [
        words.neverName,
        words.neverRecords,
        words.neverSteps,
      ]),
    ),
    el('p', 'hint', words.finePrint),
    el('div', 'acts', ...app()),
    code(),
    matchMedia(WIDE).matches ? phone() : undefined,
  ];
}

const list = (title: string, name: string, things: readonly string[]) =>
  el('div', name, el('h2', '', title), el('ul', 'signs', ...things.map((thing) => el('li', '', thing))));

/** The first link opens the app with the invitation. Its token stays in a fragment. */
const app = (): HTMLElement[] =>
  appUrl
    ? [link(words.openApp, `${appUrl}#${token}`, 'main wide'), link(words.getApp, appUrl, 'wide')]
    : [el('p', '', words.askForApp)];

function code(): HTMLElement {
  const shown = el('p', 'code token', token);
  return el(
    'section',
    'acts',
    el('h2', '', words.codeTitle),
    shown,
    copyButton(token ?? '', shown, words),
    el('p', 'hint', words.codeHint),
  );
}

/** Opens this page on a phone. */
const phone = () =>
  el(
    'aside',
    'phone',
    el('h2', '', words.phoneTitle),
    qrCode(document, location.href, words.phoneTitle),
    el('p', 'hint', words.phoneHint),
  );

showLanguages(language, words.languages);
// A link that is pasted into the address of the open page loads nothing by itself.
addEventListener('hashchange', () => location.reload());
const checking = setTimeout(() => {
  const status = el('div', 'lead', el('h1', '', words.checking));
  status.setAttribute('role', 'status');
  show(status, el('div', 'skeleton', el('span', ''), el('span', ''), el('span', '')), code());
}, CHECKING_AFTER_MS);
void preview(token).then((found) => {
  clearTimeout(checking);
  if (typeof found === 'object') document.title = words.invites(found.name);
  show(...contentOf(found));
});
