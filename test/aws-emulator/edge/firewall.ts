import * as z from 'zod/mini';
import type { Deployment } from '../cloudformation/deployment.ts';

/**
 * AWS WAF with the rules of the distribution's web ACL. Amazon's managed rules pass everything here, because they are not
 * public. An unsupported statement is an error.
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statements.html
 */
export type Firewall = (request: FirewallRequest) => FirewallResponse | undefined;

interface FirewallRequest {
  /** The path as the client sent it. */
  readonly path: string;
  readonly address: string;
  readonly at: Date;
}

interface FirewallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const Match = z.strictObject({
  FieldToMatch: z.strictObject({ UriPath: z.strictObject({}) }),
  RegexString: z.string(),
  TextTransformations: z.array(z.strictObject({ Priority: z.number(), Type: z.literal('NONE') })),
});
const Scope = z.union([
  z.strictObject({ RegexMatchStatement: Match }),
  z.strictObject({
    NotStatement: z.strictObject({ Statement: z.strictObject({ RegexMatchStatement: Match }) }),
  }),
]);
const Statement = z.strictObject({
  RegexMatchStatement: z.optional(Match),
  AndStatement: z.optional(z.strictObject({ Statements: z.array(Scope) })),
  RateBasedStatement: z.optional(
    z.strictObject({
      AggregateKeyType: z.literal('IP'),
      Limit: z.number(),
      EvaluationWindowSec: z.number(),
      ScopeDownStatement: Scope,
    }),
  ),
  ManagedRuleGroupStatement: z.optional(z.unknown()),
  OrStatement: z.optional(
    z.strictObject({
      Statements: z.array(
        z.strictObject({
          LabelMatchStatement: z.strictObject({ Scope: z.literal('LABEL'), Key: z.string() }),
        }),
      ),
    }),
  ),
});
const Block = z.object({
  CustomResponse: z.object({
    ResponseCode: z.number(),
    CustomResponseBodyKey: z.string(),
    ResponseHeaders: z.optional(z.array(z.object({ Name: z.string(), Value: z.string() }))),
  }),
});
const WebAcl = z.object({
  DefaultAction: z.object({ Allow: z.optional(z.unknown()), Block: z.optional(Block) }),
  CustomResponseBodies: z.record(z.string(), z.object({ Content: z.string() })),
  Rules: z.array(
    z.object({
      Priority: z.number(),
      Statement,
      Action: z.optional(z.object({ Block: z.optional(Block) })),
    }),
  ),
});
/** @returns a firewall; it passes everything if the distribution has none. @throws {Error} for unknown rules. */
export function firewallOf(deployment: Deployment, webAclArn: string | undefined): Firewall {
  if (webAclArn === undefined) return () => undefined;
  const acl = deployment
    .ofType('AWS::WAFv2::WebACL')
    .find((resource) => resource.attribute('Arn') === webAclArn);
  if (!acl) throw new Error(`no template makes the firewall ${webAclArn}`);
  const { DefaultAction, CustomResponseBodies, Rules } = acl.read(WebAcl);
  const respond = ({ CustomResponse }: z.infer<typeof Block>): FirewallResponse => ({
    status: CustomResponse.ResponseCode,
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(
        (CustomResponse.ResponseHeaders ?? []).map(({ Name, Value }) => [Name.toLowerCase(), Value]),
      ),
    },
    body: CustomResponseBodies[CustomResponse.CustomResponseBodyKey]?.Content ?? '',
  });
  const rules = Rules.toSorted((a, b) => a.Priority - b.Priority).map((rule) => ({
    matches: matcherOf(rule.Statement),
    block: rule.Action?.Block && respond(rule.Action.Block),
  }));
  const otherwise = DefaultAction.Block && respond(DefaultAction.Block);
  return (request) => rules.find(({ matches, block }) => block && matches(request))?.block ?? otherwise;
}

function matcherOf(statement: z.infer<typeof Statement>): (request: FirewallRequest) => boolean {
  const { RegexMatchStatement, AndStatement, RateBasedStatement } = statement;
  if (RegexMatchStatement) return pathMatcher(RegexMatchStatement);
  if (AndStatement) {
    const parts = AndStatement.Statements.map(scopeMatcher);
    return (request) => parts.every((matches) => matches(request));
  }
  if (!RateBasedStatement) return () => false;
  const { Limit, EvaluationWindowSec, ScopeDownStatement } = RateBasedStatement;
  const counts = scopeMatcher(ScopeDownStatement);
  const seen = new Map<string, number[]>();
  return (request) => {
    if (!counts(request)) return false;
    const { address, at } = request;
    const begin = at.getTime() - EvaluationWindowSec * 1000;
    const times = (seen.get(address) ?? []).filter((time) => time > begin);
    times.push(at.getTime());
    seen.set(address, times);
    return times.length > Limit;
  };
}

function scopeMatcher(scope: z.infer<typeof Scope>) {
  if ('RegexMatchStatement' in scope) return pathMatcher(scope.RegexMatchStatement);
  const excluded = pathMatcher(scope.NotStatement.Statement.RegexMatchStatement);
  return (request: FirewallRequest): boolean => !excluded(request);
}

function pathMatcher({ RegexString }: z.infer<typeof Match>) {
  const pattern = new RegExp(RegexString);
  return ({ path }: FirewallRequest): boolean => pattern.test(path);
}
