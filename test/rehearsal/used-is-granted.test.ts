import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { later, seconds } from '../../shared/clock.ts';
import { claim, lease } from '../../shared/items/rewards.ts';
import { smoke } from '../smoke/smoke.ts';
import { everyWayThrough } from '../support/every-way.ts';
import { unexpected } from '../support/faults.ts';
import { givenCampaign, givenClaim } from '../support/given.ts';
import { NOON, newAccount, type World } from '../support/world.ts';
import { type Rehearsal, startRehearsal } from './rehearsal.ts';
import { remember } from './report.ts';
import { rehearsedWorld } from './world.ts';

/** What the roles of the synthesized stack allow is what its functions use: no less, or they fail, and no more. */

let rehearsal: Rehearsal;
let world: World;
beforeAll(async () => {
  // Nothing runs by itself: each way is gone when it is meant to be.
  rehearsal = await startRehearsal({ start: NOON, runsByItself: false });
  world = await rehearsedWorld(rehearsal);
});
afterAll(async () => {
  remember(rehearsal);
  await rehearsal.stop();
});

describe('from outside', () => {
  it('passes the smoke test', async () => {
    const token = await world.tokenFor(newAccount());
    const checks = await smoke({ url: rehearsal.url, token });
    expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([]);
  }, 120_000);
});

describe('the stream', () => {
  const lapsing = async () => {
    const expiresAt = later(world.now(), seconds(20)).toISOString();
    return givenClaim(world, await givenCampaign(world), { expiresAt });
  };

  it('tells of a lease that TTL removed, and its claim expires', async () => {
    const held = await lapsing();
    await rehearsal.settle();
    expect(claim.parse((await world.item(claim.key(held))) ?? {}).status).toBe('reserved');
    world.advance(seconds(21));
    await rehearsal.settle();
    expect(await world.item(lease.key({ ...held, claimId: held.id }))).toBeUndefined();
    expect(claim.parse((await world.item(claim.key(held))) ?? {}).status).toBe('expired');
  });

  it('hands what fails again and again to the queue for a person, and goes on', async () => {
    await lapsing();
    world.advance(seconds(21));
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite') throw unexpected();
      return send();
    });
    await rehearsal.settle();
    world.setFault(undefined);
    expect(rehearsal.queues.messages()).toEqual([
      { DDBStreamBatchInfo: expect.objectContaining({ batchSize: 1 }) },
    ]);
    const next = await lapsing();
    world.advance(seconds(21));
    await rehearsal.settle();
    expect(claim.parse((await world.item(claim.key(next))) ?? {}).status).toBe('expired');
  });
});

describe('every way through every function', () => {
  beforeAll(() => everyWayThrough(world), 120_000);

  it('is allowed', () => {
    expect(rehearsal.usage.denials).toEqual([]);
  });

  it('needs all that is granted', () => {
    const unused = rehearsal.functions.flatMap(({ principal }) => {
      const used = rehearsal.usage.used(principal);
      return (principal.policy?.grants ?? [])
        .filter((grant) => !used.has(grant))
        .map(({ action, resource, leadingKey }) =>
          [principal.name, action, leadingKey ?? resource].join(' '),
        );
    });
    expect(unused).toEqual([]);
  });

  it('needs every permission to call a function', () => {
    expect(rehearsal.permissions.unused()).toEqual([]);
  });
});
