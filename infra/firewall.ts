import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { contracts } from '../functions/contracts.ts';
import type { StageConfiguration } from './stages.ts';

/** So many requests of one address in a window are let through. A whole hall may be behind one address. */
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
 * Amazon's own rules. What they say of bodies only counts: bodies are JSON of up to 256 KB that the functions check
 * whole and no page renders, and a doctor's note may well hold an address or a sign of less-than.
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

/** The firewall before everything: it cannot stand before an HTTP API itself. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, stage: Pick<StageConfiguration, 'name' | 'closed'>) {
    super(scope, id);
    const rules = [...LIMITS.map(limit), ...MANAGED.map(managed)];
    this.arn = new CfnWebACL(this, 'Rules', {
      name: `sihat-${stage.name}`,
      scope: 'CLOUDFRONT',
      defaultAction: stage.closed ? CLOSED : { allow: {} },
      visibilityConfig: measured('all'),
      customResponseBodies: {
        slower: said('Too Many Requests'),
        later: said('Service Unavailable'),
      },
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    }).attrArn;
  }
}

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

function limit({ name, path, most, seconds }: Limit): Rule {
  return {
    name,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit: most,
        evaluationWindowSec: seconds,
        scopeDownStatement: {
          regexMatchStatement: {
            fieldToMatch: { uriPath: {} },
            regexString: `^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`,
            // As the API reads a path: percent-encoded, it is still the same one.
            textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
          },
        },
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

function managed({ name, counted }: (typeof MANAGED)[number]): Rule {
  return {
    name,
    overrideAction: { none: {} },
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

/** Counted, but no request is kept as a sample: it would hold an address and perhaps a token. */
const measured = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});
