import { sihatClient } from '../../web/client/client.ts';

export const SOME_ID = '3fa2b0c4-8d1e-4f6a-9c7b-1e5d2a8f4b60';

/** A client whose requests get these answers, one after the other; a function decides by the request. */
export function clientWith(
  answer: (request: Request, n: number) => Promise<Response> | Response,
  options: Partial<Parameters<typeof sihatClient>[0]> = {},
) {
  const waited: number[] = [];
  let sent = 0;
  const client = sihatClient({
    baseUrl: 'https://api.sihat.test',
    sleep: async (milliseconds) => void waited.push(milliseconds),
    fetch: async (request) => answer(request, ++sent),
    ...options,
  });
  return { client, waited, sent: () => sent };
}

/** Something went wrong between the client and the platform. */
export const lost = (): never => {
  throw new TypeError('fetch failed');
};
export const refusal = (status: number, code?: string, headers = {}) =>
  Response.json({ ...(code && { code }), message: 'x' }, { status, headers });
export const signInPage = (status = 200) =>
  new Response('<html>Welcome to the Wi-Fi</html>', { status, headers: { 'content-type': 'text/html' } });

/** An access token of a person, as far as a client reads it. */
export const tokenOf = (sub: string, serial = 0): string =>
  [
    'e30',
    Buffer.from(JSON.stringify({ sub, serial, name: 'Siti “é”' })).toString('base64url'),
    'signature',
  ].join('.');
