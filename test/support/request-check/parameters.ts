import {
  type Change,
  type Condition,
  type Mentions,
  type Operand,
  type Path,
  parseCondition,
  parseProjection,
  parseUpdate,
  SyntaxProblem,
  type Term,
  termsOf,
} from './expressions.ts';
import { checkIndexKeys, checkKeyAttribute, type Keys, type TableKeys } from './keys.ts';
import { reservedWords } from './reserved-words.ts';
import type { Tell } from './rules.ts';
import { type Attributes, checkValue, typeOf } from './values.ts';

/** The expressions of one request, or of one part of a transaction, with their placeholders. */
export interface Parameters {
  readonly ConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly ProjectionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Attributes;
}

const MOST_EXPRESSION_BYTES = 4096;
const MOST_OPERATORS = 300;
const MOST_IN = 100;

interface Scope {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Attributes;
  readonly tell: Tell;
}

/**
 * Checks every expression of a request, and the placeholders over all of them.
 * @param keys the key attributes of the table. @param queried the key attributes of the queried table or index.
 */
export function checkParameters(
  parameters: Parameters,
  keys: TableKeys,
  queried: Keys | undefined,
  tell: Tell,
): void {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = parameters;
  const scope: Scope = { names, values, tell };
  const used = { names: new Set<string>(), values: new Set<string>() };

  function check<Parsed extends Mentions>(
    text: string | undefined,
    parse: (text: string) => Parsed,
    holdRules: (parsed: Parsed) => void,
  ): void {
    const parsed = text === undefined ? undefined : parsedOrTold(text, parse, tell);
    if (text === undefined || !parsed) return;
    for (const name of parsed.names) used.names.add(name);
    for (const value of parsed.values) used.values.add(value);
    for (const word of parsed.bare) {
      if (reservedWords.has(word.toLowerCase())) tell('reserved_word', `${word} is a reserved word`);
    }
    const bytes = Buffer.byteLength(text);
    if (bytes > MOST_EXPRESSION_BYTES || parsed.operators > MOST_OPERATORS)
      tell('expression_size', `an expression has ${bytes} bytes and ${parsed.operators} operators`);
    holdRules(parsed);
  }

  check(parameters.ConditionExpression, parseCondition, ({ condition }) => checkCondition(condition, scope));
  check(parameters.FilterExpression, parseCondition, ({ condition }) => {
    checkCondition(condition, scope);
    if (queried) checkFilter(condition, queried, scope);
  });
  check(parameters.KeyConditionExpression, parseCondition, ({ condition }) => {
    checkCondition(condition, scope);
    if (queried) checkKeyCondition(condition, queried, scope);
  });
  check(parameters.ProjectionExpression, parseProjection, ({ paths }) => checkOverlaps(paths, scope));
  check(parameters.UpdateExpression, parseUpdate, ({ changes }) => checkUpdate(changes, keys, scope));
  checkPlaceholders('names', parameters.ExpressionAttributeNames, used.names, tell);
  checkPlaceholders('values', parameters.ExpressionAttributeValues, used.values, tell);
  for (const [name, value] of Object.entries(values)) checkValue(name, value, tell);
}

function parsedOrTold<Parsed>(text: string, parse: (text: string) => Parsed, tell: Tell): Parsed | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    tell('grammar', `${JSON.stringify(text)}: ${error.message}`);
    return undefined;
  }
}

function checkPlaceholders(
  rule: 'names' | 'values',
  defined: Readonly<Record<string, unknown>> | undefined,
  used: ReadonlySet<string>,
  tell: Tell,
): void {
  const all = Object.keys(defined ?? {});
  if (defined && all.length === 0) tell(rule, `the map of ${rule} is empty`);
  for (const one of used) {
    if (!all.includes(one)) tell(rule, `${one} is used and not defined`);
  }
  for (const one of all) {
    if (!used.has(one)) tell(rule, `${one} is defined and not used`);
    if (defined?.[one] === '') tell(rule, `${one} stands for an empty name`);
  }
}

const resolved = (path: Path, { names }: Scope): Path =>
  path.map((segment) => (typeof segment === 'string' ? (names[segment] ?? segment) : segment));

/** The top-level attribute of a path. */
const rootOf = (operand: Operand | undefined, scope: Scope): string | undefined =>
  operand?.kind === 'path' ? String(resolved(operand.path, scope)[0]) : undefined;

const valueFor = (operand: Operand | undefined, { values }: Scope) =>
  operand?.kind === 'value' ? values[operand.name] : undefined;

// Conditions.

const COMPARING = new Set(['<', '<=', '>', '>=', 'BETWEEN']);
const ORDERED_TYPES = ['S', 'N', 'B'];
const TAKE_A_PATH = new Set(['attribute_exists', 'attribute_not_exists', 'attribute_type', 'size']);

function checkCondition(condition: Condition, scope: Scope): void {
  for (const term of termsOf(condition)) checkTerm(term, scope);
}

function checkTerm({ operator, args }: Term, scope: Scope): void {
  const { tell } = scope;
  const [first = '', ...others] = args.map((one) => spelled(one, scope));
  if (others.includes(first)) tell('operands', `an operand of ${operator} is its first one again: ${first}`);
  if (operator === 'IN' && others.length > MOST_IN)
    tell('expression_size', `IN has ${others.length} operands`);
  if (COMPARING.has(operator)) checkOrdered(operator, args, scope);
  if (operator === 'BETWEEN') checkBounds(args, scope);
  const calls = [{ name: operator, args }, ...args.filter((one) => one.kind === 'call')];
  for (const { name, args: of } of calls) {
    if (TAKE_A_PATH.has(name) && of[0]?.kind !== 'path') tell('operands', `${name} takes a path`);
  }
  const second = valueFor(args[1], scope);
  if (operator === 'attribute_type' && second?.S === undefined)
    tell('operands', 'attribute_type takes a string');
  if (operator === 'begins_with' && second && second.S === undefined && second.B === undefined)
    tell('operands', `begins_with takes no ${typeOf(second)}`);
}

