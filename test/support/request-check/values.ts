import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** Attribute values as they are sent; binary values are base64. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

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
  if (L) return 3 + sum(L.map((element) => 1 + valueSize(element)));
  return 3 + sum(Object.entries(M ?? {}).map(([name, element]) => 1 + bytesOf(name) + valueSize(element)));
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);
/** Two digits take one byte. */
const numberSize = (digits: string): number => Math.ceil(digits.length / 2) + 1;
/** Four base64 characters encode three bytes. */
const binarySize = (value: unknown): number => Math.floor((String(value).length * 3) / 4);
