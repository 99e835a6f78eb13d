import { type HandlerAnswer, openGateway } from '../../../local/gateway.ts';
import type { Received } from '../../../local/requests.ts';
import type { Assembly } from '../cloudformation/assembly.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { HttpApi } from '../services/gateway.ts';
import type { Usage } from '../services/principals.ts';
import { bucketsOf } from './bucket.ts';
import { distributionOf } from './distribution.ts';
import { openEdge } from './edge.ts';

/** Where callers come in: the distribution, or the API itself where there is none. */
export interface FrontDoor {
  readonly url: string;
  /** The API past the edge. */
  readonly gatewayUrl: string;
  readonly close: () => Promise<void>;
}

export interface FrontDoorOptions {
  readonly deployment: Deployment;
  readonly assembly: Assembly;
  readonly api: HttpApi;
  readonly usage: Usage;
  readonly port: number;
  readonly now: () => Date;
  /** What lies outside of all that is deployed, under `/local/`. */
  readonly besides: (request: Received) => Promise<HandlerAnswer | undefined>;
}

export async function openFrontDoor({
  deployment,
  assembly,
  api,
  usage,
  port,
  now,
  besides,
}: FrontDoorOptions): Promise<FrontDoor> {
  const distribution = distributionOf(deployment);
  const gateway = await openGateway(distribution ? 0 : port, {
    cors: api.cors,
    now,
    besides: async (request) => (await besides(request)) ?? (distribution && unlessNamed(request, api)),
  });
  gateway.open(api.routes);
  const { url: gatewayUrl } = gateway;
  if (!distribution) return { url: gatewayUrl, gatewayUrl, close: gateway.close };
  const edge = await openEdge({
    ...{ port, distribution, usage },
    buckets: bucketsOf(deployment, assembly),
    api: { url: gatewayUrl, names: api.names },
  });
  return {
    url: edge.url,
    gatewayUrl,
    close: async () => {
      await edge.close();
      await gateway.close();
    },
  };
}

/** The API does not answer to a name that is not its own, such as its address when that is closed. */
function unlessNamed({ headers }: Received, { names }: HttpApi): HandlerAnswer | undefined {
  if (names.includes(headers['host'] ?? '')) return undefined;
  return {
    statusCode: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"Forbidden"}',
  };
}
