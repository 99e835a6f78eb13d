import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { describe, expect, it } from 'vitest';
import { contracts, workers } from '../../functions/contracts.ts';
import type { StageConfiguration } from '../../infra/stage.ts';
import { type Contract, touchesOf } from '../../shared/contract/contract.ts';
import {
  readSettings,
  type SettingName,
  settings,
  tableEnvironment,
} from '../../shared/contract/environment.ts';
import { indexNames, type Touches } from '../../shared/contract/table-definition.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import { isStreamTrigger } from '../../shared/contract/worker.ts';
import { builtBundles } from '../support/bundles.ts';
import { streamMapping } from '../support/stream-mapping.ts';
import { stages } from './configuration.ts';
import { ofType as findType, type Resource, staging, synthesized, theOnly } from './synthesized.ts';

const stage = stages.staging;
const endpoints: readonly Contract[] = Object.values(contracts);
const jobs: readonly Worker[] = Object.values(workers);

/** Every declared function with its declaration. */
const functions = [
  ...endpoints.map((contract) => ({
    id: contract.operationId,
    area: contract.area,
    touches: touchesOf(contract),
    environment: [
      ...(contract.caller === 'nobody' ? [] : ['TOKEN_ISSUER', 'TOKEN_CLIENT_ID', 'TOKEN_JWKS_URI']),
      ...(contract.touches.ledger ? ['LEDGER_TABLE_NAME'] : []),
      ...(contract.settings ?? []),
    ],
    timeout: 10,
  })),
  ...jobs.map(({ workerId, area, touches, removesSignIns, sendsPushes, sendsMails, trigger }) => ({
    id: workerId,
    area,
    touches,
    environment: [
      ...(removesSignIns || sendsMails ? ['USER_POOL_ID'] : []),
      ...(sendsMails ? ['MAIL_REGION', 'MAIL_FROM', 'MAIL_DESK'] : []),
      ...(sendsPushes ? ['PUSH_REGION', 'PUSH_IOS_APPLICATION', 'PUSH_ANDROID_APPLICATION'] : []),
      ...(touches.ledger ? ['LEDGER_TABLE_NAME'] : []),
    ],
    timeout: { token_issue: 5, by_hand: 900 }[trigger.kind as string] ?? 50,
  })),
];
const streamWorkers = jobs.filter(({ trigger }) => isStreamTrigger(trigger));

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: {
    readonly 'ForAllValues:StringLike': { readonly 'dynamodb:LeadingKeys': readonly string[] };
  };
}

const bundles = await builtBundles();
const { outdir, isProtected, api, stateful, identity, monitoring, edge = {}, areas } = await staging();

/** The resource of a function with this name. */
function own(area: string, id: string, name: string): Resource & { readonly logicalId: string } {
  // CDK omits a name with which the id already ends, as with the role of a function `changeRole`.
  const pattern = new RegExp(`^${id}${id.endsWith(name) ? '' : name}[0-9A-F]{8}$`);
  const [found, ...more] = Object.entries(id === 'markSignIn' ? identity : (areas.get(area) ?? {})).filter(
    ([logicalId]) => pattern.test(logicalId),
  );
  if (!found || more.length > 0)
    throw new Error(`${id} has ${more.length + (found ? 1 : 0)} resources ${name}`);
  return { ...found[1], logicalId: found[0] };
}

const every = [api, stateful, identity, monitoring, edge, ...areas.values()];
const ofType = (type: string) => findType(type, ...every);
const list = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

const tableArn = (rest = '') => `arn:aws:dynamodb:ap-southeast-5:000000000000:table/sihat-staging${rest}`;
const fromIdentity = (what: string) => ({
  'Fn::ImportValue': expect.stringMatching(new RegExp(`^staging-identity:ExportsOutput${what}`)),
});
const issuer = (rest = '') => ({
  'Fn::Join': [
    '',
    [
      'https://cognito-idp.ap-southeast-5.amazonaws.com/',
      fromIdentity('RefPeople'),
      ...(rest === '' ? [] : [rest]),
    ],
  ],
});
// A weak reference, because a restored table has another stream.
const streamArn = {
  'Fn::GetStackOutput': {
    StackName: 'staging-stateful',
    Region: 'ap-southeast-5',
    OutputName: expect.stringMatching(/TableStreamArn/),
  },
};

