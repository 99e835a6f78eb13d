import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { fitting, fittingLists, responseBytes } from '../../shared/http/response-size.ts';
import { onboardingFlow } from '../../shared/onboarding/items.ts';
import { later } from '../../shared/values/clock.ts';
import { MAX_CHALLENGES, MAX_PUBLISHED_CAMPAIGNS } from '../../shared/values/limits.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { membership, workspace } from '../../shared/workspaces/items.ts';
import { givenAdmin } from '../given/accounts.ts';
import { givenChallenge, givenClub, givenEvent, givenLatestEvents, givenMember } from '../given/community.ts';
import { slide } from '../given/onboarding.ts';
import { givenCampaign, givenClaim } from '../given/rewards.ts';
import { newAccount, newId, newWorld, type Sent, type World } from '../support/world.ts';

/**
 * No response exceeds Lambda's limit; the test world fails every call with a larger one. Here every list is as long as
 * possible, with the longest texts that the contracts accept, in the characters that need the most bytes.
 */

let world: World;
beforeEach(async () => {
  world = await newWorld({ rollsUp: false }); // Counters would change only a few digits.
});

/** A quotation mark needs four bytes in a response and a control character seven, because both are escaped twice. */
const quotes = (length: number) => '"'.repeat(length);
const cover = { url: `https://a.my/${quotes(2035)}`, alt: quotes(500), source: 'ai_generated' } as const;
const words = { title: quotes(120), summary: quotes(500), coverImage: cover };

/** Reads all pages of a list. */
async function pagesOf(operation: OperationId, as: AccountId, sent: Sent = {}) {
  const pages = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
    const query = { limit: '100', ...sent.query, ...(cursor && { cursor }) };
    const { status, body } = await world.call(operation, { as, ...sent, query });
    expect(status).toBe(200);
    pages.push(body);
    cursor = body.nextCursor;
  }
  return pages;
}

async function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let n = 0; n < count; n++) all.push(await make(n));
  return all;
}

describe('a list of pages', () => {
  /** The largest draft that a body of 256 KB can create. Its control characters need about 1.4 MB in a response. */
  const drafted = async (as: AccountId) => {
    const body = { 'en-MY': '\u0001'.repeat(5000), 'ms-MY': quotes(5000), 'zh-Hans-MY': '' };
    const slides = Array.from({ length: 6 }, (_, n) => ({ ...slide(`${n}`), body }));
    const made = await world.call('createOnboardingDraft', {
      as,
      body: { definition: { name: 'Large', slides } },
    });
    expect(made.status).toBe(201);
    world.advance(1);
    return String(made.body.id);
  };

  it('ends a page before it is too large, and the cursors return every item once', async () => {
    const admin = await givenAdmin(world);
    const made = await times(30, () => drafted(admin));
    const pages = await pagesOf('listOnboardingFlows', admin, { query: { limit: '30' } });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(({ flows }) => flows.map(({ id }: { id: string }) => id))).toEqual(
      made.toReversed(),
    );
    // Each page but the last is almost full.
    for (const page of pages.slice(0, -1)) expect(responseBytes(page)).toBeGreaterThan(5_000_000);
  });

  it('has at least one item on a page, however large the items are', { tags: ['calls'] }, async () => {
    const admin = await givenAdmin(world);
    // Larger than a body of 256 KB can create: 300,000 control characters, which need 2.1 MB in a response.
    const long = '\u0001'.repeat(5000);
    const body = { 'en-MY': long, 'ms-MY': long, 'zh-Hans-MY': long };
    const slides = Array.from({ length: 20 }, (_, n) => ({ ...slide(`${n}`), body }));
    const ids = await times(8, async () => {
      const id = newId();
      const at = world.now().toISOString();
      const flow = { id, status: 'draft', version: 1, definition: { name: 'Large', slides } } as const;
      await world.put(onboardingFlow.stored({ ...flow, createdAt: at, updatedAt: at }));
      world.advance(1);
      return id;
    });
    const pages = await pagesOf('listOnboardingFlows', admin);
    expect(pages.flatMap(({ flows }) => flows.map(({ id }: { id: string }) => id))).toEqual(ids.toReversed());
    // The store reads no more of DynamoDB's 1 MB pages than a response has room for.
    const [first] = world.lines.filter(({ operation }) => operation === 'listOnboardingFlows');
    expect(first?.['databaseCalls']).toBe(2);
  });
});

