import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../../shared/contract/table-definition.ts';
import {
  type Change,
  type Operand,
  type Path,
  parseCondition,
  parseUpdate,
  SyntaxProblem,
  type Term,
  termsOf,
} from './expressions.ts';
import { type Attributes, typeOf } from './values.ts';

const GUIDE = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const REFERENCE = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference';

/** DynamoDB's documented rules that the embedded engine does not check, or not in every case, each with its page. */
export const rules = {
  grammar: `${GUIDE}/Expressions.OperatorsAndFunctions.html`,
  /** `IN` has at most 100 operands. */
  expression_size: `${GUIDE}/Constraints.html#limits-expression-parameters`,
  /** Every name placeholder that is used is defined, every one that is defined is used, and the map is not empty. */
  names: `${GUIDE}/Expressions.ExpressionAttributeNames.html`,
  /** The same rule for value placeholders. */
  values: `${GUIDE}/Expressions.ExpressionAttributeValues.html`,
  /** The operands of an operator or function have accepted types and are not identical. */
  operands: `${GUIDE}/Expressions.OperatorsAndFunctions.html`,
  /** An update changes no key attribute of the table. */
  key_in_update: `${REFERENCE}/API_UpdateItem.html`,
  /** No two paths of an update are equal, and none is a part of another. */
  overlapping_paths: `${GUIDE}/Expressions.UpdateExpressions.html`,
  /** A key that a query compares with is a string, not empty, and not too long. */
  key: `${GUIDE}/HowItWorks.NamingRulesDataTypes.html`,
  /** An index key attribute of an item is not too long. */
  index_key: `${GUIDE}/GSI.html`,
  /** A query continues in its own partition. */
  start_key: `${GUIDE}/Query.Pagination.html`,
  /** A part of a transaction has one action, and an update has an expression. */
  transaction: `${REFERENCE}/API_TransactWriteItems.html`,
  /** An idempotency token belongs to one request for ten minutes. */
  client_token: `${REFERENCE}/API_TransactWriteItems.html`,
} as const;

export type Rule = keyof typeof rules;

/** A rule that a request violates, and how. */
export interface Violation {
  readonly rule: Rule;
  readonly what: string;
}

type Tell = (rule: Rule, what: string) => void;

/** The parameters of one operation on items, or of one part of a transaction or batch. */
interface Part {
  readonly TableName?: string;
  readonly Item?: Attributes;
  readonly ExclusiveStartKey?: Attributes;
  readonly ConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly ProjectionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Attributes;
}
interface Body extends Part {
  readonly ClientRequestToken?: string;
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[];
  readonly RequestItems?: Readonly<Record<string, Part | readonly { readonly PutRequest?: Part }[]>>;
}

interface Scope {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Attributes;
  readonly tell: Tell;
}

/** The key attributes of the table and of its indexes, with the most bytes of each. The ledger has the same keys. */
const { indexes, ...ofTable } = tableDefinition;
const MAX_BYTES: Readonly<Record<string, number>> = Object.fromEntries(
  [ofTable, ...Object.values(indexes)].flatMap(({ partitionKey, sortKey }) => [
    [partitionKey, 2048],
    [sortKey, 1024],
  ]),
);
const MAX_IN = 100;

/** The rules that a request violates. Requests that do not concern items violate none. */
export function violationsOf(body: Body): Violation[] {
  const found: Violation[] = [];
  const tell: Tell = (rule, what) => found.push({ rule, what });
  try {
    for (const action of body.TransactItems ?? []) checkAction(action, tell);
    for (const part of partsOf(body)) checkPart(part, tell);
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    tell('grammar', error.message);
  }
  return found;
}

/** The error message for the test that sent the request. */
export function describeViolations(operation: string, found: readonly Violation[]): string {
  const lines = found.map(({ rule, what }) => `- ${what} (${rule}: ${rules[rule]})`);
  return [`DynamoDB would refuse this ${operation}:`, ...lines].join('\n');
}

function partsOf({ TransactItems, RequestItems, ...body }: Body): readonly Part[] {
  if (TransactItems) return TransactItems.flatMap((action) => Object.values(action));
  if (!RequestItems) return [body];
  return Object.entries(RequestItems).flatMap(([TableName, of]) =>
    'map' in of ? of.map(({ PutRequest }) => ({ TableName, ...PutRequest })) : [{ TableName, ...of }],
  );
}

function checkAction(action: Readonly<Record<string, Part>>, tell: Tell): void {
  if (Object.keys(action).length !== 1) tell('transaction', 'a part does not have one action');
  if (action['Update']?.UpdateExpression === '') tell('transaction', 'an update has no expression');
}

