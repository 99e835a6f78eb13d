import type { Contract } from '../shared/contract/contract.ts';
import { contracts } from './contracts.ts';

const endpoints: readonly Contract[] = Object.values(contracts);

/** The CORS rules for allowed origins. API Gateway responds to preflight requests itself; no function receives them. */
export const cors = {
  allowMethods: [...new Set(endpoints.map(({ method }) => method))].sort(),
  allowHeaders: ['authorization', 'content-type', 'if-none-match'],
  exposeHeaders: ['date', 'etag', 'retry-after', 'www-authenticate', 'x-request-id'],
  maxAge: 3600,
};