describe.each(functions)('the function $id', ({ id, area, touches, environment, timeout }) => {
  const statements = (): readonly Statement[] =>
    own(area, id, 'ExecutionRole').Properties.Policies[0].PolicyDocument.Statement;

  it('runs its own bundle on Node.js 24 on ARM, under the name that its metrics use', async () => {
    const { Properties } = own(area, id, 'Function');
    expect(Properties).toMatchObject({
      FunctionName: `sihat-staging-${id}`,
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: 1024,
      Timeout: timeout,
      Role: { 'Fn::GetAtt': [own(area, id, 'ExecutionRole').logicalId, 'Arn'] },
    });
    const asset = join(outdir, `asset.${Properties.Code.S3Key.replace('.zip', '')}`, 'index.mjs');
    const bundle = await readFile(join(bundles.get(id)?.folder ?? '', 'index.mjs'));
    expect(bundle.equals(await readFile(asset))).toBe(true);
  });

  it('writes to its own encrypted log, with the retention of the stage', () => {
    const log = own(area, id, 'LogGroup');
    expect(own(area, id, 'Function').Properties.LoggingConfig).toEqual({
      LogGroup: { Ref: log.logicalId },
      LogFormat: 'JSON',
      ApplicationLogLevel: 'INFO',
      SystemLogLevel: 'WARN',
    });
    expect(log.Properties).toMatchObject({
      LogGroupName: `/sihat/staging/${area}/${id}`,
      RetentionInDays: 30,
      KmsKeyId: { 'Fn::ImportValue': expect.stringMatching(/^staging-stateful:.*Key/) },
    });
  });

  it('has exactly the environment that it declares', () => {
    const values: Record<string, unknown> = {
      TOKEN_ISSUER: issuer(),
      TOKEN_JWKS_URI: issuer('/.well-known/jwks.json'),
      TOKEN_CLIENT_ID: fromIdentity('RefApp'),
      ...stage.settings,
      CURSOR_SECRET: '{{resolve:secretsmanager:sihat/staging/cursors:SecretString}}',
      INVITATION_SECRET: '{{resolve:secretsmanager:sihat/staging/invitations:SecretString}}',
      SIGN_IN_ENDPOINT: 'https://cognito-idp.ap-southeast-5.amazonaws.com/',
      SIGN_IN_USER_POOL_ID: fromIdentity('RefPeople'),
      SIGN_IN_CLIENT_ID: fromIdentity('RefApp'),
      USER_POOL_ID: fromIdentity('RefPeople'),
      LEDGER_TABLE_NAME: 'sihat-staging-erased',
      PUSH_REGION: stage.push.region,
      PUSH_IOS_APPLICATION: stage.push.ios,
      PUSH_ANDROID_APPLICATION: stage.push.android,
      MAIL_REGION: 'ap-southeast-5',
      MAIL_FROM: 'no-reply@staging.sihat.my',
      MAIL_DESK: 'https://api.staging.sihat.my/desk',
    };
    expect(own(area, id, 'Function').Properties.Environment).toEqual({
      Variables: {
        ...(Object.keys(touches).length > 0 && { TABLE_NAME: 'sihat-staging' }),
        METRICS_NAMESPACE: 'Sihat/staging',
        ...Object.fromEntries(environment.map((name) => [name, values[name]])),
      },
    });
  });

  it('has exactly the declared permissions on the table', () => {
    const allowed = statements().flatMap(({ Action, Resource, Condition }) =>
      list(Action)
        .filter((action) => action.startsWith('dynamodb:') && !/Stream|Records|Shard/.test(action))
        .flatMap((action) =>
          (Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'] ?? ['anything']).map((key) =>
            JSON.stringify([action, Resource, key]),
          ),
        ),
    );
    expect(allowed.sort()).toEqual(declaredAccess(touches).sort());
  });

  it('is denied requests without a leading key', () => {
    const onTable = statements().filter(({ Resource }) => JSON.stringify(Resource).includes(':table/'));
    for (const { Condition } of onTable) {
      expect(Condition).toEqual({
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': expect.any(Array) },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      });
    }
  });

  it('has one statement for each action and resource, as a batch over several kinds of items needs', () => {
    const pairs = statements().flatMap(({ Action, Resource }) =>
      list(Action).map((action) => JSON.stringify([action, Resource])),
    );
    expect(pairs).toEqual([...new Set(pairs)]);
  });

  it('has no other permissions than its log, and for stream workers the stream and the failure queue', () => {
    const others = statements().filter(({ Resource }) => !JSON.stringify(Resource).includes(':table/'));
    const readsStream = streamWorkers.some(({ workerId }) => workerId === id);
    expect(others).toEqual([
      {
        Effect: 'Allow',
        Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: { 'Fn::GetAtt': [own(area, id, 'LogGroup').logicalId, 'Arn'] },
      },
      ...(['eraseAccounts', 'sendMails'].includes(id)
        ? [
            {
              Effect: 'Allow',
              Action:
                id === 'eraseAccounts'
                  ? ['cognito-idp:AdminDeleteUser', 'cognito-idp:AdminGetUser']
                  : 'cognito-idp:AdminGetUser',
              Resource: fromIdentity('FnGetAttPeople'),
            },
            {
              Effect: 'Allow',
              Action: 'ses:SendEmail',
              Resource: 'arn:aws:ses:ap-southeast-5:000000000000:identity/staging.sihat.my',
              Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@staging.sihat.my' } },
            },
          ]
        : []),
      ...(id === 'deliverNotices'
        ? [
            {
              Effect: 'Allow',
              Action: ['sns:CreatePlatformEndpoint', 'sns:DeleteEndpoint'],
              Resource: '*',
              Condition: { StringEquals: { 'aws:RequestedRegion': 'ap-southeast-1' } },
            },
            {
              Effect: 'Allow',
              Action: 'sns:Publish',
              Resource: ['APNS', 'GCM'].map(
                (platform) => `arn:aws:sns:ap-southeast-1:000000000000:endpoint/${platform}/sihat-staging/*`,
              ),
            },
          ]
        : []),
      ...(readsStream
        ? [
            {
              Effect: 'Allow',
              Action: [
                'dynamodb:DescribeStream',
                'dynamodb:GetRecords',
                'dynamodb:GetShardIterator',
                'dynamodb:ListStreams',
              ],
              Resource: streamArn,
            },
            {
              Effect: 'Allow',
              Action: 'sqs:SendMessage',
              Resource: { 'Fn::GetAtt': [own(area, id, 'Failed').logicalId, 'Arn'] },
            },
          ]
        : []),
    ]);
  });

  it('has one policy in its own role, which has the name of functions', () => {
    const role = own(area, id, 'ExecutionRole').Properties;
    const { RoleName, Policies, ManagedPolicyArns, AssumeRolePolicyDocument } = role;
    // The audit trail recognizes functions by this name.
    expect(RoleName).toBe(`sihat-staging-fn-${id}`);
    expect(Policies).toHaveLength(1);
    expect(ManagedPolicyArns).toBeUndefined();
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
    ]);
  });
});

