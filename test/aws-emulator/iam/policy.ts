import * as z from 'zod/mini';

/**
 * Evaluates the policies of a role as IAM does: everything is denied unless a statement allows it and none denies it. An
 * unsupported part of a policy is an error when it is read.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export interface Policy {
  readonly decide: (request: IamRequest) => Decision;
  /** Every granted action on every resource, with every leading key. */
  readonly grants: readonly Grant[];
}

export interface IamRequest {
  readonly action: string;
  readonly resource: string;
  readonly context: Context;
}

/** The condition keys of a request by name. A scan, for example, has no `dynamodb:LeadingKeys`. */
export type Context = Readonly<Record<string, readonly string[]>>;

export interface Decision {
  readonly allowed: boolean;
  /** The grants that allowed it. */
  readonly used: readonly Grant[];
}

export interface Grant {
  readonly action: string;
  readonly resource: string;
  readonly leadingKey?: string;
}

export const LEADING_KEYS = 'dynamodb:LeadingKeys';
const KNOWN_KEYS = [LEADING_KEYS, 'aws:RequestedRegion', 'ses:FromAddress'];

const texts = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value): readonly string[] => (typeof value === 'string' ? [value] : value)),
);
/** The schema is strict, because `NotAction`, `NotResource` and `Principal` would change the meaning. */
const Statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: texts,
  Resource: texts,
  Condition: z.optional(z.record(z.string(), z.record(z.string(), texts))),
});
type Statement = z.infer<typeof Statement>;

const PolicyDocument = z.object({ Statement: z.array(Statement) });

/** @throws {Error} with the unsupported part. */
export function policyOf(documents: readonly unknown[]): Policy {
  const statements = documents.flatMap((document) => PolicyDocument.parse(document).Statement);
  for (const { Condition = {} } of statements) checkConditions(Condition);
  const grants = new Map<string, Grant>();
  const grantsOf = (statement: Statement): Grant[] =>
    statement.Action.flatMap((action) =>
      statement.Resource.flatMap((resource) =>
        (leadingKeysOf(statement) ?? [undefined]).map((leadingKey) => {
          const grant = { action, resource, ...(leadingKey !== undefined && { leadingKey }) };
          const known = grants.get(JSON.stringify(grant));
          if (!known) grants.set(JSON.stringify(grant), grant);
          return known ?? grant;
        }),
      ),
    );
  const allowing = statements
    .filter(({ Effect }) => Effect === 'Allow')
    .map((statement) => ({ statement, own: grantsOf(statement) }));
  const denying = statements.filter(({ Effect }) => Effect === 'Deny');

  return {
    grants: [...grants.values()],
    decide(request) {
      const by = allowing.filter(({ statement }) => applies(statement, request));
      if (by.length === 0 || denying.some((statement) => applies(statement, request))) {
        return { allowed: false, used: [] };
      }
      const keys = request.context[LEADING_KEYS] ?? [];
      const used = by
        .flatMap(({ own }) => own)
        .filter(
          ({ action, resource, leadingKey }) =>
            isLike(action, request.action) &&
            isLike(resource, request.resource) &&
            (leadingKey === undefined || keys.some((key) => isLike(leadingKey, key))),
        );
      return { allowed: true, used };
    },
  };
}

function leadingKeysOf({ Condition = {} }: Statement): readonly string[] | undefined {
  return Condition['ForAllValues:StringLike']?.[LEADING_KEYS];
}

function applies({ Action, Resource, Condition = {} }: Statement, { action, resource, context }: IamRequest) {
  return (
    Action.some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase())) &&
    Resource.some((pattern) => isLike(pattern, resource)) &&
    Object.entries(Condition).every(([name, keys]) =>
      Object.entries(keys).every(([key, wanted]) => operators[name]?.(wanted, context[key])),
    )
  );
}

type Operator = (wanted: readonly string[], found: readonly string[] | undefined) => boolean;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const operators: Readonly<Record<string, Operator>> = {
  // This operator also holds for a request without that key.
  'ForAllValues:StringLike': (wanted, found = []) =>
    found.every((value) => wanted.some((pattern) => isLike(pattern, value))),
  StringEquals: (wanted, found = []) => found.length > 0 && found.every((value) => wanted.includes(value)),
  Null: ([wanted], found) => String(found === undefined) === wanted,
};

function checkConditions(conditions: NonNullable<Statement['Condition']>): void {
  for (const [operator, keys] of Object.entries(conditions)) {
    if (!(operator in operators)) throw new Error(`the condition operator ${operator} is not known`);
    for (const key of Object.keys(keys)) {
      if (!KNOWN_KEYS.includes(key)) throw new Error(`the condition key ${key} is not known`);
    }
  }
}

const patterns = new Map<string, RegExp>();

/** `*` matches any text, including the empty one and colons; `?` matches one character. */
export function isLike(pattern: string, value: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === value;
  let compiled = patterns.get(pattern);
  if (!compiled) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.');
    compiled = new RegExp(`^${source}$`, 's');
    patterns.set(pattern, compiled);
  }
  return compiled.test(value);
}
