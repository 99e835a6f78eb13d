import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { contracts } from '../../functions/contracts.ts';
import type { StageConfiguration } from '../stages.ts';
import { logsMayUse } from './policies.ts';

/** The number of requests that one address may send in a window. A whole hall may share one address. */
interface Limit {
  readonly name: string;
  readonly path: string;
  readonly most: number;
  readonly seconds: 60 | 300;
}

const LIMITS: readonly Limit[] = [
  { name: 'display', path: contracts.getDisplay.path, most: 6000, seconds: 60 },
  { name: 'look-ups', path: contracts.findEvent.path, most: 3000, seconds: 60 },
  { name: 'receipts', path: contracts.checkDeletionReceipt.path, most: 100, seconds: 300 },
];

/**
 * Paths of this API and of the display page hold only ids, codes and file names. API Gateway decodes a path before it
 * finds the route, so an encoded path would reach a function past the limits below, which see the path as it was sent.
 * The same could hold for empty segments, for segments that begin with a dot, and for a slash at the end of a path of
 * the API. The display page does have an address that ends with a slash.
 */
const UNUSUAL_PATH = '%|//|/\\.|^/v1/(.*/)?$';

/**
 * Amazon's managed rules. The rules about bodies only count: bodies are JSON of up to 256 KB that the functions validate
 * and no page renders, and a doctor's note may well contain a web address or a less-than sign.
 */
const MANAGED = [
  { name: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    counted: [
      'CrossSiteScripting_BODY',
      'EC2MetaDataSSRF_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'SizeRestrictions_BODY',
    ],
  },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', counted: ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY'] },
] as const;

/** Only what was blocked is logged, and only for this long, because each entry holds the caller's address. */
const LOG_DAYS = RetentionDays.TWO_WEEKS;

/** The firewall in front of CloudFront: AWS WAF cannot protect an HTTP API directly. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(
    scope: Construct,
    id: string,
    stage: Pick<StageConfiguration, 'name' | 'closed' | 'managedRules'>,
    logKey: Key,
  ) {
    super(scope, id);
    const rules = [refuseUnusualPaths, ...LIMITS.map(limit), ...MANAGED.map((rule) => managed(rule, stage))];
    this.arn = new CfnWebACL(this, 'Rules', {
      name: `sihat-${stage.name}`,
      scope: 'CLOUDFRONT',
      defaultAction: stage.closed ? CLOSED : { allow: {} },
      visibilityConfig: measured(firewallMetricName(stage)),
      customResponseBodies: {
        malformed: said('Bad Request'),
        slower: said('Too Many Requests'),
        later: said('Service Unavailable'),
      },
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
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
    const logGroupName = `aws-waf-logs-sihat-${stage.name}`; // AWS WAF writes to no other prefix.
    key.addToResourcePolicy(logsMayUse(Stack.of(this), logGroupName));
    const log = new LogGroup(this, 'Log', {
      logGroupName,
      encryptionKey: key, // The entries hold addresses of callers.
      retention: LOG_DAYS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.arn,
      // Without the `:*` that a log group's ARN ends with.
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

/** The dimension by which CloudWatch tells the firewalls of one account apart. */
export const firewallMetricName = ({ name }: Pick<StageConfiguration, 'name'>): string => `sihat-${name}`;

/** As the gateway says it. */
const said = (message: string) => ({
  contentType: 'APPLICATION_JSON',
  content: JSON.stringify({ message }),
});

const CLOSED = {
  block: {
    customResponse: {
      responseCode: 503,
      customResponseBodyKey: 'later',
      responseHeaders: [{ name: 'Retry-After', value: '300' }],
    },
  },
};

type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

const refuseUnusualPaths: Rule = {
  name: 'paths',
  statement: pathMatches(UNUSUAL_PATH),
  action: { block: { customResponse: { responseCode: 400, customResponseBodyKey: 'malformed' } } },
  visibilityConfig: measured('paths'),
};

function limit({ name, path, most, seconds }: Limit): Rule {
  return {
    name,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit: most,
        evaluationWindowSec: seconds,
        scopeDownStatement: pathMatches(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
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
    visibilityConfig: measured(name),
  };
}

function managed(
  { name, counted }: (typeof MANAGED)[number],
  { managedRules }: Pick<StageConfiguration, 'managedRules'>,
): Rule {
  return {
    name,
    overrideAction: managedRules === 'count' ? { count: {} } : { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: measured(name),
  };
}

/** Sees the path as the client sent it. */
function pathMatches(regexString: string): CfnWebACL.StatementProperty {
  const textTransformations = [{ priority: 0, type: 'NONE' }];
  return { regexMatchStatement: { fieldToMatch: { uriPath: {} }, regexString, textTransformations } };
}

/** CloudWatch counts the requests, but keeps no samples of them: they would hold addresses and paths. */
function measured(metricName: string) {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}
