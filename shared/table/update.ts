import type { Condition } from './table.ts';

/**
 * An update with a condition. It sets the given attributes and removes those that are `undefined`; at least one must be
 * set.
 */
export function assigning(changes: Readonly<Record<string, unknown>>, condition: Condition = {}) {
  const names = Object.keys(changes);
  const set = names.filter((name) => changes[name] !== undefined);
  const removed = names.filter((name) => changes[name] === undefined);
  return {
    ...condition,
    UpdateExpression: [
      `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
    ].join(' '),
    ExpressionAttributeNames: {
      ...condition.ExpressionAttributeNames,
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...condition.ExpressionAttributeValues,
      ...Object.fromEntries(set.map((name) => [`:${name}`, changes[name]])),
    },
  };
}
