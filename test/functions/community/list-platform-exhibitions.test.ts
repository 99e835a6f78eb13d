import { beforeEach, describe, expect, it } from 'vitest';
import { days, later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { eventContent, givenChallenge, givenClub, givenEvent } from '../../given/community.ts';
import { givenCampaign } from '../../given/rewards.ts';
import { costOf } from '../../support/operation-cost.ts';
import { newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const list = async (query: Readonly<Record<string, string>> = {}) => {
  const { status, body } = await world.call('listPlatformExhibitions', { as: admin, query });
  expect(status).toBe(200);
  return body;
};
const titles = async (query?: Readonly<Record<string, string>>) =>
  (await list(query)).exhibitions.map(
    ({ event }: { readonly event: { readonly title: string } }) => event.title,
  );
const inDays = (n: number) => later(world.now(), days(n)).toISOString();
const given = async (title: string, from: number, to: number, more: object = {}) =>
  givenEvent(world, await givenClub(world), { title, startsAt: inDays(from), endsAt: inDays(to), ...more });

describe('the exhibitions of all clubs', () => {
  it('are sorted by start, in every phase, and can be selected by phase, words and days', async () => {
    await given('Ended', -9, -8);
    await given('Live', -1, 1);
    await given('Announced', 2, 3, { venue: 'Dewan MERDEKA' });
    await given('Draft', 4, 5, { publishedAt: undefined });
    await given('Cancelled', 6, 7, { cancelledAt: inDays(0) });
    const all = ['Ended', 'Live', 'Announced', 'Draft', 'Cancelled'];
    expect(await titles()).toEqual(all);
    for (const title of all) expect(await titles({ phase: title.toLowerCase() })).toEqual([title]);
    expect(await titles({ words: 'merdeka dewan' })).toEqual(['Announced']);
    // The tests begin at noon in Malaysia on 14 March 2031.
    expect(await titles({ from: '2031-03-16', to: '2031-03-18' })).toEqual(['Announced', 'Draft']);
    expect(await titles({ from: '2031-03-17' })).toEqual(['Draft', 'Cancelled']);
    expect(await titles({ to: '2031-03-05' })).toEqual(['Ended']);
  });

  it('count their challenges and campaigns, and say what is in the way of a draft', async () => {
    const club = await givenClub(world, { publishedAt: undefined, visibility: 'private', title: 'Kelab' });
    const past = { startsAt: inDays(-9), endsAt: inDays(-8), publishedAt: undefined };
    const draft = await givenEvent(world, club, past);
    await givenChallenge(world, draft);
    await givenChallenge(world, draft, { publishedAt: undefined });
    for (const status of ['draft', 'closed', 'published', 'draft'] as const)
      await givenCampaign(world, { eventId: draft.id, status });
    const { exhibitions } = await list({ to: '2031-03-06' });
    expect(exhibitions).toMatchObject([
      {
        event: { id: draft.id, joinCode: draft.joinCode, state: 'draft' },
        clubTitle: 'Kelab',
        clubState: 'draft',
        challenges: { draft: 1, published: 1 },
        campaigns: { draft: 2, published: 1, closed: 1 },
        problems: ['has_ended', 'club_not_published', 'club_is_private'],
      },
    ]);
  });

  it('follow a changed start', async () => {
    const { joinCode } = await given('Moved', 1, 9);
    await given('Other', 2, 3);
    const body = { ...eventContent, title: 'Moved', startsAt: inDays(5), endsAt: inDays(9), version: 1 };
    const changed = await world.call('updateEvent', { as: admin, params: { code: joinCode }, body });
    expect(changed.status).toBe(200);
    expect(await titles()).toEqual(['Other', 'Moved']);
  });

  it('are read page by page with a bounded number of units', async () => {
    const club = await givenClub(world);
    const all = Array.from({ length: 120 }, (_, n) => `E${String(n).padStart(3, '0')}`);
    for (const [n, title] of all.entries())
      await givenEvent(world, club, { title, startsAt: later(world.now(), n * 1000).toISOString() });
    const first = await list({ limit: '100' });
    const second = await list({ limit: '100', cursor: first.nextCursor });
    expect(
      [...first.exhibitions, ...second.exhibitions].map(
        ({ event }: { readonly event: { readonly title: string } }) => event.title,
      ),
    ).toEqual(all);
    expect(second.nextCursor).toBeUndefined();
    const query = { limit: '100' };
    const { readUnits, rounds } = await costOf(world, 'listPlatformExhibitions', { as: admin, query });
    expect(rounds).toBeLessThanOrEqual(6);
    expect(readUnits).toBeLessThanOrEqual(160);
  });
});