/** All actions, resources and leading keys that a declaration allows. */
function declaredAccess({ table = {}, ledger = {}, ...indexes }: Touches): string[] {
  const key = (prefix: string) => (prefix.endsWith('#') ? `${prefix}*` : prefix);
  const access = (action: string, resource: unknown, prefix: string) =>
    JSON.stringify([`dynamodb:${action}`, resource, key(prefix)]);
  return [
    ...Object.entries(table).flatMap(([prefix, actions]) =>
      actions.map((action) => access(action, tableArn(), prefix)),
    ),
    ...Object.entries(ledger).flatMap(([prefix, actions]) =>
      actions.map((action) => access(action, tableArn('-erased'), prefix)),
    ),
    ...indexNames.flatMap((index) =>
      (indexes[index] ?? []).map((prefix) => access('Query', tableArn(`/index/${index}`), prefix)),
    ),
  ];
}

describe('the functions together', () => {
  it('are one for each endpoint and each worker', () => {
    const ours = [identity, ...areas.values()];
    expect(findType('AWS::Lambda::Function', ...ours)).toHaveLength(functions.length);
    expect(findType('AWS::IAM::Role', ...ours)).toHaveLength(functions.length);
    // The canary, and CDK's own uploader of the display page.
    expect(findType('AWS::Lambda::Function', ...every)).toHaveLength(functions.length + 2);
  });

  it('have no policies outside their roles, and no wildcards except where AWS requires them', () => {
    const ours = [identity, ...areas.values()];
    expect(findType('AWS::IAM::Policy', ...ours)).toEqual([]);
    expect(findType('AWS::IAM::ManagedPolicy', ...ours)).toEqual([]);
    const logGroups = findType('AWS::Logs::LogGroup', ...ours).map(([logicalId]) => logicalId);
    const starred = new Set<string>();
    for (const [, { Properties }] of findType('AWS::IAM::Role', ...ours)) {
      const statements: Statement[] = Properties.Policies[0].PolicyDocument.Statement;
      for (const { Action, Resource } of statements) {
        for (const action of list(Action)) expect(action).not.toContain('*');
        const resource = JSON.stringify(Resource);
        // CloudFormation's ARN of a log group ends with `:*`, which means its streams.
        const ofStreams = logGroups.some((id) => resource.includes(`"Fn::GetAtt":["${id}"`));
        if (ofStreams || resource.includes('*')) for (const action of list(Action)) starred.add(action);
      }
    }
    expect([...starred].sort()).toEqual([
      ...['logs:CreateLogStream', 'logs:PutLogEvents'],
      ...['sns:CreatePlatformEndpoint', 'sns:DeleteEndpoint', 'sns:Publish'],
    ]);
  });

  it('are isolated from other areas: the display has no clinical key and no key of an account', () => {
    const { Policies } = own('community', 'getDisplay', 'ExecutionRole').Properties;
    expect(JSON.stringify(Policies)).not.toMatch(/CLINICAL|REWARDS|WORKSPACE|DELETION|"ACCOUNT/);
  });
});

describe('the function that reads the data of an account', () => {
  it('may only read the table', () => {
    const { Policies } = own('deletion', 'getAccountData', 'ExecutionRole').Properties;
    const actions = JSON.stringify(Policies).match(
      /(?<="dynamodb:)[A-Z]\w+Item|(?<="dynamodb:)[A-Z]\w+(?=")/g,
    );
    expect([...new Set(actions)].sort()).toEqual(['BatchGetItem', 'GetItem', 'LeadingKeys', 'Query']);
  });
});

describe('the API', () => {
  it('can invoke each function only for its route', () => {
    for (const { operationId, area, method, path } of endpoints) {
      const { Principal, FunctionName, SourceArn } = own(area, operationId, 'Permission').Properties;
      expect(Principal).toBe('apigateway.amazonaws.com');
      expect(FunctionName).toEqual({ 'Fn::GetAtt': [own(area, operationId, 'Function').logicalId, 'Arn'] });
      const [, parts] = SourceArn['Fn::Join'];
      expect(parts.at(-1)).toBe(`/*/${method}${path.replace(/\{\w+\}/g, '*')}`);
      expect(parts.at(-2)).toEqual(own(area, operationId, 'Route').Properties.ApiId);
    }
  });

  it('allows only the web pages of the stage', () => {
    const [[, { Properties }] = ['', { Properties: {} }]] = ofType('AWS::ApiGatewayV2::Api');
    expect(Properties.CorsConfiguration).toMatchObject({
      AllowOrigins: ['https://staging.sihat.my'],
      AllowHeaders: ['authorization', 'content-type', 'if-none-match'],
      AllowMethods: expect.arrayContaining(['GET', 'POST']),
    });
    expect(Properties.CorsConfiguration.AllowCredentials).toBeUndefined();
  });

  it('throttles every route, and logs neither the caller nor the path', () => {
    const [[, { Properties }] = ['', { Properties: {} }]] = ofType('AWS::ApiGatewayV2::Stage');
    expect(Properties).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 250 },
    });
    const own = Object.entries(stages.staging.throttling.overrides).map(([id, { rate, burst }]) => {
      const { method, path }: Contract = contracts[id as keyof typeof contracts];
      return [`${method} ${path}`, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }];
    });
    expect(own.length).toBeGreaterThan(0);
    expect(Properties.RouteSettings).toEqual(Object.fromEntries(own));
    expect(Properties.AccessLogSettings.Format).not.toMatch(/sourceIp|\.path|userAgent|authorizer/);
  });
});

