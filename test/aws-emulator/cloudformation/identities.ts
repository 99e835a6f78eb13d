import { createHash } from 'node:crypto';

/**
 * The `Ref` and the attributes of resources. The emulator uses the name in the template, or else generates one that is equal
 * in every run.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Maker {
  /** Reads the name of the resource from this property of the template. */
  readonly given: (property: string) => string | undefined;
  /** `<stack>-<logical id>-<random>`, as CloudFormation generates names. */
  readonly generatedName: string;
  /** Characters that depend only on the resource. */
  readonly madeUp: (length: number, alphabet: string) => string;
  readonly region: string;
  readonly account: string;
  readonly arn: (service: string, resource: string) => string;
  /** The ARN of a resource without a region. */
  readonly globalArn: (service: string, resource: string) => string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX = '0123456789abcdef';

export interface Place {
  readonly stackName: string;
  readonly region: string;
  readonly account: string;
}

export function maker(
  { stackName, region, account }: Place,
  logicalId: string,
  given: Maker['given'],
): Maker {
  const madeUp = (length: number, alphabet: string) => {
    const digest = createHash('sha512').update(`${stackName} ${logicalId}`).digest();
    return Array.from(
      { length },
      (_, n) => alphabet[(digest[n % digest.length] ?? 0) % alphabet.length],
    ).join('');
  };
  return {
    given,
    generatedName: `${stackName}-${logicalId}-${madeUp(12, ALPHANUMERIC)}`,
    madeUp,
    region,
    account,
    arn: (service, resource) => `arn:aws:${service}:${region}:${account}:${resource}`,
    globalArn: (service, resource) => `arn:aws:${service}::${account}:${resource}`,
  };
}

const uuid = ({ madeUp }: Maker): string =>
  madeUp(32, HEX).replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5');
const nothing = {};

/** The identities by resource type. Other types have none. */
export const identities: Readonly<Record<string, (make: Maker) => Identity>> = {
  'AWS::ApiGatewayV2::Api': (make) => {
    const ref = make.madeUp(10, LOWER);
    const host = `${ref}.execute-api.${make.region}.amazonaws.com`;
    return { ref, attributes: { ApiId: ref, ApiEndpoint: `https://${host}` } };
  },
  'AWS::ApiGatewayV2::DomainName': (make) => ({
    ref: make.given('DomainName') ?? '',
    attributes: {
      RegionalDomainName: `d-${make.madeUp(10, LOWER)}.execute-api.${make.region}.amazonaws.com`,
      RegionalHostedZoneId: `Z${make.madeUp(13, LOWER).toUpperCase()}`,
    },
  }),
  'AWS::ApiGatewayV2::Integration': (make) => ({ ref: make.madeUp(7, LOWER), attributes: nothing }),
  'AWS::ApiGatewayV2::Stage': (make) => ({ ref: make.given('StageName') ?? '', attributes: nothing }),
  'AWS::CertificateManager::Certificate': (make) => ({
    ref: make.arn('acm', `certificate/${uuid(make)}`),
    attributes: nothing,
  }),
  'AWS::CloudFront::CachePolicy': (make) => ofId(uuid(make)),
  'AWS::CloudFront::Distribution': (make) => {
    const ref = `E${make.madeUp(13, LOWER).toUpperCase()}`;
    return { ref, attributes: { Id: ref, DomainName: `d${make.madeUp(13, LOWER)}.cloudfront.net` } };
  },
  'AWS::CloudFront::Function': (make) => {
    const ref = make.globalArn('cloudfront', `function/${make.given('Name') ?? make.generatedName}`);
    return { ref, attributes: { FunctionARN: ref } };
  },
  'AWS::CloudFront::OriginAccessControl': (make) => ofId(`E${make.madeUp(13, LOWER).toUpperCase()}`),
  'AWS::CloudFront::OriginRequestPolicy': (make) => ofId(uuid(make)),
  'AWS::CloudFront::ResponseHeadersPolicy': (make) => ofId(uuid(make)),
  'AWS::Cognito::UserPool': (make) => {
    const ref = `${make.region}_${make.madeUp(9, ALPHANUMERIC)}`;
    const provider = `cognito-idp.${make.region}.amazonaws.com/${ref}`;
    return {
      ref,
      attributes: {
        UserPoolId: ref,
        Arn: make.arn('cognito-idp', `userpool/${ref}`),
        ProviderName: provider,
        ProviderURL: `https://${provider}`,
      },
    };
  },
  'AWS::Cognito::UserPoolClient': (make) => {
    const ref = make.madeUp(26, LOWER);
    return { ref, attributes: { ClientId: ref, Name: make.given('ClientName') ?? make.generatedName } };
  },
  'AWS::DynamoDB::Table': (make) => {
    const ref = make.given('TableName') ?? make.generatedName;
    const arn = make.arn('dynamodb', `table/${ref}`);
    return { ref, attributes: { Arn: arn, StreamArn: `${arn}/stream/2026-01-01T00:00:00.000` } };
  },
  'AWS::Events::Rule': (make) => {
    const ref = make.given('Name') ?? make.generatedName;
    return { ref, attributes: { Arn: make.arn('events', `rule/${ref}`) } };
  },
  'AWS::IAM::Role': (make) => {
    const ref = make.given('RoleName') ?? make.generatedName;
    return { ref, attributes: { Arn: make.globalArn('iam', `role/${ref}`) } };
  },
  'AWS::Lambda::Function': (make) => {
    const ref = make.given('FunctionName') ?? make.generatedName;
    return { ref, attributes: { Arn: make.arn('lambda', `function:${ref}`) } };
  },
  'AWS::Logs::LogGroup': (make) => {
    const ref = make.given('LogGroupName') ?? make.generatedName;
    return { ref, attributes: { Arn: `${make.arn('logs', `log-group:${ref}`)}:*` } };
  },
  'AWS::S3::Bucket': (make) => {
    const ref = make.given('BucketName') ?? make.generatedName.toLowerCase();
    return {
      ref,
      attributes: {
        Arn: `arn:aws:s3:::${ref}`,
        DomainName: `${ref}.s3.amazonaws.com`,
        RegionalDomainName: `${ref}.s3.${make.region}.amazonaws.com`,
      },
    };
  },
  'AWS::WAFv2::WebACL': (make) => {
    const id = uuid(make);
    const name = make.given('Name') ?? make.generatedName;
    const scope = make.given('Scope') === 'CLOUDFRONT' ? 'global' : 'regional';
    return {
      ref: `${name}|${id}|${make.given('Scope')}`,
      attributes: { Id: id, Arn: make.arn('wafv2', `${scope}/webacl/${name}/${id}`) },
    };
  },
  'AWS::SQS::Queue': (make) => {
    const name = make.given('QueueName') ?? make.generatedName;
    return {
      ref: `https://sqs.${make.region}.amazonaws.com/${make.account}/${name}`,
      attributes: { Arn: make.arn('sqs', name), QueueName: name },
    };
  },
};

const ofId = (ref: string): Identity => ({ ref, attributes: { Id: ref } });
