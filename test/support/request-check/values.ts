import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Tell } from './rules.ts';

/** Attribute values as they are sent; binary values are base64. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

const MOST_ITEM_BYTES = 400 * 1024;
const DEEPEST = 32;
const MOST_DIGITS = 38;

const bytesOf = (text: string): number => Buffer.byteLength(text);

export const typeOf = (value: AttributeValue | undefined): string => Object.keys(value ?? {})[0] ?? 'nothing';

/** The size of an item in bytes. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export function sizeOf(item: Attributes): number {
  let size = 0;
  for (const name in item) size += bytesOf(name) + valueSize(item[name]);
  return size;
}

function valueSize(value: AttributeValue | undefined): number {
  if (!value) return 0;
  const { S, N, B, BOOL, NULL, SS, NS, BS, L, M } = value;
  if (S !== undefined) return bytesOf(S);
  if (N !== undefined) return numberSize(N);
  if (B !== undefined) return binarySize(B);
  if (BOOL !== undefined || NULL !== undefined) return 1;
  if (SS) return sum(SS.map(bytesOf));
  if (NS) return sum(NS.map(numberSize));
  if (BS) return sum(BS.map(binarySize));
  if (L) return 3 + sum(L.map((one) => 1 + valueSize(one)));
  return 3 + sum(Object.entries(M ?? {}).map(([name, one]) => 1 + bytesOf(name) + valueSize(one)));
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, one) => all + one, 0);
/** Two digits take one byte. */
const numberSize = (digits: string): number => Math.ceil(digits.length / 2) + 1;
/** Four base64 characters encode three bytes. */
const binarySize = (value: unknown): number => Math.floor((String(value).length * 3) / 4);

export function checkItemSize(item: Attributes, tell: Tell): void {
  const size = sizeOf(item);
  if (size > MOST_ITEM_BYTES) tell('item_size', `an item has ${size} bytes`);
}

/** Checks a value at any depth. */
export function checkValue(name: string, value: AttributeValue, tell: Tell, depth = 1): void {
  const { N, NS, SS, BS, L, M } = value;
  if (depth > DEEPEST) {
    tell('attribute_value', `${name} is nested deeper than ${DEEPEST} levels`);
    return;
  }
  for (const set of [SS, NS, BS]) {
    if (set?.length === 0) tell('attribute_value', `${name} is an empty set`);
    if (set && new Set(set.map(String)).size < set.length)
      tell('attribute_value', `${name} is a set with duplicates`);
  }
  for (const digits of [...(N === undefined ? [] : [N]), ...(NS ?? [])]) checkNumber(name, digits, tell);
  for (const one of L ?? []) checkValue(name, one, tell, depth + 1);
  for (const [key, one] of Object.entries(M ?? {})) checkValue(`${name}.${key}`, one, tell, depth + 1);
}

function checkNumber(name: string, digits: string, tell: Tell): void {
  const significant = digits.replace(/[-+.]|[eE].*/g, '').replace(/^0+|0+$/g, '');
  if (digits.trim() === '' || Number.isNaN(Number(digits))) tell('attribute_value', `${name} is no number`);
  else if (significant.length > MOST_DIGITS)
    tell('attribute_value', `${name} has more than ${MOST_DIGITS} digits`);
}
