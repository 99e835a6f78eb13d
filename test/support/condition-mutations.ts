import { appendFileSync } from 'node:fs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';

/** A condition and the write that carries it, named by its action and the kind of its item. */
export interface Condition {
  readonly site: string;
  readonly condition: string;
}

/** A condition without one of its terms. A test should fail under it. */
export interface Mutation extends Condition {
  readonly without: string;
  /** The remaining condition; `undefined` when the condition had only one term. */
  readonly rest: string | undefined;
}

/** `npm run test:mutation` sets these: the file that conditions are listed in, and the mutation to apply. */
export const RECORD_VARIABLE = 'SIHAT_RECORD_CONDITIONS';
export const MUTATE_VARIABLE = 'SIHAT_MUTATE_CONDITION';

/** A condition and a test file that uses it. */
export interface Recorded extends Condition {
  readonly file: string;
}

/** All mutations of a condition: each term is left out once, and each alternative of a term is left out once. */
export function mutationsOf({ site, condition }: Condition): Mutation[] {
  const terms = condition.split(' AND ');
  return terms.flatMap((term, n) => {
    const withTerm = (next: string | undefined) =>
      terms.flatMap((own, m) => (m === n ? (next ?? []) : own)).join(' AND ') || undefined;
    const alternatives = term.replace(/^\((.*)\)$/, '$1').split(' OR ');
    return [
      { site, condition, without: term, rest: withTerm(undefined) },
      ...(alternatives.length > 1 ? alternatives : []).map((without) => ({
        site,
        condition,
        without,
        rest: withTerm(alternatives.find((candidate) => candidate !== without)),
      })),
    ];
  });
}

const recorded = new Set<string>();

// biome-ignore lint/suspicious/noExplicitAny: inputs of the SDK's commands
type Input = any;

/** Lists or mutates the conditions of every write. Does nothing in an ordinary run. */
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

/** The action and the kind of item, such as `Update COMMUNITY#CLUB CLUB`. */
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
  // DynamoDB rejects names and values that no expression uses.
  const expressions = [part.ConditionExpression, part.UpdateExpression].join(' ');
  for (const kind of ['ExpressionAttributeValues', 'ExpressionAttributeNames']) {
    const used = Object.entries(part[kind] ?? {}).filter(([name]) =>
      new RegExp(`${name}\\b`).test(expressions),
    );
    part[kind] = used.length > 0 ? Object.fromEntries(used) : undefined;
  }
  // A ConditionCheck needs a condition, so it gets one that is always true.
  if (!part.ConditionExpression && !part.UpdateExpression && !part.Item && part.Key) {
    part.ConditionExpression = 'attribute_exists(pk) OR attribute_not_exists(pk)';
  }
}
