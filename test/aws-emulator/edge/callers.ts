import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { CertifiedKey } from '../../../infra/origin-certificate/authority.ts';
import type { Emulator } from '../emulator.ts';

/** Calls the API by its custom domain without the edge. @returns the status. */
export function callOrigin({ origin }: Emulator, client?: CertifiedKey): Promise<number> {
  if (!origin) throw new Error('the API has no custom domain');
  const { url, name, serverAuthority: ca } = origin;
  const tls = {
    ca,
    servername: name,
    agent: false,
    ...(client && { cert: client.certificate, key: client.privateKey }),
  };
  return new Promise((resolve, reject) => {
    request(`${url}/v1/onboarding`, { ...tls, headers: { host: name } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

export const RECEIPT = '/v1/account/deletion/receipt';

/** Checks an unknown receipt with exactly this path, which `fetch` would normalize. @returns the status. */
export function post({ url }: Emulator, path: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    requestPlain({ hostname, port, path, method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end('{"receiptToken":"x"}');
  });
}

/** The number of calls of the function behind that path. */
export const callsOfReceipt = ({ functions }: Emulator): number | undefined =>
  functions.find(({ principal }) => principal.name === 'checkDeletionReceipt')?.calls();
