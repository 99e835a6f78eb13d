import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { contracts } from '../../functions/contracts.ts';
import { APP_LINKS } from '../../web/app-links.ts';
import { CLOSED_BODY_KEY, CLOSED_RESPONSE } from '../closing/closed-response.ts';
import type { StageConfiguration } from '../stage.ts';
import { managedLabels, managedRuleGroups, type PartialRule } from './managed-rules.ts';
import { logEncryptionStatement } from './policies.ts';

/**
 * Limits the requests of one IP address in a time window. A whole hall may share one address. Codes of exhibitions are public,
 * so the limit of look-ups is about cost and not about secrecy. AWS WAF takes some seconds, at times minutes, to react.
 */
interface Limit {
  readonly name: string;
  readonly path: string;
  readonly requests: number;
  readonly seconds: 60 | 300;
}

export const LIMITS: readonly Limit[] = [
  { name: 'display', path: contracts.getDisplay.path, requests: 6000, seconds: 60 },
  { name: 'look-ups', path: contracts.findEvent.path, requests: 20_000, seconds: 60 },
  // An office of 300 opens its invitations behind one address. The tokens cannot be guessed.
  { name: 'previews', path: contracts.previewInvitation.path, requests: 2000, seconds: 60 },
  { name: 'receipts', path: contracts.checkDeletionReceipt.path, requests: 100, seconds: 300 },
];

/** The paths that halls request most have limits of their own and do not count here. */
const COUNTED_APART = ['display', 'look-ups'];

/**
 * The firewall rejects these paths. API Gateway decodes a path before it selects a route, but the rate limits below match
 * the path as the client sent it, so an encoded path could reach a function without being counted. The same applies to
 * empty segments, segments that begin with a dot, and a slash at the end of an API path. Valid paths contain only ids,
 * codes and file names. Only the pages have addresses that end with a slash, and only the files for apps a segment with a dot.
 */
const UNUSUAL_PATH = '%|//|/\\.|^/v1/(.*/)?$';
const APP_LINK_PATHS = Object.values(APP_LINKS)
  .map((path) => `^${path.replaceAll('.', '\\.')}$`)
  .join('|');

/** The log keeps only blocked requests, and only for two weeks, because each entry contains the caller's address. */
const LOG_DAYS = RetentionDays.TWO_WEEKS;

/** The firewall in front of CloudFront: AWS WAF cannot protect an HTTP API directly. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(
    scope: Construct,
    id: string,
    stage: Pick<StageConfiguration, 'name' | 'closed' | 'managedRules' | 'throttling'>,
    logKey: Key,
  ) {
    super(scope, id);
    const rules = [
      refuseUnusualPaths,
      ...LIMITS.map(rateLimitRule),
      everythingElse(stage),
      ...managedRuleGroups,
      managedLabels(stage.managedRules === 'count' ? { count: {} } : FORBIDDEN),
    ];
    // L1: CDK has no L2 for web ACLs.
    this.arn = new CfnWebACL(this, 'Rules', {
      name: firewallName(stage),
      scope: 'CLOUDFRONT',
      defaultAction: stage.closed ? CLOSED : { allow: {} },
      visibilityConfig: metricsOnly(firewallName(stage)),
      customResponseBodies: {
        malformed: messageBody('Bad Request'),
        forbidden: messageBody('Forbidden'),
        slower: messageBody('Too Many Requests'),
        [CLOSED_BODY_KEY]: jsonBody(CLOSED_RESPONSE.body),
      },
      rules: rules.map((rule, priority) => ({
        ...rule,
        priority,
        visibilityConfig: metricsOnly(rule.name),
      })),
      dataProtectionConfig: {
        // Without keys, every header, cookie and argument is replaced.
        dataProtections: [
          'SINGLE_HEADER',
          'SINGLE_COOKIE',
          'SINGLE_QUERY_ARGUMENT',
          'QUERY_STRING',
          'BODY',
        ].map((fieldType) => ({ field: { fieldType }, action: 'SUBSTITUTION' })),
      },
    }).attrArn;
    this.logBlockedRequests(stage, logKey);
  }

  /** https://docs.aws.amazon.com/waf/latest/developerguide/logging-cw-logs.html */
  private logBlockedRequests(stage: Pick<StageConfiguration, 'name'>, key: Key): void {
    const logGroupName = `aws-waf-logs-sihat-${stage.name}`; // AWS WAF accepts only log groups with this prefix.
    key.addToResourcePolicy(logEncryptionStatement(Stack.of(this), logGroupName));
    const log = new LogGroup(this, 'Log', {
      logGroupName,
      encryptionKey: key, // The entries hold addresses of callers.
      retention: LOG_DAYS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.arn,
      // AWS WAF requires the ARN without the `:*` that `logGroupArn` ends with.
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: log.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: [{ uriPath: {} }, { queryString: {} }],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    });
  }
}

/** The name of the web ACL, and the value of the CloudWatch dimension `WebACL`. */
export const firewallName = ({ name }: Pick<StageConfiguration, 'name'>): string => `sihat-${name}`;

/** The same format as the error responses of API Gateway. */
const messageBody = (message: string) => jsonBody(JSON.stringify({ message }));
const jsonBody = (content: string) => ({ contentType: 'APPLICATION_JSON', content });

const CLOSED = {
  block: {
    customResponse: {
      responseCode: CLOSED_RESPONSE.status,
      customResponseBodyKey: CLOSED_BODY_KEY,
      responseHeaders: [{ name: 'Retry-After', value: String(CLOSED_RESPONSE.retryAfterSeconds) }],
    },
  },
};

const FORBIDDEN = {
  block: { customResponse: { responseCode: 403, customResponseBodyKey: 'forbidden' } },
};

const refuseUnusualPaths: PartialRule = {
  name: 'paths',
  statement: {
    andStatement: {
      statements: [pathMatches(UNUSUAL_PATH), { notStatement: { statement: pathMatches(APP_LINK_PATHS) } }],
    },
  },
  action: { block: { customResponse: { responseCode: 400, customResponseBodyKey: 'malformed' } } },
};

const rateLimitRule = (limit: Limit): PartialRule => limitingRule(limit, isAt(limit));

/** One address can use at most half of what a route takes, whichever route it is. */
const everythingElse = ({ throttling }: Pick<StageConfiguration, 'throttling'>): PartialRule =>
  limitingRule(
    { name: 'requests', requests: (60 * throttling.perRoute.rate) / 2, seconds: 60 },
    { notStatement: { statement: isAt(...LIMITS.filter(({ name }) => COUNTED_APART.includes(name))) } },
  );

const isAt = (...limits: readonly Limit[]): CfnWebACL.StatementProperty =>
  pathMatches(limits.map(({ path }) => `^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).join('|'));

function limitingRule(
  { name, requests, seconds }: Omit<Limit, 'path'>,
  scopeDownStatement: CfnWebACL.StatementProperty,
): PartialRule {
  return {
    name,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit: requests,
        evaluationWindowSec: seconds,
        scopeDownStatement,
      },
    },
    action: {
      block: {
        customResponse: {
          responseCode: 429,
          customResponseBodyKey: 'slower',
          responseHeaders: [{ name: 'Retry-After', value: String(seconds) }],
        },
      },
    },
  };
}

/** Matches the path as the client sent it, without decoding. */
function pathMatches(regexString: string): CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'NONE' }];
  return { regexMatchStatement: { fieldToMatch: { uriPath: {} }, regexString, textTransformations } };
}

/** CloudWatch counts requests but keeps no samples, because samples contain addresses and paths. */
export function metricsOnly(metricName: string) {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}
