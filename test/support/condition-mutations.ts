import { appendFileSync } from 'node:fs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';

/** Where a condition stands, as far as the write itself tells: an action on a kind of item. */
export interface Condition {
  readonly site: string;
  readonly condition: string;
}

/** A condition without one of its terms: the tests should notice. */
export interface Mutation extends Condition {
  readonly without: string;
  /** What is left of it; nothing, when it had one term. */
  readonly rest: string | undefined;
}

/** Set by `npm run test:mutation`: a file to list conditions in, and the one mutation to make. */
export const RECORD_VARIABLE = 'SIHAT_RECORD_CONDITIONS';
export const MUTATE_VARIABLE = 'SIHAT_MUTATE_CONDITION';

/** A condition and a test file that sends it. */
export interface Recorded extends Condition {
  readonly file: string;
}

/** Each way to leave out a term, and each way to leave out an alternative of one. */
export function mutationsOf({ site, condition }: Condition): Mutation[] {
  const terms = condition.split(' AND ');
  return terms.flatMap((term, n) => {
    const withTerm = (next: string | undefined) =>
      terms.flatMap((one, m) => (m === n ? (next ?? []) : one)).join(' AND ') || undefined;
    const alternatives = term.replace(/^\((.*)\)$/, '$1').split(' OR ');
    return [
      { site, condition, without: term, rest: withTerm(undefined) },
      ...(alternatives.length > 1 ? alternatives : []).map((without) => ({
        ...{ site, condition, without },
        rest: withTerm(alternatives.find((one) => one !== without)),
      })),
    ];
  });
}

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
      const parts: [string, Input][] = input.TransactItems?.flatMap(Object.entries) ?? [['Put', input]];
      for (const [action, part] of parts) {
        const condition: string | undefined = part.ConditionExpression;
        if (!condition) continue;
        const site = siteOf(action, part.Item ?? part.Key);
        if (record) note(record, { site, condition, file: expect.getState().testPath ?? '' });
        if (mutation?.condition === condition && mutation.site === site) weaken(part, mutation.rest);
      }
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'mutations' },
  );
}

/** `Update COMMUNITY#CLUB CLUB`: the action, and the key without what tells one item from another. */
function siteOf(action: string, { pk, sk }: { readonly pk: string; readonly sk: string }): string {
  const kind = pk.split('#').filter((segment) => /^[A-Z-]+$/.test(segment));
  return [action, kind.join('#'), /^[A-Z-]+/.exec(sk)?.[0] ?? ''].join(' ').trim();
}

function note(list: string, found: Recorded): void {
  const line = JSON.stringify(found);
  if (recorded.has(line)) return;
  recorded.add(line);
  appendFileSync(list, `${line}\n`);
}

function weaken(part: Input, rest: string | undefined): void {
  part.ConditionExpression = rest;
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
