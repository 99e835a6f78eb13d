import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';

/**
 * Amazon's managed rules. A managed rule that blocks answers with HTML, so these rules only count and add a label, and a rule of
 * this project blocks requests with such a label and answers JSON.
 *
 * A rule that is not listed here only counts, also one that Amazon adds later:
 * - Rules that inspect bodies: a doctor's note may contain a web address or a less-than sign. Functions validate every body,
 *   and no page renders one as markup.
 * - `NoUserAgent_HEADER`: an app need not send this header.
 *
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-ip-rep.html
 */
export const MANAGED_RULES = [
  {
    group: 'AWSManagedRulesAmazonIpReputationList',
    alarm: 'BlockedByReputation',
    namespace: 'amazon-ip-list',
    /** The rules whose matches are blocked, by the labels that they add. */
    blocking: ['AWSManagedIPReputationList', 'AWSManagedReconnaissanceList'],
    /** The rules that do not end the evaluation of their group, so that a match does not hide one of another rule. */
    counting: [],
  },
  {
    group: 'AWSManagedRulesCommonRuleSet',
    alarm: 'BlockedByCommonRules',
    namespace: 'core-rule-set',
    blocking: [
      'BadBots_Header',
      'CrossSiteScripting_Cookie',
      'CrossSiteScripting_QueryArguments',
      'CrossSiteScripting_URIPath',
      'EC2MetaDataSSRF_Cookie',
      'EC2MetaDataSSRF_QueryArguments',
      'EC2MetaDataSSRF_URIPath',
      'GenericLFI_QueryArguments',
      'GenericLFI_URIPath',
      'GenericRFI_QueryArguments',
      'GenericRFI_URIPath',
      'RestrictedExtensions_QueryArguments',
      'RestrictedExtensions_URIPath',
      'SizeRestrictions_Cookie_Header',
      'SizeRestrictions_QueryString',
      'SizeRestrictions_URIPath',
    ],
    counting: [
      'CrossSiteScripting_BODY',
      'EC2MetaDataSSRF_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'NoUserAgent_HEADER',
      'SizeRestrictions_BODY',
    ],
  },
  {
    group: 'AWSManagedRulesKnownBadInputsRuleSet',
    alarm: 'BlockedByKnownBadInputs',
    namespace: 'known-bad-inputs',
    blocking: [
      'ExploitablePaths_URIPath',
      'Host_Localhost_Header',
      'JavaDeserializationRCE_Header',
      'JavaDeserializationRCE_QueryString',
      'JavaDeserializationRCE_URIPath',
      'Log4JRCE_Header',
      'Log4JRCE_QueryString',
      'Log4JRCE_URIPath',
      'Propfind_Method',
    ],
    counting: ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY', 'ReactJSRCE_BODY'],
  },
] as const;

/** The namespace of the labels of a managed rule group. */
export const labelNamespace = (namespace: string): string => `awswaf:managed:aws:${namespace}`;

/** The labels of requests that are blocked. */
const BLOCKING_LABELS = MANAGED_RULES.flatMap(({ namespace, blocking }) =>
  blocking.map((label) => `${labelNamespace(namespace)}:${label}`),
);

/** Rules without the properties that all rules of the firewall have. */
export type PartialRule = Pick<CfnWebACL.RuleProperty, 'name' | 'statement' | 'action' | 'overrideAction'>;

/** The managed rule groups, which count and label. */
export const managedRuleGroups: readonly PartialRule[] = MANAGED_RULES.map(({ group, counting }) => ({
  name: group,
  overrideAction: { count: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name: group,
      ruleActionOverrides: counting.map((name) => ({ name, actionToUse: { count: {} } })),
    },
  },
}));

/** The rule that acts on their labels. It follows the groups. */
export const managedLabels = (action: CfnWebACL.RuleActionProperty): PartialRule => ({
  name: 'managed',
  action,
  statement: {
    orStatement: {
      statements: BLOCKING_LABELS.map((key) => ({ labelMatchStatement: { scope: 'LABEL', key } })),
    },
  },
});
