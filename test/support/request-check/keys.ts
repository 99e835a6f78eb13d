import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { ledgerDefinition, tableDefinition } from '../../../shared/table/definition.ts';
import { LEDGER_SUFFIX } from '../iam-guard.ts';
import type { Tell } from './rules.ts';
import { type Attributes, typeOf } from './values.ts';

/** The key attributes of a table or index, which are all strings here. */
export interface Keys {
  readonly partitionKey: string;
  readonly sortKey: string;
}

export interface TableKeys extends Keys {
  readonly indexes: Readonly<Record<string, Keys>>;
}

const MOST_PARTITION_KEY_BYTES = 2048;
const MOST_SORT_KEY_BYTES = 1024;

export function keysOfTable(name: string | undefined): TableKeys {
  return name?.endsWith(LEDGER_SUFFIX) ? { ...ledgerDefinition, indexes: {} } : tableDefinition;
}

/** Checks the key of an item in a request that names only the key. */
export function checkKey(key: Attributes | undefined, keys: Keys, tell: Tell): void {
  const wanted = [keys.partitionKey, keys.sortKey];
  for (const name of Object.keys(key ?? {})) {
    if (!wanted.includes(name)) tell('key', `${name} is no key attribute`);
  }
  checkKeyAttributes(key ?? {}, keys, tell);
}

/** Checks the keys of an item that is put: its own key and its index keys. */
export function checkKeysOf(item: Attributes, keys: TableKeys, tell: Tell): void {
  checkKeyAttributes(item, keys, tell);
  for (const index of Object.values(keys.indexes)) checkIndexKeys(item, index, tell);
}

/** Checks those attributes that are index keys. */
export function checkIndexKeys(some: Attributes, { partitionKey, sortKey }: Keys, tell: Tell): void {
  for (const name of [partitionKey, sortKey]) {
    const how = { isPartitionKey: name === partitionKey, rule: 'index_key' } as const;
    if (some[name] !== undefined) checkKeyAttribute(name, some[name], how, tell);
  }
}

function checkKeyAttributes(of: Attributes, { partitionKey, sortKey }: Keys, tell: Tell): void {
  for (const name of [partitionKey, sortKey]) {
    checkKeyAttribute(name, of[name], { isPartitionKey: name === partitionKey, rule: 'key' }, tell);
  }
}

interface How {
  readonly isPartitionKey: boolean;
  readonly rule: 'key' | 'index_key';
}

export function checkKeyAttribute(
  name: string,
  value: AttributeValue | undefined,
  { isPartitionKey, rule }: How,
  tell: Tell,
): void {
  const text = value?.S;
  if (text === undefined) tell(rule, `${name} is ${typeOf(value)} instead of a string`);
  if (text === '') tell(rule, `${name} is empty`);
  const most = isPartitionKey ? MOST_PARTITION_KEY_BYTES : MOST_SORT_KEY_BYTES;
  const bytes = Buffer.byteLength(text ?? '');
  if (bytes > most) tell(rule === 'key' ? 'key_size' : rule, `${name} has ${bytes} bytes, more than ${most}`);
}
