import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { replaced } from './replaced.ts';

/** Plugins that remove parts of the AWS SDK that no function uses. */

/** Lambda passes credentials in the environment. The SDK's other credential sources cost 135 KB and 25 ms of import. */
const environmentCredentials = replaced(
  'environment-credentials',
  /^@aws-sdk\/credential-provider-node$/,
  () => `
    import { fromEnv } from '@aws-sdk/credential-provider-env';
    export const defaultProvider = () => fromEnv();`,
);

/** No client enables endpoint discovery, which is off by default. Removing it saves 9 KB. */
const noEndpointDiscovery = replaced(
  'no-endpoint-discovery',
  /^@aws-sdk\/middleware-endpoint-discovery$/,
  () => `
    export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
      environmentVariableSelector: () => false, configFileSelector: () => false, default: false };
    export const resolveEndpointDiscoveryConfig = (config) => config;`,
);

/** DynamoDB has no event streams. Removing them saves 19 KB. */
const noEventStreams = replaced(
  'no-event-streams',
  /^@smithy\/core\/event-streams$/,
  () => `
    const absent = () => { throw new Error('event streams are not in this bundle'); };
    export class EventStreamSerde { constructor() { absent(); } }
    export const eventStreamSerdeProvider = absent;`,
);

/** Node.js has its own SHA-256. Removing the one in JavaScript saves 3 KB. */
const nativeHashes = replaced('native-hashes', /^\.\/Sha256Js$/, () => 'export class Sha256Js {}');

/** A client contains its package.json for the version in the User-Agent header. Keeping only the version saves 2 KB. */
const versionOnly: Plugin = {
  name: 'version only',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]@aws-sdk[\\/][\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * The functions call DynamoDB in their own region, in AWS's ordinary partition. The SDK's rules for all other endpoints cost
 * 11 KB and 1 ms of import.
 */
const regionalEndpoint: Plugin = {
  name: 'regional endpoint',
  setup(bundler) {
    const filter = /[\\/]client-dynamodb[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/;
    bundler.onLoad({ filter }, () => ({
      contents: `
        export const defaultEndpointResolver = ({ Region, Endpoint }) => ({
          url: new URL(Endpoint ?? 'https://dynamodb.' + Region + '.amazonaws.com') });`,
    }));
  },
};

export const smallSdk: readonly Plugin[] = [
  environmentCredentials,
  noEndpointDiscovery,
  noEventStreams,
  nativeHashes,
  versionOnly,
  regionalEndpoint,
];
