import { describe, expect, it } from 'vitest';
import type { Touches } from '../../shared/contract/table-definition.ts';
import { allowed } from './iam-guard.ts';

describe('the guard of the table', () => {
  const touches: Touches = { table: { 'CLINICAL#TOKEN#': ['GetItem'] }, gsi1: ['REWARDS#PUBLISHED'] };

  it('allows a declared action on a declared prefix', () => {
    expect(allowed(touches, { on: 'table', action: 'GetItem', key: 'CLINICAL#TOKEN#abc' })).toBe(true);
    expect(allowed(touches, { on: 'gsi1', action: 'Query', key: 'REWARDS#PUBLISHED' })).toBe(true);
  });

  it.each([
    ['another action', { on: 'table', action: 'PutItem', key: 'CLINICAL#TOKEN#abc' }],
    ['another prefix', { on: 'table', action: 'GetItem', key: 'CLINICAL#REQUEST#abc' }],
    ['a longer key than a whole one', { on: 'gsi1', action: 'Query', key: 'REWARDS#PUBLISHED#x' }],
    ['another index', { on: 'gsi2', action: 'Query', key: 'REWARDS#PUBLISHED' }],
  ] as const)('refuses %s', (_, use) => {
    expect(allowed(touches, use)).toBe(false);
  });
});
