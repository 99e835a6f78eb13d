import { readFile, rm } from 'node:fs/promises';
import {
  CognitoIdentityProviderClient,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountOf, personas } from '../../../local/demo/people.ts';
import type { SignInSettings } from '../../../local/user-pool/local-user-pool.ts';
import { codeMailText } from '../../../shared/identity/code-mail.ts';
import { demoFolder } from '../../support/demo-world.ts';
import { poolAt, signInBySrp } from '../../support/pool-client.ts';
import { startInProcess } from '../../support/running.ts';

/** The user pool of `npm start` with the demo people. */

let folder: string;
let local: Awaited<ReturnType<typeof startInProcess>>;
let settings: SignInSettings;
const start = async () => {
  local = await startInProcess({ empty: false, folder });
  settings = (await local.call('GET', '/local/user-pool')).body;
};
beforeAll(async () => {
  folder = await demoFolder();
  await start();
});
afterAll(async () => {
  await local?.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask: ReturnType<typeof poolAt> = (operation, body) => poolAt(settings)(operation, body);
const signIn = (name: string) => {
  const { mail = '', password = '' } = personas.find((persona) => persona.name === name) ?? {};
  return signInBySrp(ask, { userPoolId: settings.userPoolId, mail, password });
};
const landingPage = async () => (await fetch(local.url)).text();
const mails = async () => (await local.call('GET', '/local/mails')).body.mails;

describe('the user pool of npm start', { shuffle: false }, () => {
  it('has the settings that are documented, and shows them', async () => {
    const document = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    const rows = [...document.matchAll(/^\| `(\w+)` \| [^|]+ \| `([^`|]+)` \|$/gm)];
    const documented = Object.fromEntries(
      rows.map(([, name, value = '']) => [name, value.replace('http://127.0.0.1:3000', local.url)]),
    );
    expect(documented).toEqual(settings);
    const page = await landingPage();
    for (const value of Object.values(settings)) expect(page).toContain(value);
  });

  it('signs in a demo person with the password of the landing page, as the account of the demo', async () => {
    const page = await landingPage();
    for (const { mail, password } of personas) {
      expect(page).toContain(`<code>${mail}</code>`);
      expect(page).toContain(`The password of all:</span><code>${password}</code>`);
    }
    const { AccessToken: token, IdToken } = (await signIn('patient')).body.AuthenticationResult;
    // This operation requires a fresh sign-in.
    expect((await local.call('GET', '/v1/account/data', { token })).status).toBe(200);
    expect((await local.call('GET', '/v1/account', { token })).body.id).toBe(accountOf('patient'));
    expect((await local.call('GET', '/v1/account', { token: IdToken })).body.code).toBe('invalid_token');
  });

  it('shows the mails that a real one would send, here to the SDK of AWS', async () => {
    expect(await mails()).toEqual([]);
    const { mail } = personas[0] ?? { mail: '' };
    const { endpoint, region, clientId } = settings;
    const client = new CognitoIdentityProviderClient({ endpoint, region });
    await client.send(new ForgotPasswordCommand({ ClientId: clientId, Username: mail }));
    client.destroy();
    const [{ to, code, text }] = await mails();
    expect([to, text]).toEqual([mail, codeMailText(code)]);
    expect(await landingPage()).toContain(
      `<code>${mail}</code></th><td role="cell" data-label="Text"><span>${text}</span></td>`,
    );
  });

  it('can be used by a web page on this machine with the headers of the libraries, unlike the API', async () => {
    const preflight = async (path: string, origin: string) => {
      const { headers } = await fetch(local.url + path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-headers')];
    };
    const here = 'http://localhost:5173';
    const [origin, allowed = ''] = await preflight('/local/user-pool', here);
    expect(origin).toBe(here);
    for (const header of [
      'content-type',
      'x-amz-target',
      'x-amz-user-agent',
      'cache-control',
      'amz-sdk-request',
    ])
      expect(allowed?.split(',')).toContain(header);
    expect(await preflight('/local/user-pool', 'https://elsewhere.example')).toEqual([null, null]);
    expect((await preflight('/v1/clinical/qr-tokens', here))[1]).not.toContain('x-amz-target');

    const response = await fetch(settings.endpoint, {
      method: 'POST',
      headers: { origin: here },
      body: '{}',
    });
    expect(response.headers.get('access-control-expose-headers')).toContain('x-amzn-errortype');
    expect(response.headers.get('access-control-allow-origin')).toBe(here);
  });

  it('forgets an erased person, also after a restart with the same data', async () => {
    const name = 'lapsed-practitioner';
    const expectForgotten = async () => {
      expect((await signIn(name)).body.message).toBe('Incorrect username or password.');
      expect((await local.call('POST', '/local/tokens', { body: { persona: name } })).status).toBe(400);
      // The last mail to the person is shown, as every mail that was sent.
      const [page = '', mails = ''] = (await landingPage()).split('id="mails"');
      expect(page + mails.replace(/<details>.*?<\/details>/gs, '')).not.toContain(`${name}@`);
      expect((await signIn('patient')).status).toBe(200);
    };
    expect((await signIn(name)).status).toBe(200);
    const { receiptToken } = (await local.call('POST', '/v1/account/deletion', { as: name })).body;
    await local.advance(300);
    const receipt = async () =>
      (await local.call('POST', '/v1/account/deletion/receipt', { body: { receiptToken } })).body.status;
    await expect.poll(receipt).toBe('completed');
    await expect.poll(landingPage).toContain('Your account is erased');
    await expectForgotten();
    await local.stop();
    await start();
    await expectForgotten();
  });
});
