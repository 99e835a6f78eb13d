import type { ServerOptions } from 'node:https';
import { type HandlerAnswer, openGateway } from '../../../local/http/gateway.ts';
import type { Received } from '../../../local/http/requests.ts';
import type { Assembly } from '../cloudformation/assembly.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { CustomDomain, HttpApi } from '../services/gateway.ts';
import type { Usage } from '../services/principals.ts';
import { bucketsOf } from './bucket.ts';
import { type Certificates, selfSigned } from './certificates.ts';
import { distributionOf } from './distribution.ts';
import { type ApiOrigin, openEdge } from './edge.ts';
import { firewallOf } from './firewall.ts';

/** The entry for callers: the distribution, or the API itself without one. */
export interface FrontDoor {
  readonly url: string;
  /** The API's own address, without the edge. */
  readonly gatewayUrl: string;
  /** The API's custom domain, by which the edge reaches it. */
  readonly origin: ApiOrigin | undefined;
  readonly close: () => Promise<void>;
}

export interface FrontDoorOptions {
  readonly deployment: Deployment;
  readonly assembly: Assembly;
  readonly api: HttpApi;
  readonly certificates: Certificates;
  readonly usage: Usage;
  readonly port: number;
  readonly now: () => Date;
  /** The control routes under `/local/`, which are not deployed. */
  readonly besides: (request: Received) => Promise<HandlerAnswer | undefined>;
}

export async function openFrontDoor({
  deployment,
  assembly,
  api,
  certificates,
  usage,
  port,
  now,
  besides,
}: FrontDoorOptions): Promise<FrontDoor> {
  const distribution = distributionOf(deployment);
  const gateway = await openGateway(distribution ? 0 : port, {
    cors: api.cors,
    now,
    otherPaths: async (request) =>
      (await besides(request)) ?? (distribution && unlessNamed(request, api.ownHost)),
  });
  gateway.open(api.routes);
  const { url: gatewayUrl } = gateway;
  if (!distribution) return { url: gatewayUrl, gatewayUrl, origin: undefined, close: gateway.close };

  const [domain, ...more] = api.domains;
  if (!domain || more.length > 0) throw new Error('the edge has to reach the API by one name');
  const server = await selfSigned([domain.name]);
  const custom = await openGateway(0, {
    cors: api.cors,
    now,
    otherPaths: async (request) => unlessNamed(request, domain.name),
    tls: { cert: server.certificate, key: server.privateKey, ...mutualTls(domain, certificates) },
  });
  custom.open(api.routes);
  const origin = { name: domain.name, url: custom.url, serverAuthority: server.certificate };
  const edge = await openEdge({
    port,
    distribution,
    usage,
    now,
    origin,
    buckets: bucketsOf(deployment, assembly),
    firewall: firewallOf(deployment, distribution.webAclArn),
    certificates: certificates.imported,
    besideUrl: gatewayUrl,
  });
  return {
    url: edge.url,
    gatewayUrl,
    origin,
    close: async () => {
      await edge.close();
      await custom.close();
      await gateway.close();
    },
  };
}

/** API Gateway rejects the connection if no authority of the trust store signed the client's certificate. */
function mutualTls({ trustStore }: CustomDomain, { trustStores }: Certificates): ServerOptions {
  if (!trustStore) return {};
  const ca = trustStores.get(trustStore.version ?? '');
  if (ca === undefined) {
    throw new Error(`there is no version ${trustStore.version} of the trust store ${trustStore.uri}`);
  }
  return { requestCert: true, rejectUnauthorized: true, ca };
}

/** The API answers only to its own host names, and not to its address when that is disabled. */
function unlessNamed({ headers }: Received, name: string | undefined): HandlerAnswer | undefined {
  if (name !== undefined && headers['host'] === name) return undefined;
  return {
    statusCode: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"Forbidden"}',
  };
}