describe('the workers', () => {
  it('with a schedule are invoked by their own rule, and failed runs are not retried, except for those of a day', () => {
    for (const { workerId, area, trigger } of jobs) {
      if (trigger.kind !== 'schedule' && trigger.kind !== 'daily') continue;
      const rule = own(area, workerId, 'Schedule');
      const lambda = own(area, workerId, 'Function').logicalId;
      const isDaily = trigger.kind === 'daily';
      expect(rule.Properties).toMatchObject({
        // Malaysia is 8 hours ahead of UTC.
        ScheduleExpression:
          trigger.kind === 'daily'
            ? `cron(0 ${(trigger.hour + 16) % 24} * * ? *)`
            : Schedule.rate(Duration.minutes(trigger.everyMinutes)).expressionString,
        Targets: [{ Arn: { 'Fn::GetAtt': [lambda, 'Arn'] } }],
      });
      const permissions = ofType('AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
      expect(permissions).toContainEqual({
        Action: 'lambda:InvokeFunction',
        FunctionName: { 'Fn::GetAtt': [lambda, 'Arn'] },
        Principal: 'events.amazonaws.com',
        SourceArn: { 'Fn::GetAtt': [rule.logicalId, 'Arn'] },
      });
      expect(own(area, workerId, 'FunctionEventInvokeConfig').Properties).toMatchObject({
        MaximumRetryAttempts: isDaily ? 2 : 0,
      });
    }
  });

  it.each(streamWorkers.map((worker) => [worker.workerId, worker] as const))(
    '%s reads only the records that concern it, and what fails finally goes to a queue',
    (workerId, { area, trigger }) => {
      const failed = own(area, workerId, 'Failed');
      const { Properties } = own(area, workerId, 'Stream');
      expect(Properties).toEqual({
        EventSourceArn: streamArn,
        FunctionName: { Ref: own(area, workerId, 'Function').logicalId },
        ...streamMapping,
        ...(trigger.kind === 'changed_items' && {
          BisectBatchOnFunctionError: false,
          MaximumRetryAttempts: undefined,
          MaximumRecordAgeInSeconds: 3600,
        }),
        MaximumBatchingWindowInSeconds: 1,
        ParallelizationFactor: 1,
        FilterCriteria: expect.anything(),
        MetricsConfig: { Metrics: ['EventCount'] },
        Tags: expect.anything(),
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [failed.logicalId, 'Arn'] } } },
      });
      const patterns = Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
        JSON.parse(Pattern),
      );
      const keys = (pk: readonly string[], sk: readonly string[]) => ({
        pk: { S: pk.map((prefix) => ({ prefix })) },
        sk: { S: sk.map((prefix) => ({ prefix })) },
      });
      expect(patterns).toEqual([
        trigger.kind === 'expired_items'
          ? {
              eventName: ['REMOVE'],
              userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
              dynamodb: { Keys: keys(['REWARDS#STOCK#'], ['LEASE#']) },
            }
          : {
              dynamodb: {
                Keys: keys(
                  [
                    'COMMUNITY#ACCOUNT#',
                    'WORKSPACE#ACCOUNT#',
                    'WORKSPACE#INVITATION#',
                    'REWARDS#ACCOUNT#',
                    'REWARDS#STOCK#',
                    'ROLLUP#CERTIFICATES#',
                  ],
                  [
                    'CLUB#',
                    'EVENT#',
                    'CHALLENGE#',
                    'MEMBER#',
                    'CERTIFICATE#',
                    'INVITATION',
                    'CLAIM#',
                    'SHARD',
                    'REST#',
                  ],
                ),
              },
            },
      ]);
      expect(JSON.stringify(patterns)).not.toContain('CLINICAL');
    },
  );

  it('that read the stream are two, because more readers of a shard are throttled', () => {
    expect(ofType('AWS::Lambda::EventSourceMapping')).toHaveLength(streamWorkers.length);
    expect(streamWorkers).toHaveLength(2);
  });

  it('have encrypted failure queues that require TLS', () => {
    const queues = ofType('AWS::SQS::Queue');
    expect(queues).toHaveLength(streamWorkers.length);
    for (const [logicalId, { Properties }] of queues) {
      expect(Properties.SqsManagedSseEnabled).toBe(true);
      const policy = ofType('AWS::SQS::QueuePolicy').find(
        ([, resource]) => resource.Properties.Queues[0].Ref === logicalId,
      );
      expect(policy?.[1].Properties.PolicyDocument.Statement).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]);
    }
  });
});

