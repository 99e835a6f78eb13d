import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assemblyFolder, ofType, type Resources } from './synthesized.ts';

/** Every template that a deployment sends is within AWS's limits. */

interface Template {
  readonly Resources: Resources;
  readonly Outputs?: object;
  readonly Parameters?: object;
}

const folder = await assemblyFolder();
const templates = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.template.json'))
  .map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return { file, text, template: JSON.parse(text) as Template, bytes: statSync(join(folder, file)).size };
  });
const keysOf = (part: object = {}) => Object.keys(part).length;
const withoutWhitespace = (value: unknown) => JSON.stringify(value).replaceAll(/\s/g, '').length;

/** The limits of one template. https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const CLOUDFORMATION = {
  resources: 500,
  outputs: 200,
  parameters: 200,
  bytes: 1024 * 1024,
  /** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html */
  dynamicReferences: 60,
};
/** Characters of all inline policies of a role together, without whitespace. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const INLINE_POLICY_CHARACTERS = 10_240;
/** Characters of one managed policy, without whitespace; same page. */
const MANAGED_POLICY_CHARACTERS = 6_144;
/** Characters of the name of a role; same page. */
const ROLE_NAME_CHARACTERS = 64;
/** Bytes of a function's environment. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const ENVIRONMENT_BYTES = 4096;
/** Routes, and integrations, of one API. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const OF_AN_API = 300;
/** Metrics in the expression of one alarm. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html */
const METRICS_OF_AN_ALARM = 10;
/** Characters of one regular expression. https://docs.aws.amazon.com/waf/latest/developerguide/limits.html */
const FIREWALL_REGEX_CHARACTERS = 512;

describe.each(templates)('$file', ({ text, template, bytes }) => {
  const { Resources, Outputs, Parameters } = template;

  it('is within the limits of CloudFormation', () => {
    const counted = {
      resources: keysOf(Resources),
      outputs: keysOf(Outputs),
      parameters: keysOf(Parameters),
      bytes,
      dynamicReferences: text.split('{{resolve:').length - 1,
    };
    for (const [name, count] of Object.entries(counted)) {
      expect(count, name).toBeLessThanOrEqual(CLOUDFORMATION[name as keyof typeof CLOUDFORMATION]);
    }
  });

  it('has policies and environments within the limits of IAM and Lambda', () => {
    for (const [id, { Properties }] of ofType('AWS::IAM::Role', Resources)) {
      const inline = ofType('AWS::IAM::Policy', Resources)
        .filter(([, policy]) => JSON.stringify(policy.Properties.Roles ?? []).includes(`"${id}"`))
        .map(([, policy]) => policy.Properties);
      const all = [...(Properties.Policies ?? []), ...inline].map(({ PolicyDocument }) => PolicyDocument);
      const characters = all.reduce((sum, document) => sum + withoutWhitespace(document), 0);
      expect(characters, id).toBeLessThanOrEqual(INLINE_POLICY_CHARACTERS);
    }
    for (const [id, { Properties }] of ofType('AWS::IAM::ManagedPolicy', Resources)) {
      expect(withoutWhitespace(Properties.PolicyDocument), id).toBeLessThanOrEqual(MANAGED_POLICY_CHARACTERS);
    }
    for (const [id, { Properties }] of ofType('AWS::Lambda::Function', Resources)) {
      const characters = JSON.stringify(Properties.Environment?.Variables ?? {}).length;
      expect(characters, id).toBeLessThanOrEqual(ENVIRONMENT_BYTES);
    }
  });

  it('has alarms within the limits of CloudWatch', () => {
    for (const [id, { Properties }] of ofType('AWS::CloudWatch::Alarm', Resources)) {
      const metrics: { readonly MetricStat?: object }[] = Properties.Metrics ?? [];
      expect(metrics.filter(({ MetricStat }) => MetricStat).length, id).toBeLessThanOrEqual(
        METRICS_OF_AN_ALARM,
      );
    }
  });

  it('has regular expressions that AWS WAF supports', () => {
    for (const [id, { Properties }] of ofType('AWS::WAFv2::WebACL', Resources)) {
      const expressions = [...JSON.stringify(Properties).matchAll(/"RegexString":("(?:[^"\\]|\\.)*")/g)];
      expect(expressions.length, id).toBeGreaterThan(0);
      for (const [, quoted = ''] of expressions) {
        const expression: string = JSON.parse(quoted);
        expect(expression.length, expression).toBeLessThanOrEqual(FIREWALL_REGEX_CHARACTERS);
        // https://docs.aws.amazon.com/waf/latest/developerguide/waf-regex-pattern-support.html
        expect(
          expression,
          'no backreference, look-around, atomic group or possessive quantifier',
        ).not.toMatch(/\\\d|\(\?(?!:)|[*+?}]\+/);
      }
    }
  });
});

describe('the templates of a stage', () => {
  it('give every role in an account another name, of at most 64 characters', () => {
    // IAM has one set of role names for all regions, and does not distinguish upper case. Any two stages may share an account.
    const names = templates.flatMap(({ template }) =>
      ofType('AWS::IAM::Role', template.Resources).flatMap(([, { Properties }]): string[] =>
        Properties.RoleName === undefined ? [] : [Properties.RoleName],
      ),
    );
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name) => typeof name !== 'string' || name.length > ROLE_NAME_CHARACTERS)).toEqual(
      [],
    );
    const folded = names.map((name) => name.toLowerCase());
    expect(folded.filter((name, n) => folded.indexOf(name) !== n)).toEqual([]);
  });

  it.each(['dev', 'staging', 'production'])(
    '%s give its API no more routes and integrations than it takes',
    (stage) => {
      const ofStage = templates.filter(({ file }) =>
        new RegExp(`^assembly-(pipeline-)?${stage}/`).test(file),
      );
      const resources = ofStage.map(({ template }) => template.Resources);
      expect(ofStage.length).toBeGreaterThan(8);
      for (const type of ['Route', 'Integration']) {
        const count = ofType(`AWS::ApiGatewayV2::${type}`, ...resources).length;
        expect(count, type).toBeGreaterThan(100);
        expect(count, type).toBeLessThanOrEqual(OF_AN_API);
      }
    },
  );
});
