import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workers } from '../../functions/contracts.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import { claim, lease } from '../../shared/rewards/items.ts';
import { later, seconds } from '../../shared/values/clock.ts';
import { givenCampaign, givenClaim } from '../given/rewards.ts';
import { smoke } from '../smoke/smoke.ts';
import { unexpected } from '../support/fault-injection.ts';
import { newAccount, type World } from '../support/world.ts';
import { sharedEmulator } from './emulated-platform.ts';
import { emulatedWorld } from './emulated-world.ts';
import type { Emulator } from './emulator.ts';
import { remember } from './report.ts';

/**
 * Each function of the synthesized stack is connected to what invokes it: routes, schedules, the stream and the user pool.
 */

let emulator: Emulator;
let world: World;
/** Other files may have used the same emulator. */
let calledBefore: ReadonlyMap<string, number>;
let messagesBefore: number;
beforeAll(async () => {
  // Nothing runs in the background, so that the test decides when workers run.
  emulator = await sharedEmulator(false);
  calledBefore = new Map(emulator.functions.map(({ principal, calls }) => [principal.name, calls()]));
  messagesBefore = emulator.queues.messages().length;
  world = await emulatedWorld(emulator);
});
afterAll(() => remember(emulator));

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

  it('delivers the deletion of a lease by TTL, and its claim expires', async () => {
    const held = await lapsing();
    await emulator.drain();
    expect(claim.parse((await world.item(claim.key(held))) ?? {}).status).toBe('reserved');
    world.advance(seconds(21));
    await emulator.drain();
    expect(await world.item(lease.key({ ...held, claimId: held.id }))).toBeUndefined();
    expect(claim.parse((await world.item(claim.key(held))) ?? {}).status).toBe('expired');
  });

  it('sends records that keep failing to the queue, and continues', async () => {
    await lapsing();
    world.advance(seconds(21));
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite') throw unexpected();
      return send();
    });
    await emulator.drain();
    world.setFault(undefined);
    // A lease fails alone. A batch of counted items fails as a whole.
    const messages = emulator.queues.messages().slice(messagesBefore);
    expect(messages).toHaveLength(2);
    for (const batchSize of [1, 5]) {
      expect(messages).toContainEqual({ DDBStreamBatchInfo: expect.objectContaining({ batchSize }) });
    }
    const next = await lapsing();
    world.advance(seconds(21));
    await emulator.drain();
    expect(claim.parse((await world.item(claim.key(next))) ?? {}).status).toBe('expired');
  });
});

describe('every function', () => {
  it('runs by a route, a schedule, the stream or the user pool, unless an operator starts it', async () => {
    for (const plan of emulator.plans) await plan.run();
    const byHand = Object.values<Worker>(workers).filter(({ trigger }) => trigger.kind === 'by_hand');
    const idle = emulator.functions.filter(
      ({ principal, calls }) => calls() === calledBefore.get(principal.name),
    );
    expect(idle.map(({ principal }) => principal.name).sort()).toEqual(
      byHand.map(({ workerId }) => workerId).sort(),
    );
  });

  it('may do what it did', () => {
    expect(emulator.usage.denials).toEqual([]);
  });

  it('needs every permission to invoke it', () => {
    expect(emulator.permissions.unused()).toEqual([]);
  });
});
