import { describe, expect, it } from 'vitest';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { givenClub, givenEvent } from '../given/community.ts';
import { unexpected } from '../support/fault-injection.ts';
import { newAccount, newWorld, type Sent } from '../support/world.ts';

/** What anyone may read: shared caches may keep only what a caller without a token gets. */

const kept = Object.values<Contract>(contracts).filter(({ caching }) => caching === 'signed_out');
const PUBLIC = 'public, max-age=0, s-maxage=5, stale-if-error=0';

it('concerns two lists and two look-ups', () => {
  expect(kept.map(({ params }) => params !== undefined).sort()).toEqual([false, false, true, true]);
});

describe.each(
  kept.map(({ operationId, params }) => [operationId as OperationId, params !== undefined] as const),
)('%s', (operation, isLookUp) => {
  const headersOf = async (sent: Sent, code?: string) => {
    const world = await newWorld();
    const { joinCode } = await givenEvent(world, await givenClub(world));
    const request = isLookUp ? { ...sent, params: { code: code ?? joinCode } } : sent;
    const { status, headers } = await world.call(operation, request);
    expect(headers).not.toHaveProperty('etag');
    return { status, cacheControl: headers['cache-control'], vary: headers['vary'] };
  };
  const privately = (status: number) => ({
    status,
    cacheControl: 'private, no-store',
    vary: 'Authorization',
  });

  it('may be kept for five seconds without a token, and never stale while the origin fails', async () => {
    expect(await headersOf({})).toEqual({ status: 200, cacheControl: PUBLIC, vary: 'Authorization' });
  });

  it('is never 304, because only a 200 may be kept', async () => {
    expect(await headersOf({ headers: { 'if-none-match': '*' } })).toMatchObject({ status: 200 });
  });

  it('must not be kept with a token, valid or not', async () => {
    expect(await headersOf({ as: newAccount() })).toEqual(privately(200));
    for (const authorization of ['', 'Bearer dead', 'Basic eDp5']) {
      expect(await headersOf({ headers: { authorization } })).toEqual(privately(401));
    }
  });

  it.runIf(isLookUp)('may be kept with an unknown code, only without a token', async () => {
    expect(await headersOf({}, 'no-such-code')).toEqual({
      status: 404,
      cacheControl: PUBLIC,
      vary: 'Authorization',
    });
    expect(await headersOf({ as: newAccount() }, 'no-such-code')).toEqual(privately(404));
  });

  it('must not be kept when it fails', async () => {
    const world = await newWorld();
    world.setFault(async () => {
      throw unexpected();
    });
    const { status, headers } = await world.call(operation, isLookUp ? { params: { code: 'kl-expo' } } : {});
    expect([status, headers['cache-control'], headers['vary']]).toEqual([
      500,
      'private, no-store',
      'Authorization',
    ]);
  });
});