function checkPart(part: Part, tell: Tell): void {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = part;
  const scope: Scope = { names, values, tell };
  const expressions = [
    part.ConditionExpression,
    part.FilterExpression,
    part.KeyConditionExpression,
    part.ProjectionExpression,
    part.UpdateExpression,
  ].join(' ');
  checkPlaceholders('names', part.ExpressionAttributeNames, expressions.match(/#\w+/g) ?? [], tell);
  checkPlaceholders('values', part.ExpressionAttributeValues, expressions.match(/:\w+/g) ?? [], tell);
  for (const text of [part.ConditionExpression, part.FilterExpression, part.KeyConditionExpression]) {
    if (text) for (const term of termsOf(parseCondition(text))) checkTerm(term, scope);
  }
  if (part.KeyConditionExpression) checkQuery(part.KeyConditionExpression, part.ExclusiveStartKey, scope);
  if (part.UpdateExpression) checkUpdate(parseUpdate(part.UpdateExpression), scope);
  for (const [name, value] of Object.entries(part.Item ?? {})) checkKeySize('index_key', name, value, tell);
}

function checkPlaceholders(
  rule: 'names' | 'values',
  defined: Readonly<Record<string, unknown>> | undefined,
  used: readonly string[],
  tell: Tell,
): void {
  const all = Object.keys(defined ?? {});
  if (defined && all.length === 0) tell(rule, `the map of ${rule} is empty`);
  for (const name of new Set(used).difference(new Set(all))) tell(rule, `${name} is used and not defined`);
  for (const name of all) {
    if (!used.includes(name)) tell(rule, `${name} is defined and not used`);
    if (defined?.[name] === '') tell(rule, `${name} stands for an empty name`);
  }
}

const resolved = (path: Path, { names }: Scope): Path =>
  path.map((segment) => (typeof segment === 'string' ? (names[segment] ?? segment) : segment));

const valueFor = (operand: Operand | undefined, { values }: Scope) =>
  operand?.kind === 'value' ? values[operand.name] : undefined;

// Conditions.

const COMPARING = ['<', '<=', '>', '>=', 'BETWEEN'];
const ORDERED_TYPES = ['S', 'N', 'B'];
const TAKE_A_PATH = ['attribute_exists', 'attribute_not_exists', 'attribute_type', 'size'];

function checkTerm({ operator, args }: Term, scope: Scope): void {
  const { tell } = scope;
  const [first = '', ...others] = args.map((arg) =>
    JSON.stringify(arg.kind === 'path' ? resolved(arg.path, scope) : arg),
  );
  if (others.includes(first)) tell('operands', `an operand of ${operator} is its first one again: ${first}`);
  if (operator === 'IN' && others.length > MAX_IN)
    tell('expression_size', `IN has ${others.length} operands`);
  if (COMPARING.includes(operator)) checkOrdered(operator, args, scope);
  if (operator === 'BETWEEN') checkBounds(args, scope);
  const calls = [{ name: operator, args }, ...args.filter((arg) => arg.kind === 'call')];
  for (const { name, args: of } of calls) {
    if (TAKE_A_PATH.includes(name) && of[0]?.kind !== 'path') tell('operands', `${name} takes a path`);
  }
  const second = valueFor(args[1], scope);
  if (operator === 'attribute_type' && second?.S === undefined)
    tell('operands', 'attribute_type takes a string');
  if (operator === 'begins_with' && second && second.S === undefined && second.B === undefined)
    tell('operands', `begins_with takes no ${typeOf(second)}`);
}

function checkOrdered(operator: string, args: readonly Operand[], scope: Scope): void {
  const types = new Set(args.flatMap((arg) => valueFor(arg, scope) ?? []).map(typeOf));
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

function checkQuery(text: string, startKey: Attributes | undefined, scope: Scope): void {
  const { tell } = scope;
  for (const { args } of termsOf(parseCondition(text))) {
    const [of, ...others] = args;
    const name = of?.kind === 'path' ? String(resolved(of.path, scope)[0]) : '';
    for (const value of others.map((arg) => valueFor(arg, scope))) {
      if (value?.S === undefined) tell('key', `${name} is ${typeOf(value)} instead of a string`);
      if (value?.S === '') tell('key', `${name} is empty`);
      checkKeySize('key', name, value, tell);
      if (name.endsWith('pk') && startKey && startKey[name]?.S !== value?.S)
        tell('start_key', `the start key is not of the partition ${value?.S}`);
    }
  }
}

function checkKeySize(
  rule: 'key' | 'index_key',
  name: string,
  value: AttributeValue | undefined,
  tell: Tell,
): void {
  const most = MAX_BYTES[name];
  const bytes = Buffer.byteLength(value?.S ?? '');
  if (most !== undefined && bytes > most) tell(rule, `${name} has ${bytes} bytes, more than ${most}`);
}

// Updates.

function checkUpdate(changes: readonly Change[], scope: Scope): void {
  const seen: Path[] = [];
  for (const change of changes) {
    const path = resolved(change.path, scope);
    const root = String(path[0]);
    if (root === ofTable.partitionKey || root === ofTable.sortKey)
      scope.tell('key_in_update', `the update changes ${root}, a key attribute`);
    if (path.length === 1) checkKeySize('index_key', root, valueFor(change.to, scope), scope.tell);
    checkChange(change, scope);
    const other = seen.find((earlier) =>
      earlier.every((segment, n) => n >= path.length || path[n] === segment),
    );
    if (other) scope.tell('overlapping_paths', `${path.join('.')} and ${other.join('.')} overlap`);
    seen.push(path);
  }
}

const SET_TYPES = ['SS', 'NS', 'BS', 'nothing'];

function checkChange({ clause, to }: Change, scope: Scope): void {
  const { tell } = scope;
  const operands = to?.kind === 'sum' ? to.args : to ? [to] : [];
  for (const operand of operands) {
    if (operand.kind === 'call' && operand.name === 'if_not_exists' && operand.args[0]?.kind !== 'path')
      tell('operands', 'if_not_exists takes a path');
    const value = valueFor(operand.kind === 'call' ? operand.args[1] : operand, scope);
    if (to?.kind === 'sum' && value && value.N === undefined)
      tell('operands', `${to.operator} takes no ${typeOf(value)}`);
  }
  const type = typeOf(valueFor(to, scope));
  const isTaken = SET_TYPES.includes(type) || (clause === 'ADD' && type === 'N');
  if ((clause === 'ADD' || clause === 'DELETE') && !isTaken) tell('operands', `${clause} takes no ${type}`);
}