function spelled(operand: Operand, scope: Scope): string {
  return JSON.stringify(operand.kind === 'path' ? resolved(operand.path, scope) : operand);
}

function checkOrdered(operator: string, args: readonly Operand[], scope: Scope): void {
  const types = new Set(args.flatMap((one) => valueFor(one, scope) ?? []).map(typeOf));
  for (const type of types) {
    if (!ORDERED_TYPES.includes(type)) scope.tell('operands', `${operator} takes no ${type}`);
  }
  if (types.size > 1) scope.tell('operands', `${operator} takes values of one type`);
}

function checkBounds([, from, to]: readonly Operand[], scope: Scope): void {
  const [lower, upper] = [valueFor(from, scope), valueFor(to, scope)];
  const isBackwards =
    lower?.S !== undefined && upper?.S !== undefined
      ? Buffer.from(lower.S).compare(Buffer.from(upper.S)) > 0
      : Number(lower?.N) > Number(upper?.N);
  if (isBackwards) scope.tell('operands', 'the upper bound of BETWEEN is below the lower one');
}

// Queries.

function checkFilter(condition: Condition, queried: Keys, scope: Scope): void {
  const operands = termsOf(condition).flatMap(({ args }) => args);
  for (const one of operands.flatMap((operand) => (operand.kind === 'call' ? operand.args : [operand]))) {
    const root = rootOf(one, scope);
    if (root === queried.partitionKey || root === queried.sortKey)
      scope.tell('key_in_filter', `the filter names ${root}`);
  }
}

const OF_SORT_KEYS = ['=', '<', '<=', '>', '>=', 'BETWEEN', 'begins_with'];

function checkKeyCondition(condition: Condition, queried: Keys, scope: Scope): void {
  const { tell } = scope;
  const terms = termsOf(condition);
  if (condition.kind === 'or' || condition.kind === 'not' || terms.length > 2)
    tell('key_condition', 'a key condition is one term, or two with AND between');
  const roots = terms.map(({ args }) => rootOf(args[0], scope));
  if (!roots.includes(queried.partitionKey)) tell('key_condition', 'the partition key is not asked for');
  if (new Set(roots).size < roots.length) tell('key_condition', 'a key attribute is asked for twice');
  for (const { operator, args } of terms) {
    const root = rootOf(args[0], scope) ?? 'a value';
    const isPartitionKey = root === queried.partitionKey;
    const allowed = isPartitionKey ? ['='] : root === queried.sortKey ? OF_SORT_KEYS : [];
    if (!allowed.includes(operator)) tell('key_condition', `${root} is asked for by ${operator}`);
    for (const one of args.slice(1)) {
      checkKeyAttribute(root, valueFor(one, scope), { isPartitionKey, rule: 'key' }, tell);
    }
  }
}

/** The value with which a key condition compares the partition key. */
export function partitionAsked(parameters: Parameters, queried: Keys): string | undefined {
  const { KeyConditionExpression: text, ExpressionAttributeNames: names = {} } = parameters;
  const scope: Scope = { names, values: parameters.ExpressionAttributeValues ?? {}, tell: () => {} };
  const parsed = text === undefined ? undefined : parsedOrTold(text, parseCondition, scope.tell);
  const terms = parsed ? termsOf(parsed.condition) : [];
  const term = terms.find(({ args }) => rootOf(args[0], scope) === queried.partitionKey);
  return valueFor(term?.args[1], scope)?.S;
}

// Updates.

function checkUpdate(changes: readonly Change[], keys: TableKeys, scope: Scope): void {
  for (const change of changes) {
    const root = String(resolved(change.path, scope)[0]);
    if (root === keys.partitionKey || root === keys.sortKey)
      scope.tell('key_in_update', `the update changes ${root}, a key attribute`);
    checkChange(change, scope);
    const value = valueFor(change.to, scope);
    if (change.path.length > 1 || !value) continue;
    for (const index of Object.values(keys.indexes)) checkIndexKeys({ [root]: value }, index, scope.tell);
  }
  checkOverlaps(
    changes.map(({ path }) => path),
    scope,
  );
}

const SET_TYPES = ['SS', 'NS', 'BS'];

function checkChange({ clause, to }: Change, scope: Scope): void {
  const { tell } = scope;
  const operands = to?.kind === 'sum' ? to.args : to ? [to] : [];
  for (const one of operands) {
    if (one.kind === 'call' && one.name === 'if_not_exists' && one.args[0]?.kind !== 'path')
      tell('operands', 'if_not_exists takes a path');
    const value = valueFor(one.kind === 'call' ? one.args[1] : one, scope);
    if (to?.kind === 'sum' && value && value.N === undefined)
      tell('operands', `${to.operator} takes no ${typeOf(value)}`);
  }
  const type = typeOf(valueFor(to, scope));
  if (clause === 'ADD' && ![...SET_TYPES, 'N', 'nothing'].includes(type))
    tell('operands', `ADD takes no ${type}`);
  if (clause === 'DELETE' && ![...SET_TYPES, 'nothing'].includes(type))
    tell('operands', `DELETE takes no ${type}`);
}

function checkOverlaps(paths: readonly Path[], scope: Scope): void {
  const seen: Path[] = [];
  for (const path of paths.map((one) => resolved(one, scope))) {
    const other = seen.find((one) => one.every((segment, n) => n >= path.length || path[n] === segment));
    if (other) scope.tell('overlapping_paths', `${path.join('.')} and ${other.join('.')} overlap`);
    seen.push(path);
  }
}
