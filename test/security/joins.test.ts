import { beforeAll, describe, expect, it } from 'vitest';
import { seconds } from '../../shared/values/clock.ts';
import { type Circle, KNOWN_IN_BOTH, type ReadOperation } from '../cast/circles.ts';
import { BETWEEN_ACTS, clubMemberOf, newTown, type Town } from '../cast/town.ts';
import { calls, contractOf, operations } from '../every-operation/calls.ts';
import { newOffice } from '../functions/analytics/workspace-driver.ts';
import { givenChallenge, givenClub, givenEvent, givenMember } from '../given/community.ts';
import { newAccount, newId, newWorld, type Sent, type World } from '../support/world.ts';

/**
 * One officer, who is everything at once, meets the same three people in two workspaces, two clubs, a challenge, a clinic and at a
 * counter, and reads every list. No id, instant, reference or text of a person in one circle leads to a person in another, except
 * where `KNOWN_IN_BOTH` says so.
 */

const reads = operations.filter((operation): operation is ReadOperation => {
  const { method, caller } = contractOf(operation);
  return method === 'GET' && caller !== 'platform_admin';
});

type Json =
  | string
  | number
  | boolean
  | undefined
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** The distinct values of a response by the path of their field: ids, instants and texts, but no numbers and enumerations. */
function valuesOf(value: Json, path = ''): [value: string, path: string][] {
  if (Array.isArray(value)) return value.flatMap((element: Json) => valuesOf(element, path));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => valuesOf(inner, path ? `${path}.${name}` : name));
  if (typeof value !== 'string' || ENUMERATION.test(value) || path.startsWith('nextCursor')) return [];
  const instant = timeIn(value);
  return [[value, path], ...(instant ? [[instant, `${path} (its time)`] as [string, string]] : [])];
}
const ENUMERATION = /^[a-z_]+$/;

/** The instant in a time-ordered id. */
function timeIn(value: string): string | undefined {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/.test(value)) return undefined;
  return new Date(Number.parseInt(value.slice(0, 13).replace('-', ''), 16)).toISOString();
}

interface Found {
  readonly circle: string;
  readonly kind: Circle;
  readonly field: string;
}

/** Every pair of fields of two circles with a value in common, except those that are known in both. */
function pairsIn(found: ReadonlyMap<string, readonly Found[]>, common: ReadonlySet<string>): string[] {
  const pairs = new Set<string>();
  for (const [value, places] of found) {
    if (common.has(value)) continue;
    for (const place of places)
      for (const other of places) {
        if (place.circle >= other.circle) continue;
        const fields = [place, other].map(({ kind, field }) => `${kind}: ${field}`).sort();
        if (!isKnown(fields)) pairs.add(fields.join(' = '));
      }
  }
  return [...pairs].sort();
}

const isKnown = (fields: readonly string[]) =>
  KNOWN_IN_BOTH.some((pair) => [...pair].sort().every((field, n) => field === fields[n]));

/** Reads everything as the officer of a town, and collects where each value is. */
async function readAll(world: World, town: Town): Promise<Map<string, Found[]>> {
  const found = new Map<string, Found[]>();
  for (const operation of reads) {
    const meets = calls[operation];
    if (!('readsInTown' in meets)) continue;
    for (const { place = '', ...sent } of meets.readsInTown(town)) {
      const { status, body } = await world.call(operation, { as: town.officer, query: {}, ...sent });
      if (status !== 200) throw new Error(`${operation} was refused: ${JSON.stringify(body)}`);
      const kind = meets.circle;
      for (const [value, field] of valuesOf(body))
        found.set(value, [...(found.get(value) ?? []), { circle: `${kind} ${place}`, kind, field }]);
    }
  }
  return found;
}

describe('what one officer reads', () => {
  const people = ['Aminah binti Ali', 'Balan a/l Raju', 'Chong Mei Ling'].map((name) => ({
    id: newAccount(),
    name,
  }));
  let found: Map<string, Found[]>;
  /** What is not about the people: it was there before them, or it is the time of reading. */
  let common: Set<string>;
  beforeAll(async () => {
    const world = await newWorld();
    const { town, lives } = await newTown(world);
    common = new Set((await readAll(world, town)).keys());
    for (const [n, person] of people.entries()) await lives(person, n);
    world.advance(BETWEEN_ACTS);
    common.add(world.now().toISOString());
    found = await readAll(world, town);
  });

  it('has each of the people in each circle', () => {
    const kinds = new Set(
      reads.map((operation) => calls[operation].circle).filter((circle) => circle !== 'own'),
    );
    expect(new Set([...found.values()].flat().map(({ kind }) => kind))).toEqual(kinds);
    for (const { name } of people) {
      const fields = [...found].filter(([value]) => value.includes(name)).map(([, [first]]) => first?.kind);
      expect(new Set(fields)).toEqual(new Set(['club', 'clinic']));
    }
  });

  it('connects no person in one circle with one in another by an id, an instant, a reference or a text', () => {
    expect(pairsIn(found, common)).toEqual([]);
  });

  it('is compared in a way that finds a pair', () => {
    const twice = [
      { circle: 'club a', kind: 'club', field: 'members.accountId' },
      { circle: 'company b', kind: 'company', field: 'members.accountId' },
    ] as const;
    expect(pairsIn(new Map([['an account', twice]]), new Set())).toEqual([
      'club: members.accountId = company: members.accountId',
    ]);
    expect(timeIn('019c2148-4164-7e5d-abff-90865d1e13b1')).toBe('2026-02-03T02:15:09.412Z');
  });
});