describe('a response', () => {
  const long = (letters: number) => 'x'.repeat(letters);
  it('has room for the beginning of a list, and always for its first item', () => {
    expect(fitting([])).toEqual([]);
    expect(fitting([long(2_000_000), long(3_900_000)])).toHaveLength(2);
    expect(fitting([long(2_000_000), long(4_100_000), long(1)])).toHaveLength(1);
    expect(fitting([long(7_000_000), long(1)])).toHaveLength(1);
  });

  it('has room for a later list only where earlier ones leave it', () => {
    const lists = { a: [long(3_000_000)], b: [long(2_000_000), long(2_000_000)], c: [long(1), long(1)] };
    expect(fittingLists(lists)).toEqual({ a: lists.a, b: lists.b.slice(0, 1), c: lists.c.slice(0, 1) });
  });
});

describe('a list without pages', () => {
  it('listOwnWorkspaces omits the last workspaces when a response cannot hold all', async () => {
    const accountId = newAccount();
    await times(9, async (hundred) => {
      const at = later(world.now(), hundred).toISOString();
      const all = Array.from({ length: 50 }, () => ({ id: newId(), name: quotes(12_000) }));
      await world.put(
        ...all.flatMap((made) => [
          workspace.stored({ ...made, workspaceKind: 'corporate', createdAt: at }),
          membership.stored({
            accountId,
            workspaceId: made.id,
            memberId: newId(),
            role: 'member',
            joinedAt: at,
          }),
        ]),
      );
    });
    const { status, body } = await world.call('listOwnWorkspaces', { as: accountId });
    expect(status).toBe(200);
    expect(body.workspaces.length).toBeGreaterThan(100);
    expect(body.workspaces.length).toBeLessThan(450);
  });

  it('listCommunity, listOwnCommunity and findEvent return 100 clubs, exhibitions and challenges with the longest texts', async () => {
    const ownerId = newAccount();
    const clubs = await times(100, async () => {
      const club = await givenClub(world, { ...words, ownerId });
      await givenMember(world, club, 'owner');
      return club;
    });
    const longest = { ...words, venue: quotes(120) };
    const events = [];
    for (const [n, club] of clubs.entries())
      events.push(await givenEvent(world, club, { ...longest, joinCode: `${n}`.padStart(64, 'x') }));
    await givenLatestEvents(world, events);
    for (const event of events.slice(0, 7))
      await times(MAX_CHALLENGES, () => givenChallenge(world, event, { ...words, rules: quotes(5000) }));
    const as = ownerId;
    for (const operation of ['listCommunity', 'listOwnCommunity'] as const) {
      const { status, body } = await world.call(operation, { as });

      expect(status).toBe(200);
      for (const list of ['clubs', 'events', 'challenges'])
        expect(body[list].length, list).toBeGreaterThan(50);
      expect(body.clubs).toHaveLength(100);
      expect(body.events).toHaveLength(100);
    }
    const found = await world.call('findEvent', { as, params: { code: events[0]?.joinCode ?? '' } });
    expect(found.body.challenges).toHaveLength(MAX_CHALLENGES);
  });

  it('listCampaigns returns as many campaigns as can be published, with the longest texts, each with a claim', async () => {
    const accountId = newAccount();
    await times(MAX_PUBLISHED_CAMPAIGNS, async () => {
      const longest = { title: words.title, summary: words.summary, rules: quotes(5000) };
      const campaign = await givenCampaign(world, { ...longest, imagePath: `https://${quotes(2040)}` });
      await givenClaim(world, campaign, { accountId });
    });
    const { body } = await world.call('listCampaigns', { as: accountId });
    expect(body.campaigns).toHaveLength(MAX_PUBLISHED_CAMPAIGNS);
    const pages = await pagesOf('listPlatformCampaigns', await givenAdmin(world), {
      query: { status: 'published' },
    });
    expect(pages.flatMap(({ campaigns }) => campaigns)).toHaveLength(MAX_PUBLISHED_CAMPAIGNS);
  });
});
