import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import {
  ApiError,
  claimCode,
  dataOf,
  newId,
  readCode,
  reportSteps,
  sihatClient,
  waitForScan,
} from '../client.ts';
import { type SignInSettings, signInAt } from './sign-in.ts';

/**
 * An app in the terminal for a visitor of an exhibition who is also a patient: sign-in, join by code, walk, collect a gift, and show
 * one's records to a doctor. An app of its own imports `@sihat/client` in place of `../client.ts`.
 *
 *   npm run example -- --api http://127.0.0.1:3000
 */
export interface Screen {
  readonly show: (text: string) => void;
  readonly ask: (question: string) => Promise<string>;
}

export interface AppSettings {
  readonly baseUrl: string;
  readonly signIn: SignInSettings;
}

const CHOICES = 'scan | gift | records | out';

export async function app({ baseUrl, signIn }: AppSettings, { show, ask }: Screen): Promise<void> {
  // A phone keeps the refresh token in its Keychain or Keystore. This app forgets everything when it ends.
  const kept = new Map<string, string>();
  const person = signInAt(signIn, {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  });
  const onSignedOut = () => show('The sign-in has ended. Start the app again to sign in.');
  const api = sihatClient({ baseUrl, token: person.accessToken, refresh: person.refresh, onSignedOut });
  const walking = new AbortController();

  await signedIn();
  const screens: Readonly<Record<string, () => Promise<void>>> = { scan, gift, records };
  for (;;) {
    const choice = await ask(CHOICES);
    if (choice === 'out') break;
    // A refusal is shown in the words of the platform. An app may choose its own by the code.
    await screens[choice]?.().catch((error) => {
      if (!(error instanceof ApiError)) throw error;
      show(`${error.code}: ${error.message}`);
    });
  }
  walking.abort();
  await person.signOut();
  show('Signed out.');

  async function signedIn(): Promise<void> {
    for (;;) {
      const [mail, password] = [await ask('email address'), await ask('password')];
      try {
        await person.signIn(mail, password, () => ask('code of the authenticator app'));
        const { id } = dataOf(await api.GET('/v1/account'));
        return show(`Signed in as ${id}.`);
      } catch (error) {
        if (!(error instanceof Error) || error instanceof ApiError) throw error;
        show(error.message);
      }
    }
  }

  async function scan(): Promise<void> {
    const scanned = readCode(await ask('content of the code'));
    if (scanned?.kind === 'exhibition') return join(scanned.code);
    if (!scanned) return show('This is not a code of the platform.');
    show(`This code is not for joining. It is a code of the kind ${scanned.kind}.`);
  }

  async function join(code: string): Promise<void> {
    const params = { path: { code } };
    const { event, challenges } = dataOf(await api.GET('/v1/community/events/{code}', { params }));
    dataOf(await api.PUT('/v1/community/events/{code}/membership', { params }));
    show(`Welcome to ${event.title}, ${event.venue}.`);
    const [challenge] = challenges;
    if (challenge) await walk(challenge);
  }

  async function walk({ id, title, endsAt }: Record<'id' | 'title' | 'endsAt', string>): Promise<void> {
    const alias = await ask(`name for the challenge "${title}", or nothing`);
    if (alias === '') return;
    // Two consents, each by its own question, under the notice in force.
    const { consentNoticeVersion } = dataOf(await api.GET('/v1/account'));
    show(`Both are voluntary, and can be withdrawn at any time (privacy notice ${consentNoticeVersion}).`);
    const shareLeaderboard = (await ask('show it to the other participants? yes | no')) === 'yes';
    const sharePublicDisplay = (await ask('show it on the screen of the hall? yes | no')) === 'yes';
    const [params, body] = [{ path: { id } }, { alias, shareLeaderboard, sharePublicDisplay }];
    const enrolled = await api.PUT('/v1/community/challenges/{id}/enrollment', { params, body });
    const { countingFrom } = dataOf(enrolled);
    // A phone asks its step store for the steps from `since` until `until`.
    const reports = { challengeId: id, countingFrom, endsAt, signal: walking.signal };
    void reportSteps(api, { ...reports, measure: (_until, _since) => 0 });
    show(`${alias} walks.`);
  }

  async function gift(): Promise<void> {
    const { campaigns } = dataOf(await api.GET('/v1/rewards/campaigns'));
    const offered = campaigns.find(({ ownClaim }) => ownClaim) ?? campaigns.find(isAvailable);
    if (!offered) return show('There is no gift at the moment.');
    // A phone stores the id with the campaign before the request, and sends the same one after a restart.
    const body = { claimId: offered.ownClaim?.id ?? newId() };
    const params = { path: { campaignId: offered.id } };
    const claim = dataOf(await api.POST('/v1/rewards/campaigns/{campaignId}/claims', { params, body }));
    if (claim.status !== 'reserved') return show(`${offered.title}: ${claim.status}.`);
    show(renderUnicodeCompact(claimCode(claim.id)));
    show(`${offered.title}: collect it before ${claim.expiresAt}.`);
  }

  async function records(): Promise<void> {
    const issued = dataOf(await api.POST('/v1/clinical/qr-tokens'));
    show(renderUnicodeCompact(issued.token));
    show('Show this code to the doctor.');
    const scanned = await waitForScan(api, { id: issued.id });
    if (scanned.accessRequestId === undefined) return show('The code has expired.');
    const params = { path: { id: scanned.accessRequestId } };
    const { practitioner } = dataOf(await api.GET('/v1/clinical/access-requests/{id}', { params }));
    const { name, organization, licenseAuthority, licenseNumber } = practitioner;
    const allow = `May ${name} (${organization}, ${licenseAuthority} ${licenseNumber}) read and add for a day? yes | no`;
    const isAllowed = (await ask(allow)) === 'yes';
    const decided = isAllowed
      ? await api.POST('/v1/clinical/access-requests/{id}/approval', { params })
      : await api.POST('/v1/clinical/access-requests/{id}/denial', { params });
    show(`${name}: ${dataOf(decided).status}.`);
  }
}

const isAvailable = ({ availability }: { readonly availability: string }) => availability === 'available';

/** Runs the app in a terminal, at a laptop or a stage. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { api: { type: 'string', default: 'http://127.0.0.1:3000' } } });
  const settings = await sihatClient({ baseUrl: values.api })
    .GET('/v1/sign-in-settings')
    .then(dataOf, (error) => {
      throw new Error(`No platform answers at ${values.api}. Start one with "npm start".`, { cause: error });
    });
  const signIn = { ...settings, endpoint: new URL(settings.endpoint, values.api).href };
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (question: string) => (await terminal.question(`${question}: `)).trim();
  const show = (text: string) => void process.stdout.write(`${text}\n`);
  await app({ baseUrl: values.api, signIn }, { show, ask });
  terminal.close();
}
if (import.meta.main)
  await main().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
