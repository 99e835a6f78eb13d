import { appendFileSync } from 'node:fs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A condition of some write without one of its terms: the tests should notice. */
export interface Mutation {
  readonly condition: string;
  readonly without: string;
}

/** Set by `npm run test:mutation`: a file to list conditions in, and the one mutation to make. */
export const RECORD_VARIABLE = 'SIHAT_RECORD_CONDITIONS';
export const MUTATE_VARIABLE = 'SIHAT_MUTATE_CONDITION';

export const termsOf = (condition: string): string[] => condition.split(' AND ');

const recorded = new Set<string>();

// biome-ignore lint/suspicious/noExplicitAny: inputs of the SDK's commands
type Input = any;

/** Lists or weakens the conditions of every write that passes; does nothing in an ordinary run. */
export function mutations(documents: DynamoDBDocumentClient): void {
  const record = process.env[RECORD_VARIABLE];
  const mutation: Mutation | undefined =
    process.env[MUTATE_VARIABLE] && JSON.parse(process.env[MUTATE_VARIABLE]);
  if (!record && !mutation) return;
  documents.middlewareStack.add(
    (next) => (args) => {
      const input = args.input as Input;
      const parts: Input[] = input.TransactItems?.flatMap((part: object) => Object.values(part)) ?? [input];
      for (const part of parts) {
        const condition: string | undefined = part.ConditionExpression;
        if (!condition) continue;
        if (record && !recorded.has(condition)) {
          recorded.add(condition);
          appendFileSync(record, `${condition}\n`);
        }
        if (mutation?.condition === condition) weaken(part, mutation.without);
      }
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'mutations' },
  );
}

function weaken(part: Input, without: string): void {
  const rest = termsOf(part.ConditionExpression).filter((term) => term !== without);
  part.ConditionExpression = rest.join(' AND ') || undefined;
  // DynamoDB refuses names and values that no expression uses.
  const expressions = [part.ConditionExpression, part.UpdateExpression].join(' ');
  for (const kind of ['ExpressionAttributeValues', 'ExpressionAttributeNames']) {
    const used = Object.entries(part[kind] ?? {}).filter(([name]) =>
      new RegExp(`${name}\\b`).test(expressions),
    );
    part[kind] = used.length > 0 ? Object.fromEntries(used) : undefined;
  }
  // A check of nothing is no check, and DynamoDB asks a ConditionCheck for one: any item, there or not, will do.
  if (!part.ConditionExpression && !part.UpdateExpression && !part.Item && part.Key) {
    part.ConditionExpression = 'attribute_exists(pk) OR attribute_not_exists(pk)';
  }
}
