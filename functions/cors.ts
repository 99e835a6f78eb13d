import type { Contract } from '../shared/contract.ts';
import { contracts } from './contracts.ts';

const endpoints: readonly Contract[] = Object.values(contracts);

/** What a web page of an allowed origin may send and read. The API answers preflights itself; no function sees one. */
export const cors = {
  allowMethods: [...new Set(endpoints.map(({ method }) => method))].sort(),
  allowHeaders: ['authorization', 'content-type', 'if-none-match'],
  exposeHeaders: ['etag', 'retry-after', 'www-authenticate', 'x-request-id'],
  maxAge: 3600,
};
