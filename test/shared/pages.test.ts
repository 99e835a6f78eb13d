import { describe, expect, it } from 'vitest';
import { openPage } from '../../shared/table/page.ts';
import { testSettings } from '../support/settings.ts';
import { newAccount } from '../support/world.ts';

describe('a cursor', () => {
  const range = { index: 'gsi1', pk: 'WORKSPACE#ALL', from: 'A', to: 'B', descending: true } as const;
  const caller = { accountId: newAccount() };
  const request = { caller, query: { status: 'pending', limit: 2 }, settings: testSettings };
  const cursor = openPage(range, request).seal('the last sort key');
  const continued = { ...request, query: { ...request.query, cursor } };

  it('continues its own list with pages of any size', () => {
    expect(openPage(range, continued).after).toBe('the last sort key');
    const larger = { ...continued, query: { ...continued.query, limit: 90 } };
    expect(openPage(range, larger)).toMatchObject({ after: 'the last sort key', limit: 90 });
  });

  it.each([
    ['the other direction', { ...range, descending: false }],
    ['another index', { ...range, index: 'gsi2' as const }],
    ['no index', { ...range, index: undefined }],
    ['another partition', { ...range, pk: 'WORKSPACE#ALL#2' }],
    ['another lower bound', { ...range, from: '' }],
    ['another upper bound', { ...range, to: 'C' }],
  ])('is invalid for the same list in %s', (_, { index, ...other }) => {
    expect(() => openPage({ ...other, ...(index && { index }) }, continued)).toThrow('invalid_cursor');
  });

  it('is invalid for another selection and another caller', () => {
    const another = { ...continued, query: { ...continued.query, status: 'revoked' } };
    expect(() => openPage(range, another)).toThrow('invalid_cursor');
    const stranger = { ...continued, caller: { accountId: newAccount() } };
    expect(() => openPage(range, stranger)).toThrow('invalid_cursor');
  });
});
