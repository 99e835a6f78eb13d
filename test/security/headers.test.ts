import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, newWorld, type World } from '../support/world.ts';
import { exchanged, openDoors } from './raw-http.ts';

/** Line breaks in requests, in every encoding. None of them starts a header of a response. */

let world: World;
let doors: Awaited<ReturnType<typeof openDoors>>;
beforeAll(async () => {
  world = await newWorld();
  doors = await openDoors(world);
});
afterAll(() => doors?.close());

/** What the server returns for these lines. */
const answerTo = (lines: readonly string[]) =>
  exchanged(doors.url, [...lines, 'connection: close', '', ''].join('\r\n'));

const headersOf = (answer: string) =>
  (answer.split('\r\n\r\n')[0] ?? '')
    .split(/\r\n|\r|\n/)
    .slice(1)
    .map((line) => line.split(':')[0]?.toLowerCase());

const BREAKS = [
  '%0d%0a',
  '%250d%250a',
  '\\r\\n',
  '\r\n',
  '\r',
  '\n',
  '\r\n ',
  '\u560d\u560a',
  '\u2028',
  '\u0085',
  '\u0000',
];
const HEADERS = [
  'origin: http://localhost:5173',
  'authorization: Bearer x',
  'if-none-match: "x"',
  'x-request-id: x',
  'x-amzn-trace-id: Root=x',
  'x-forwarded-host: here',
  'user-agent: x',
  'cookie: a=b',
  'accept: application/json',
  'access-control-request-method: GET',
  'access-control-request-headers: authorization',
];
const REQUESTS = [
  'GET /v1/rewards/campaigns HTTP/1.1',
  'GET /v1/onboarding HTTP/1.1',
  'GET /v1/clinical/records HTTP/1.1',
  'OPTIONS /v1/rewards/campaigns HTTP/1.1',
  'GET /nowhere HTTP/1.1',
];

describe('a line break', () => {
  it.each(HEADERS)('in the header %s starts no header of the response', async (header) => {
    for (const request of REQUESTS) {
      for (const lineBreak of BREAKS) {
        const found = headersOf(
          await answerTo([
            request,
            'host: here',
            ...(header.startsWith('access-control') ? ['origin: http://localhost:5173'] : []),
            `${header}${lineBreak}x-injected: 1${lineBreak}set-cookie: a=b`,
          ]),
        );
        expect(found, JSON.stringify(lineBreak)).not.toContain('x-injected');
        expect(found, JSON.stringify(lineBreak)).not.toContain('set-cookie');
      }
    }
  });

  it('in a path or a query starts no header of the response', async () => {
    for (const lineBreak of BREAKS.slice(0, 3)) {
      for (const path of [
        `/v1/rewards/campaigns${lineBreak}x-injected:1`,
        `/v1/rewards/campaigns?a=${lineBreak}x-injected:1`,
        `/v1/community/events/${lineBreak}x-injected:1`,
        `/v1/community/events/${lineBreak}x-injected:1/display`,
      ]) {
        const found = headersOf(await answerTo([`GET ${path} HTTP/1.1`, 'host: here']));
        expect(found).not.toContain('x-injected');
      }
    }
  });

  it('that a gateway lets through is in no header of the response of a function', async () => {
    const value = 'x\r\nx-injected: 1';
    const headers = Object.fromEntries(HEADERS.map((line) => [line.split(':')[0] ?? '', value]));
    for (const answer of [
      await world.call('listCampaigns', { headers }),
      await world.call('listCampaigns', {
        headers: { ...headers, authorization: `Bearer ${await world.tokenFor(newAccount())}` },
      }),
      await world.call('currentOnboarding', { headers }),
      await world.call('issueQrToken', { headers }),
      await world.call('checkDeletionReceipt', { headers, body: { receiptToken: value } }),
    ]) {
      expect(JSON.stringify(answer.headers)).not.toContain('x-injected');
    }
  });
});
