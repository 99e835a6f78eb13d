import type { Plugin } from 'esbuild';
import { removable } from './only-what-is-used.ts';
import { replaced, rewritten } from './replaced.ts';

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
const versionOnly = rewritten(
  'version only',
  /[\\/]@aws-sdk[\\/][\w-]+[\\/]package\.json$/,
  (text) => `export const version = ${JSON.stringify(JSON.parse(text).version)}; export default { version };`,
);

/** Lambda configures clients by the environment. Reading ini files would cost 3 KB and 2 ms of import. */
const environmentSettings = rewritten(
  'environment-settings',
  /@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]config[\\/]node-config-provider[\\/]configLoader\.js$/,
  () => `
    import { memoize } from '../property-provider/memoize';
    export const loadConfig = ({ environmentVariableSelector, default: otherwise }, options) =>
      memoize(async () => environmentVariableSelector(process.env, options) ??
        (typeof otherwise === 'function' ? otherwise() : otherwise));`,
);

/** `AWS_REGION` is always set in Lambda. Asking EC2 for the region costs 1 KB. */
const noInstanceMetadata = replaced(
  'no-instance-metadata',
  /^(\.|\.\.\/config-resolver\/regionConfig)\/getInstanceMetadataRegion$/,
  () => 'export const getInstanceMetadataRegion = async () => undefined;',
);

/** The global `crypto` loads Web Crypto, which costs 1 ms of import. The random ids of requests do not need it. */
const nativeIds = replaced(
  'native-ids',
  /^\.\/uuid\/v4$/,
  () => `
    import { randomUUID } from 'node:crypto';
    export const bindV4 = () => () => randomUUID();`,
);

/** Bodies are Node.js streams. The first use of the global `ReadableStream` loads Web Streams, which costs 2 ms. */
const noWebStreams = replaced(
  'no-web-streams',
  /\/stream-type-check$/,
  () => 'export const isReadableStream = () => false, isBlob = () => false;',
);

/** No client asks for the adaptive retry mode. Removing it saves 3 KB. */
const noAdaptiveRetries = replaced(
  'no-adaptive-retries',
  /\/AdaptiveRetryStrategy$/,
  () => `
    export class AdaptiveRetryStrategy {
      constructor() { throw new Error('adaptive retries are not in this bundle'); }
    }`,
);

/**
 * The SDK's middleware against functions that call themselves through another service passes a trace id on. DynamoDB and
 * Cognito call no function for a request of ours. Removing it saves 3 KB.
 */
const noRecursionDetection = replaced(
  'no-recursion-detection',
  /\/recursionDetectionMiddleware$/,
  () => 'export const recursionDetectionMiddleware = () => (next) => next;',
);

/** The logger of the clients is silent, and no setting changes their User-Agent header. Removing both saves 3 KB. */
const silentClients: readonly Plugin[] = [
  replaced(
    'no-logger',
    /\/loggerMiddleware$/,
    () => `
      export const loggerMiddlewareOptions = {}, loggerMiddleware = () => (next) => next;
      export const getLoggerPlugin = () => ({ applyToStack: () => {} });`,
  ),
  replaced(
    'no-user-agent',
    /\/user-agent-middleware$/,
    () => `
      export const getUserAgentMiddlewareOptions = {}, userAgentMiddleware = () => (next) => next;
      export const getUserAgentPlugin = () => ({ applyToStack: () => {} });`,
  ),
];

/**
 * The errors whose fields or class the functions read. Every other one keeps its name and says whether the client or the
 * server is at fault, which is all that decides on a retry. Without their classes and schemas, a bundle is 10 KB smaller, and
 * one with the client of Cognito 28 KB.
 */
const READ_ERRORS = [
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'UserNotFoundException',
  // Amazon SNS and Amazon SES
  'BadRequestException',
  'EndpointDisabledException',
  'InvalidParameterException',
  'NotFoundException',
];
const fewErrors = rewritten(
  'few errors',
  /[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/,
  (text) =>
    text
      .replace(/^n0_registry\.registerError\((\w+)\$, \1\);$/gm, (line, error: string) =>
        READ_ERRORS.includes(error) ? line : '',
      )
      // A bundler cannot know that a key like `[_h]` has no side effects, so it would keep the schemas of all operations.
      .replace(
        /^((?:export )?var \w+\$ = )(\[(?:.*\n)*?.*\]);$/gm,
        (_all, declared: string, schema: string) => `${declared}${removable(schema)};`,
      ),
);

/** The hosts of the services that functions call, by the name of their client. */
const HOSTS = {
  dynamodb: 'dynamodb',
  'cognito-identity-provider': 'cognito-idp',
  sns: 'sns',
  sesv2: 'email',
};

/**
 * The functions call each service in one region, in AWS's ordinary partition. The SDK's rules for all other endpoints cost 17 KB and 1 ms
 * of import.
 */
const regionalEndpoints: readonly Plugin[] = [
  ...Object.entries(HOSTS).map(([client, host]) =>
    rewritten(
      `regional endpoint of ${client}`,
      new RegExp(`[\\\\/]client-${client}[\\\\/]dist-es[\\\\/]endpoint[\\\\/]endpointResolver\\.js$`),
      () => `
        export const defaultEndpointResolver = ({ Region, Endpoint }) => ({
          url: new URL(Endpoint ?? 'https://${host}.' + Region + '.amazonaws.com') });`,
    ),
  ),
  replaced(
    'no-endpoint-functions',
    /^\.\/util-endpoints\/aws$/,
    () => 'export const awsEndpointFunctions = {};',
  ),
  replaced(
    'no-partitions',
    /\/util-endpoints\/lib\/aws\/partition$/,
    () => `
      const absent = () => { throw new Error('partitions are not in this bundle'); };
      export const partition = absent, setPartitionInfo = absent, useDefaultPartitionInfo = absent;
      export const getUserAgentPrefix = () => '';`,
  ),
];

/** Only endpoints in several regions need the other version of signatures. */
const oneSignature = replaced(
  'one-signature',
  /^@aws-sdk\/signature-v4-multi-region$/,
  () => `export { SignatureV4 as SignatureV4MultiRegion } from '@smithy/signature-v4';`,
);

export const smallSdk: readonly Plugin[] = [
  environmentCredentials,
  environmentSettings,
  noInstanceMetadata,
  nativeIds,
  noWebStreams,
  noEndpointDiscovery,
  noEventStreams,
  noAdaptiveRetries,
  noRecursionDetection,
  ...silentClients,
  fewErrors,
  nativeHashes,
  oneSignature,
  versionOnly,
  ...regionalEndpoints,
];
