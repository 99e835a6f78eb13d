import { isDeepStrictEqual } from 'node:util';
import type { StoredItem } from '../../../shared/table/item.ts';
import {
  type Condition,
  type Operand,
  parseCondition,
  parseUpdate,
} from '../../support/request-check/expressions.ts';

/** Evaluates the expressions of the operations that the model plays. An unknown function or operator throws. */

// biome-ignore lint/suspicious/noExplicitAny: a value of any type that DynamoDB stores
type Value = any;

/** A part of a transaction with its placeholders. */
export interface Expressions {
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, Value>>;
}

/** Whether the condition of a part holds for the stored item. */
export function holds(part: Expressions, item: StoredItem | undefined): boolean {
  const { ConditionExpression } = part;
  return !ConditionExpression || isMet(parseCondition(ConditionExpression), part, item);
}

/** The item after an update. */
export function updated(part: Expressions, key: StoredItem, item: StoredItem | undefined): StoredItem {
  const next: StoredItem = { ...key, ...item };
  for (const { clause, path, to } of parseUpdate(part.UpdateExpression ?? '')) {
    const names = path.map((name) => nameOf(name, part));
    const name = names.pop() ?? '';
    // The maps on the path are copied, because stored items are never changed.
    let map: StoredItem = next;
    for (const outer of names) {
      const copy = { ...(map[outer] as StoredItem) };
      map[outer] = copy;
      map = copy;
    }
    const value = to && resolved(to, part, item);
    if (clause === 'SET') map[name] = value;
    else if (clause === 'ADD') map[name] = Number(map[name] ?? 0) + value;
    else if (clause === 'REMOVE') delete map[name];
    else throw new Error(`the model does not know ${clause}`);
  }
  return next;
}

const nameOf = (name: string | number | undefined, { ExpressionAttributeNames = {} }: Expressions): string =>
  ExpressionAttributeNames[String(name)] ?? String(name);

function resolved(operand: Operand, part: Expressions, item: StoredItem | undefined): Value {
  if (operand.kind === 'path')
    return operand.path.reduce((value: Value, name) => value?.[nameOf(name, part)], item);
  if (operand.kind === 'value') return part.ExpressionAttributeValues?.[operand.name];
  if (operand.kind === 'call') {
    if (operand.name !== 'if_not_exists') throw new Error(`the model does not know ${operand.name}`);
    const [stored, other] = operand.args.map((of) => resolved(of, part, item));
    return stored ?? other;
  }
  const [left, right] = operand.args.map((of) => resolved(of, part, item));
  return operand.operator === '+' ? left + right : left - right;
}

function isMet(condition: Condition, part: Expressions, item: StoredItem | undefined): boolean {
  const met = (inner: Condition) => isMet(inner, part, item);
  if (condition.kind !== 'term') {
    const { kind, of } = condition;
    return kind === 'and' ? of.every(met) : of.some(met) !== (kind === 'not');
  }
  const [left, ...others] = condition.args.map((of) => resolved(of, part, item));
  const [right] = others;
  switch (condition.operator) {
    case 'IN':
      return others.includes(left);
    case '<>':
      return left !== right;
    case 'contains':
      return left?.includes(right) ?? false;
    case 'attribute_exists':
      return left !== undefined;
    case 'attribute_not_exists':
      return left === undefined;
    case '=':
      return isDeepStrictEqual(left, right);
    case '>':
      return left > right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    default:
      throw new Error(`the model does not know ${condition.operator}`);
  }
}