describe('the table', () => {
  const S = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  const schema = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];

  it('keeps its logical id and its name, because another one would be a new table', () => {
    expect(
      ofType('AWS::DynamoDB::Table').map(([logicalId, { Properties }]) => [logicalId, Properties.TableName]),
    ).toEqual([
      ['Table', 'sihat-staging'],
      ['Ledger', 'sihat-staging-erased'],
    ]);
  });

  it('has the keys, the indexes, the stream and the TTL of the definition', () => {
    expect(stateful['Table']?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: schema('pk', 'sk'),
      AttributeDefinitions: ['pk', 'sk', ...indexNames.flatMap((name) => [`${name}pk`, `${name}sk`])].map(S),
      GlobalSecondaryIndexes: indexNames.map((name) => ({
        IndexName: name,
        KeySchema: schema(`${name}pk`, `${name}sk`),
        Projection: { ProjectionType: 'ALL' },
      })),
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  it.each(['Table', 'Ledger'])(
    '%s is encrypted, can be put back to any second of 35 days, and outlives its stack',
    (name) => {
      expect(stateful[name]).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
          DeletionProtectionEnabled: true,
        },
      });
      expect(isProtected('stateful')).toBe(true);
      expect(isProtected('identity')).toBe(true);
    },
  );
});

describe('what the table can take at once', () => {
  const warmThroughputs = async (of: StageConfiguration) => {
    const { Properties } = (await synthesized(of)).stateful['Table'] ?? {};
    const indexes: readonly Resource['Properties'][] = Properties.GlobalSecondaryIndexes;
    return [
      ['table', Properties.WarmThroughput],
      ...indexes.map(({ IndexName, WarmThroughput }) => [IndexName, WarmThroughput]),
    ];
  };

  it.each(Object.values(stages))('is in no template, which could not be rolled back: $name', async (of) => {
    expect(await warmThroughputs(of)).toEqual([
      ['table', undefined],
      ['gsi1', undefined],
      ['gsi2', undefined],
    ]);
  });
});