describe('an officer who asks every second', () => {
  it('sees nothing of who joins with a link of a list, in previews, in the list or in the repeated call', async () => {
    const world = await newWorld();
    const office = await newOffice(world);
    const [batchId, listId] = [newId(), newId()];
    const rows = ['TM-1', 'TM-2', 'TM-3'].map((reference) => ({ role: 'member', reference }));
    const list = { listId, firstRow: 1 };
    const { body } = await office.inviteAll(rows, batchId, office.owner, { list });
    const tokens: string[] = body.invitations.map(
      ({ invitationToken }: { invitationToken: string }) => invitationToken,
    );
    const seen = async () =>
      JSON.stringify([
        await Promise.all(tokens.map(async (token) => (await office.preview(token)).body)),
        await office.invitations(),
        (await office.inviteAll(rows, batchId, office.owner, { list })).body,
      ]);
    const before = await seen();
    const joiners = new Map([
      [3, tokens[1]],
      [17, tokens[0]],
    ]);
    for (let second = 0; second < 30; second++) {
      const token = joiners.get(second);
      if (token) expect((await office.accept(newAccount(), token)).status).toBe(201);
      expect(await seen()).toBe(before);
      world.advance(seconds(1));
    }
    expect(await office.members()).toHaveLength(3);
  });
});

describe('people who do the same things in the same millisecond', () => {
  it('are in each list in another order, so that no two lists can be laid side by side', async () => {
    const world = await newWorld();
    const office = await newOffice(world);
    const owner = office.owner;
    const clubs = [
      await givenClub(world, { ownerId: owner }),
      await givenClub(world, { ownerId: owner, visibility: 'private' }),
    ];
    for (const club of clubs) await givenMember(world, club, 'owner');
    const challenge = await givenChallenge(
      world,
      await givenEvent(world, clubs[0] ?? (await givenClub(world))),
    );
    const people = Array.from({ length: 12 }, newAccount);
    const numbers = new Map<string, number>();
    for (const [n, as] of people.entries()) {
      await office.join(as);
      const request = await office.file(as, '2031-04-10');
      numbers.set(request.id, n).set(await office.memberIdOf(as), n);
      for (const { id } of clubs) {
        await world.call('joinClub', { as, params: { id }, body: {} });
        numbers.set(await clubMemberOf(world, id, as), n);
      }
      await world.call('joinEvent', { as, params: { code: challenge.joinCode } });
      const body = {
        alias: `Orang ${'ABCDEFGHJKMN'[n]}`,
        shareLeaderboard: true,
        sharePublicDisplay: false,
      };
      await world.call('enroll', { as, params: { id: challenge.id }, body });
      numbers.set(body.alias, n);
    }
    const orderIn = async (operation: ReadOperation, sent: Sent) => {
      const { body } = await world.call(operation, { as: owner, ...sent });
      return [...JSON.stringify(body).matchAll(/"([^"]+)"/g)].flatMap(
        ([, text = '']) => numbers.get(text) ?? [],
      );
    };
    const company = { params: { workspaceId: office.id }, query: { limit: '100' } };
    const list = (n: number, standing: string) => ({
      params: { id: clubs[n]?.id ?? '' },
      query: { standing },
    });
    await world.call('joinEvent', { as: owner, params: { code: challenge.joinCode } });
    await world.call('enroll', {
      as: owner,
      params: { id: challenge.id },
      body: { alias: 'Tuan', shareLeaderboard: true, sharePublicDisplay: false },
    });
    const orders = [
      await orderIn('listMembers', company),
      (await orderIn('listCertificates', company)).filter((_, n) => n % 2 === 0),
      await orderIn('listClubMembers', list(0, 'member')),
      await orderIn('listClubMembers', list(1, 'requested')),
      await orderIn('getLeaderboard', { params: { id: challenge.id }, query: { limit: '100' } }),
    ];
    for (const order of orders) expect(order.toSorted((a, b) => a - b)).toEqual(people.map((_, n) => n));
    const different = new Set(orders.flatMap((order) => [order.join(), order.toReversed().join()]));
    expect(different.size).toBe(2 * orders.length);
    expect(different).not.toContain(people.map((_, n) => n).join());
  });
});
