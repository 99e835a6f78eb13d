import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { later, seconds } from '../../shared/clock.ts';
import { claim, lease } from '../../shared/items/rewards.ts';
import { smoke } from '../end-to-end/smoke/smoke.ts';
import { everyWayThrough } from '../support/exercise-every-permission.ts';
import { unexpected } from '../support/fault-injection.ts';
import { givenCampaign, givenClaim } from '../support/given.ts';
import { NOON, newAccount, type World } from '../support/world.ts';
import { emulatedWorld } from './emulated-world.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { remember } from './report.ts';

/** What the roles of the synthesized stack allow is what its functions use: no less, or they fail, and no more. */

let emulator: Emulator;
let world: World;
beforeAll(async () => {
  // Nothing runs by itself: each way is gone when it is meant to be.
  emulator = await startEmulator({ start: NOON, runsByItself: false });
  world = await emulatedWorld(emulator);
});
afterAll(async () => {
  remember(emulator);
  await emulator.stop();
});

describe('from outside', () => {
  it('passes the smoke test', async () => {
    const token = await world.tokenFor(newAccount());
    const checks = await smoke({ url: emulator.url, token });
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
    await emulator.settle();
    expect(claim.parse((await world.item(claim.key(held))) ?? {}).status).toBe('reserved');
    world.advance(seconds(21));
    await emulator.settle();
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
    await emulator.settle();
    world.setFault(undefined);
    expect(emulator.queues.messages()).toEqual([
      { DDBStreamBatchInfo: expect.objectContaining({ batchSize: 1 }) },
    ]);
    const next = await lapsing();
    world.advance(seconds(21));
    await emulator.settle();
    expect(claim.parse((await world.item(claim.key(next))) ?? {}).status).toBe('expired');
  });
});

describe('every way through every function', () => {
  beforeAll(() => everyWayThrough(world), 120_000);

  it('is allowed', () => {
    expect(emulator.usage.denials).toEqual([]);
  });

  it('needs all that is granted', () => {
    const unused = emulator.functions.flatMap(({ principal }) => {
      const used = emulator.usage.used(principal);
      return (principal.policy?.grants ?? [])
        .filter((grant) => !used.has(grant))
        .map(({ action, resource, leadingKey }) =>
          [principal.name, action, leadingKey ?? resource].join(' '),
        );
    });
    expect(unused).toEqual([]);
  });

  it('needs every permission to call a function', () => {
    expect(emulator.permissions.unused()).toEqual([]);
  });
});