describe('the functions that Lambda runs at the same time', () => {
  const reservations = async (of: StageConfiguration): Promise<Record<string, number>> => {
    const { identity, areas } = await synthesized(of);
    const all = findType('AWS::Lambda::Function', identity, ...areas.values()).map(
      ([, { Properties }]) => Properties,
    );
    return Object.fromEntries(
      all
        .filter(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions !== undefined)
        .map(({ FunctionName, ReservedConcurrentExecutions }) => [
          FunctionName.replace(`sihat-${of.name}-`, ''),
          ReservedConcurrentExecutions,
        ]),
    );
  };

  it('are reserved in production for sign-in and every worker, and for no endpoint', async () => {
    const reserved = await reservations(stages.production);
    expect(Object.keys(reserved).sort()).toEqual(jobs.map(({ workerId }) => workerId).sort());
    expect(reserved).toEqual(stages.production.concurrency.reserved);
  });

  it('suffice for the load of each function', async () => {
    const reserved = await reservations(stages.production);
    const { writeUnits, readUnits } = stages.production.warmThroughput;
    // Each partition of the table is a shard of the stream.
    const shards = Math.max(writeUnits / 1000, readUnits / 3000);
    for (const { workerId } of streamWorkers) expect(reserved[workerId]).toBeGreaterThanOrEqual(shards);
    // Cognito takes 120 sign-ins a second, and a cold start takes less than 0.8 s.
    expect(reserved['markSignIn']).toBeGreaterThanOrEqual(120 * 0.8);
    for (const { workerId, trigger } of jobs) {
      if (trigger.kind === 'schedule' || trigger.kind === 'by_hand') expect(reserved[workerId]).toBe(2);
    }
  });

  it('leave the endpoints what 10,000 requests a second need, and Lambda the 100 that it keeps', async () => {
    const reserved = Object.values(await reservations(stages.production)).reduce((sum, n) => sum + n, 0);
    expect(stages.production.concurrency.quota - reserved).toBeGreaterThanOrEqual(1000 + 100);
  });

  it.each([stages.dev, stages.staging])('are not reserved in $name, whose account may be new', async (of) => {
    expect(await reservations(of)).toEqual({});
  });
});

