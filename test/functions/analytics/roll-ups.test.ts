import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { job as checkRollUps } from '../../../functions/analytics/roll-ups/check-roll-ups.ts';
import { job as rebuildRollUps } from '../../../functions/analytics/roll-ups/rebuild-roll-ups.ts';
import { job as rollUp } from '../../../functions/analytics/roll-ups/roll-up.ts';
import { clubMembership, enrollment, eventMembership } from '../../../shared/community/participation.ts';
import { STREAM_BATCH } from '../../../shared/contract/worker.ts';
import { campaign, claim, newShard, stockShard } from '../../../shared/rewards/items.ts';
import { contributionsOf, countedKinds, keyOf } from '../../../shared/rollups/contributions.ts';
import { readCountedUpTo } from '../../../shared/rollups/counted-up-to.ts';
import { readCounters } from '../../../shared/rollups/counters.ts';
import {
  dayRow,
  type Owner,
  ownerName,
  ReportDay,
  ReportTotals,
  rebuildLock,
  reportOf,
} from '../../../shared/rollups/items.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { later, minutes, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { invitation, invitationExpiry } from '../../../shared/workspaces/invitations.ts';
import { certificate, membership } from '../../../shared/workspaces/items.ts';
import { givenChallenge, givenClub, givenEvent } from '../../given/community.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenWorkspace } from '../../given/workspaces.ts';
import { expectCounters } from '../../support/counter-invariants.ts';
import { meanwhile, unexpected } from '../../support/fault-injection.ts';
import { NOON, newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { givenUncounted, recordOf, settleAll } from './counted-club.ts';

/** Counters over people: `shared/rollups/` and the workers that keep them. */

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

describe('the time up to which everything is counted', () => {
  const run = (...ages: readonly number[]) => {
    const Records = ages.map((age) => ({
      eventName: 'INSERT',
      dynamodb: { ApproximateCreationDateTime: later(world.now(), -seconds(age)).getTime() / 1000 },
    }));
    return world.run(rollUp, { Records });
  };
  const upTo = async (age: number) =>
    expect(await readCountedUpTo(world.freshTable(), world.now())).toBe(
      later(world.now(), -seconds(age)).toISOString(),
    );

  it('is unknown at first, and then ten seconds before the latest change, because other shards may be that late', async () => {
    expect(await readCountedUpTo(world.freshTable(), world.now())).toBeUndefined();
    await run(9, 7, 8);
    await upTo(17);
  });

  it('does not go back for an earlier batch of another shard', async () => {
    await run(4);
    await run(5);
    await upTo(14);
    await run(0);
    await upTo(10);
  });

  it('is that of a late or failing batch for a minute', async () => {
    await run(0);
    await run(40, 11);
    await upTo(40);
    await run(20);
    await upTo(40); // The later one of two late shards does not hide the other.
    world.advance(minutes(1));
    await upTo(70);
    await run(0);
    world.setFault(({ command, send, input }) => {
      if (command === 'TransactWrite' && !JSON.stringify(input).includes('ROLLUP#COUNTED'))
        throw unexpected();
      return send();
    });
    const { newMember } = await givenUncounted(world);
    const member = newMember();
    await world.put(member);
    const { dynamodb } = recordOf(undefined, member);
    const times = [20, 5].map((age) => later(world.now(), -seconds(age)).getTime() / 1000);
    const Records = times.map((time) => ({ dynamodb: { ...dynamodb, ApproximateCreationDateTime: time } }));
    await expect(world.run(rollUp, { Records })).rejects.toThrow();
    await upTo(20);
  });

  it('does not keep a batch from being counted while its item is busy', async () => {
    const { newMember, count } = await givenUncounted(world);
    const member = newMember();
    await world.put(member);
    world.setFault(({ input, send }) => {
      if (JSON.stringify(input).includes('ROLLUP#COUNTED')) throw new TryAgain('throttled');
      return send();
    });
    const { dynamodb } = recordOf(undefined, member);
    const ApproximateCreationDateTime = later(world.now(), -seconds(20)).getTime() / 1000;
    await world.run(rollUp, { Records: [{ dynamodb: { ...dynamodb, ApproximateCreationDateTime } }] });
    expect(await count()).toBe(1);
  });
});

describe('settling an item', () => {
  it('counts it once, however often and however many at the same time', async () => {
    const { newMember: join, count: members } = await givenUncounted(world);
    const item = join();
    await world.put(item);
    await Promise.all([settleAll(world, [item]), settleAll(world, [item, item]), settleAll(world, [item])]);
    expect(await settleAll(world, [item])).toEqual({ corrected: 0, unreadable: 0 });
    expect(await members()).toBe(1);
  });

  it('counts what is stored, not what the change was', async () => {
    const { newMember: join, count: members } = await givenUncounted(world);
    const item = join();
    await settleAll(world, [item]); // The item is deleted before its record arrives.
    expect(await members()).toBe(0);
  });

  it('reads again when another settlement was faster', async () => {
    const { newMember: join, count: members } = await givenUncounted(world);
    const item = join();
    await world.put(item);
    const record = { Records: [recordOf(undefined, item)] };
    meanwhile(world, async () => {
      await world.remove(item);
      await settleAll(world, [item]);
    });
    await world.run(rollUp, record);
    expect(await members()).toBe(0);
    await expectCounters(world);
  });

  it.each([false, true])(
    'reads again when another one came between its two reads; counted before: %s',
    async (isCounted) => {
      const { newMember: join, count: members } = await givenUncounted(world);
      const item = join();
      await world.put(item);
      if (isCounted) await settleAll(world, [item]);
      let reads = 0;
      world.setFault(async ({ command, send }) => {
        if (command === 'BatchGet' && ++reads === 2) {
          await world.remove(item);
          await settleAll(world, [item]);
        }
        return send();
      });
      await world.run(rollUp, { Records: [recordOf(undefined, item)] });
      expect(await members()).toBe(0);
    },
  );

  it('fills a transaction with 97 items of an owner, the row of its counters and the lock', async () => {
    const { newMember: join, count: members } = await givenUncounted(world);
    const items = Array.from({ length: STREAM_BATCH + 1 }, () => join());
    await world.put(...items);
    let writes = 0;
    world.setFault(({ command, send }) => {
      if (command === 'TransactWrite') writes += 1;
      return send();
    });
    await world.run(rollUp, { Records: items.map((item) => recordOf(undefined, item)) });
    expect([STREAM_BATCH, await members(), writes]).toEqual([97, 98, 2]);
  });

  it('skips a change that adds nothing', async () => {
    const { newMember: join } = await givenUncounted(world);
    const item = join();
    const calls: string[] = [];
    world.setFault(({ command, send }) => {
      calls.push(command);
      return send();
    });
    await world.run(rollUp, { Records: [recordOf(item, { ...item, joinedAt: 'later' })] });
    expect(calls).toEqual([]);
  });

  it('skips an item that nobody can read, and counts the others', async () => {
    const { newMember: join, count: members } = await givenUncounted(world);
    const [good, bad, iso] = [join(), join(), NOON.toISOString()];
    const broken = { ...bad, role: 'king' };
    const of = { accountId: newAccount(), clubId: newId(), joinCode: 'tiada', joinedAt: iso };
    const deleted = await givenCampaign(world);
    await world.remove(campaign.key(deleted));
    // Nothing that these belong to exists.
    const strays = [
      clubMembership.stored({ ...of, memberId: newId(), role: 'member', visibility: 'public' }),
      eventMembership.stored(of),
      enrollment.stored({
        ...of,
        challengeId: newId(),
        participantId: newId(),
        alias: 'A',
        foldedAlias: 'a',
        countingFrom: iso,
        endsAt: iso,
        boardPartitions: 1,
        shareLeaderboard: false,
        sharePublicDisplay: false,
        steps: 0,
        version: 1,
      }),
      stockShard.stored(newShard(deleted, 0, 10)),
    ];
    const items = [good, broken, ...strays];
    await world.put(...items);
    const before = await world.dump();
    const Records = items.map((item) => recordOf(undefined, item));
    // The shard also belongs to its merchant, for whom it counts.
    expect((await world.run(rollUp, { Records })).done).toEqual({ itemsCounted: 2, itemsSkipped: 5 });
    expect(await members()).toBe(1);
    // New are the records of the good item and of the shard, and the merchant's counters.
    expect((await world.dump()).length).toBe(before.length + 3);
  });

  it('logs no key of a person', async () => {
    const { members } = await givenUncounted(world, 1);
    await world.run(rollUp, { Records: members.map((item) => recordOf(undefined, item)) });
    expect(JSON.stringify(world.lines)).not.toContain(String(members[0]?.['accountId']));
  });
});

describe('medical certificates', () => {
  const of = (accountId: AccountId, workspaceId: string, firstDay: string, lastDay: string) =>
    certificate.stored({
      id: newId(),
      accountId,
      workspaceId,
      firstDay,
      lastDay,
      status: 'submitted',
      sharingConsent: true,
      createdAt: NOON.toISOString(),
      submittedAt: NOON.toISOString(),
    });

  it('of 366 days add at most 20 amounts', () => {
    const [contribution] = contributionsOf(of(newAccount(), newId(), '2031-12-31', '2032-12-30'));
    const amounts = Object.values(contribution?.amounts ?? {}).flatMap(Object.values);
    expect(amounts).toHaveLength(2 + 12);
  });

  it('of one person are counted while the person is a member, however many there are', async () => {
    const { id: workspaceId } = await givenWorkspace(world);
    const employed = {
      accountId: newAccount(),
      workspaceId,
      memberId: newId(),
      role: 'member',
      joinedAt: NOON.toISOString(),
    } as const;
    const all = Array.from({ length: process.env['SIHAT_RUNS'] ? 3000 : 90 }, () =>
      of(employed.accountId, workspaceId, '2031-03-10', '2031-03-12'),
    );
    const joined = membership.stored(employed);
    await world.put(joined, ...all);
    const counted = async () =>
      (await readCounters(world.freshTable(), owner))[dayRow('2031-03-10')]?.['submittedStarts'];
    const owner: Owner = { kind: 'certificates', id: workspaceId };
    await world.run(rollUp, { Records: [recordOf(undefined, joined)] });
    expect(await counted()).toBe(all.length);
    const left = membership.stored({ ...employed, endedAt: NOON.toISOString() });
    await world.put(left);
    await world.run(rollUp, { Records: [recordOf(joined, left)] });
    expect(await counted()).toBe(0);
    await world.put(joined);
    await world.run(rollUp, { Records: [recordOf(left, joined)] });
    expect(await counted()).toBe(all.length);
  });
});

describe('a rebuild', () => {
  it('counts what the stream has lost, and corrects counters that differ from the records', async () => {
    const club = await givenUncounted(world);
    const [lost, counted] = [club.newMember(), club.newMember()];
    await world.put(lost, counted);
    await settleAll(world, [counted]);
    await club.setCount(40);
    const workspace = await givenWorkspace(world);
    await world.put({ ...reportOf(workspace.id), sk: 'DAY#2031-03-01', joined: 7 });
    const { done } = await world.run(rebuildRollUps);
    expect(done).toMatchObject({ itemsCounted: 1, itemsSkipped: 0, countersCorrected: 2 });
    expect(await club.count()).toBe(2);
    await expectCounters(world);
    expect((await world.run(rebuildRollUps)).done).toMatchObject({ itemsCounted: 0, countersCorrected: 0 });
  });

  it('of one owner leaves the others alone', async () => {
    const [first, second] = [await givenUncounted(world), await givenUncounted(world)];
    await world.put(first.newMember(), second.newMember());
    await world.run(rebuildRollUps, { owner: ownerName(first.owner) } as object);
    expect([await first.count(), await second.count()]).toEqual([1, 0]);
  });

  it('refuses an input that names no owner', async () => {
    await expect(world.run(rebuildRollUps, { owner: 'tree:1' } as object)).rejects.toThrow();
    await expect(world.run(rebuildRollUps, { from: 'x' })).rejects.toThrow('the input must be {}');
  });

  it('makes settlements of its owner wait, until its lock ends', async () => {
    const club = await givenUncounted(world);
    const item = club.newMember();
    const { owner } = club;
    const lockedUntil = later(world.now(), minutes(5)).toISOString();
    await world.put(item, rebuildLock.stored({ owner, holder: newId(), lockedUntil }));
    await expect(settleAll(world, [item])).rejects.toThrow('conflict');
    await expect(world.run(rebuildRollUps, { owner: ownerName(owner) } as object)).rejects.toThrow();
    expect(await club.count()).toBe(0);
    world.advance(minutes(5));
    await settleAll(world, [item]);
    expect(await club.count()).toBe(1);
  });

  it('removes its lock, even when it fails', async () => {
    const club = await givenUncounted(world);
    await club.setCount(4);
    world.setFault(({ command, input, send }) =>
      command === 'TransactWrite' && JSON.stringify(input).includes('memberCount')
        ? Promise.reject(unexpected())
        : send(),
    );
    const input = { owner: ownerName(club.owner) } as object;
    await expect(world.run(rebuildRollUps, input)).rejects.toThrow();
    world.setFault(undefined);
    expect(await world.item(rebuildLock.key({ owner: club.owner }))).toBeUndefined();
  });
});

describe('the hourly check', () => {
  it('counts and corrects drift, but not a change that is still being counted', async () => {
    const club = await givenUncounted(world);
    const [lost, moving] = [club.newMember(), club.newMember()];
    await world.put(lost, moving);
    world.setTime({ sleep: async () => void (await settleAll(world, [moving])) });
    const { done } = await world.run(checkRollUps);
    expect(done).toMatchObject({ itemsDrifted: 1 });
    expect(await club.count()).toBe(2);
    expect((await world.run(checkRollUps)).done).toMatchObject({ itemsDrifted: 0 });
  });
});

describe('random changes of items of every kind', () => {
  const step = fc.record({
    slot: fc.nat(23),
    variant: fc.nat(4),
    /** The next records to deliver, and how to deliver them. */
    deliver: fc.nat(3),
    skip: fc.nat(5),
    fault: fc.constantFrom('none', 'none', 'before', 'after'),
    lost: fc.nat(19),
  });

  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  async function play(steps: readonly Step[], loses: boolean): Promise<void> {
    world = await newWorld();
    const slots = await newSlots();
    const stored = new Map<string, StoredItem>();
    // The campaign has units from the beginning, whether or not a step changes them.
    let waiting = (await world.dump()).map((item) => recordOf(undefined, item));

    const deliver = async (records: typeof waiting, fault: string) => {
      world.setFault(({ command, send }) => {
        if (command !== 'TransactWrite' || fault === 'none') return send();
        const now = fault;
        fault = 'none';
        return now === 'before'
          ? Promise.reject(unexpected())
          : send().then(() => Promise.reject(unexpected()));
      });
      const [all] = await Promise.allSettled([
        world.run(rollUp, { Records: records }),
        world.run(rollUp, { Records: records.slice(0, 2) }), // The same records are delivered twice at the same time.
      ]);
      world.setFault(undefined);
      return all.status === 'fulfilled';
    };

    for (const { slot, variant, deliver: most, skip, fault, lost } of steps) {
      const stateOf = slots[slot % slots.length] ?? (() => undefined);
      const name = JSON.stringify(keyOf(stateOf(0) ?? {}));
      const before = stored.get(name);
      const after = stateOf(variant);
      if (before || after) {
        if (after) await world.put(after);
        else if (before) await world.remove(before);
        if (after) stored.set(name, after);
        else stored.delete(name);
        if (!loses || lost > 0) waiting.push(recordOf(before, after));
      }
      // Records are delivered late and out of order: some wait, and failed ones are delivered again.
      const batch = waiting.slice(skip, skip + most);
      if (batch.length > 0 && (await deliver(batch, fault)))
        waiting = waiting.filter((record) => !batch.includes(record));
    }
    if (waiting.length > 0) await world.run(rollUp, { Records: waiting });
  }

  const runs = Number(process.env['SIHAT_RUNS'] ?? 4);

  it('are counted exactly, however their records are delivered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        await play(steps, false);
        await expectCounters({ dump: world.dump, freshTable: world.freshTable });
      }),
      { numRuns: runs },
    );
  });

  it('are counted exactly after a rebuild, even if records were lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        await play(steps, true);
        await world.run(rebuildRollUps);
        await expectCounters({ dump: world.dump, freshTable: world.freshTable });
      }),
      { numRuns: runs },
    );
  });

  it('include every counted kind and, of a report, every counter', async () => {
    const slots = await newSlots();
    await givenClaim(world, await givenCampaign(world), { status: 'redeemed' });
    const items = [...slots.flatMap((slot) => [0, 1, 2, 3].map(slot)), ...(await world.dump())].filter(
      (item) => item !== undefined,
    );
    const isOf = (item: StoredItem, { pkPrefix, skPrefix }: (typeof countedKinds)[number]) =>
      keyOf(item).pk.startsWith(pkPrefix) && keyOf(item).sk.startsWith(skPrefix);
    expect(countedKinds.filter((kind) => !items.some((item) => isOf(item, kind)))).toEqual([]);
    const rows = items
      .flatMap(contributionsOf)
      .filter(({ owner }) => owner.kind === 'workspace')
      .flatMap(({ amounts }) => Object.values(amounts));
    const fields = new Set(rows.flatMap(Object.keys));
    const declared = [...Object.keys(ReportDay.shape), ...Object.keys(ReportTotals.shape)];
    expect(declared.filter((name) => !fields.has(name))).toEqual([]);
  });

  /** Functions for items that change independently. Each returns its item in one of several states, or `undefined`. */
  async function newSlots(): Promise<((variant: number) => StoredItem | undefined)[]> {
    const of = await givenClub(world, { memberCount: 0 });
    const event = await givenEvent(world, of);
    const challenge = await givenChallenge(world, event);
    const company = await givenWorkspace(world);
    const merchant = await givenWorkspace(world, 'merchant');
    const { id: campaignId } = await givenCampaign(world, { merchantTenantId: merchant.id, units: [10] });
    const iso = NOON.toISOString();
    const yesterday = later(NOON, -minutes(24 * 60)).toISOString();
    return [newAccount(), newAccount(), newAccount()].flatMap((accountId) => {
      const [id, invitationId, certificateId] = [newId(), newId(), newId()];
      return [
        (variant) =>
          variant < 3
            ? clubMembership.stored({
                accountId,
                clubId: of.id,
                memberId: newId(),
                visibility: 'public',
                joinedAt: iso,
                role: (['owner', 'member', 'requested'] as const)[variant] ?? 'member',
              })
            : undefined,
        (variant) =>
          variant < 3
            ? eventMembership.stored({ accountId, joinCode: event.joinCode, clubId: of.id, joinedAt: iso })
            : undefined,
        (variant) =>
          variant < 4
            ? enrollment.stored({
                accountId,
                challengeId: challenge.id,
                joinCode: event.joinCode,
                clubId: of.id,
                participantId: id,
                alias: 'A',
                foldedAlias: 'a',
                joinedAt: iso,
                countingFrom: iso,
                endsAt: event.endsAt,
                boardPartitions: 1,
                shareLeaderboard: false,
                steps: 0,
                version: 1,
                falls: variant,
                sharePublicDisplay: variant !== 2,
                ...(variant === 3 && { aliasHiddenAt: iso }),
              })
            : undefined,
        (variant) =>
          variant < 4
            ? membership.stored({
                accountId,
                workspaceId: company.id,
                memberId: newId(),
                role: 'member',
                joinedAt: variant === 0 ? yesterday : iso,
                ...(variant === 2 && { endedAt: iso }),
                ...(variant === 3 && { accountClosed: true }),
              })
            : undefined,
        (variant) =>
          variant < 4
            ? certificate.stored({
                id: certificateId,
                accountId,
                workspaceId: company.id,
                firstDay: '2031-02-20',
                lastDay: '2031-04-02',
                createdAt: iso,
                status: (['draft', 'submitted', 'approved', 'withdrawn'] as const)[variant] ?? 'draft',
                sharingConsent: variant !== 3,
                ...(variant > 0 && { submittedAt: iso }),
              })
            : undefined,
        (variant) =>
          invitation.stored({
            workspaceId: company.id,
            invitationId,
            batchId: invitationId,
            role: 'member',
            createdAt: yesterday,
            expiresAt: invitationExpiry(new Date(yesterday)).toISOString(),
            ...(variant === 1 && { acceptedAt: iso }),
            ...(variant === 2 && { revokedAt: iso }),
            ...(variant === 3 && { acceptedAt: iso, accountClosed: true }),
          }),
        (variant) =>
          variant < 4
            ? claim.stored({
                id,
                accountId,
                campaignId,
                merchantTenantId: merchant.id,
                shard: 0,
                deliveryKind: 'physical_gift',
                reservedAt: iso,
                expiresAt: later(NOON, 1).toISOString(),
                status: (['reserved', 'redeemed', 'expired'] as const)[variant] ?? 'reserved',
                ...(variant === 3 && { accountClosed: true }),
              })
            : undefined,
        (variant) =>
          stockShard.stored({
            campaignId,
            merchantTenantId: merchant.id,
            shard: 0,
            totalUnits: 10,
            isOpen: true,
            freeUnits: 10 - variant,
            heldUnits: variant,
            redeemedUnits: 0,
            startsAt: yesterday,
            endsAt: iso,
            requiresVerifiedIdentity: false,
          }),
      ] satisfies ((variant: number) => StoredItem | undefined)[];
    });
  }
});