describe('the stacks', () => {
  it('have fewer than 400 resources each, of the 500 that CloudFormation allows', () => {
    const sizes = every.map((resources) => Object.keys(resources).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(400);
  });

  it('are nested one for each area', () => {
    expect([...areas.keys()].sort()).toEqual([...new Set(endpoints.map(({ area }) => area))].sort());
  });
});

describe('the stages', () => {
  it.each(Object.values(stages))(
    '$name has an environment that the functions accept',
    ({ tableName, settings: values }) => {
      // CloudFormation generates the secrets, and the user pool has the settings of sign-ins.
      const names = (Object.keys(settings) as SettingName[]).filter(
        (name) => !name.endsWith('_SECRET') && !name.startsWith('SIGN_IN_'),
      );
      expect(tableEnvironment({ TABLE_NAME: tableName })).toEqual({ TABLE_NAME: tableName });
      expect(readSettings(names, { ...values })).toEqual(values);
    },
  );

  it('share no table and no address', () => {
    const all: readonly StageConfiguration[] = Object.values(stages);
    expect(new Set(all.map(({ tableName }) => tableName)).size).toBe(all.length);
    expect(new Set(all.map(({ domain }) => domain?.name)).size).toBe(all.length);
  });

  it('without a domain have no edge, and a public API address', async () => {
    const dev = await synthesized(stages.dev);
    expect(dev.edge).toBeUndefined();
    expect(theOnly('AWS::ApiGatewayV2::Api', dev.api).Properties.DisableExecuteApiEndpoint).toBe(false);
    expect(findType('AWS::S3::Bucket', dev.stateful)).toEqual([]);
  });
});
