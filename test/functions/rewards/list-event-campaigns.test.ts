import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenClub, givenEvent, givenMember } from '../../given/community.ts';
import { givenCampaign, givenClaim, givenDefinition } from '../../given/rewards.ts';
import { costOf } from '../../support/operation-cost.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { settleAll } from '../analytics/counted-club.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const list = (code: string, as?: AccountId) =>
  world.call('listEventCampaigns', { params: { code }, ...(as && { as }) });
const titles = async (code: string, as?: AccountId) => {
  const { status, body } = await list(code, as);
  expect(status).toBe(200);
  return body.campaigns.map(({ title }: { readonly title: string }) => title);
};
const givenExhibition = async () => givenEvent(world, await givenClub(world));

describe('the campaigns of an exhibition', () => {
  it('are the published ones, sorted by their start, with the own claim', async () => {
    const { id: eventId, joinCode } = await givenExhibition();
    const later = await givenCampaign(world, { eventId, title: 'B', startsAt: '2031-03-14T03:30:00.000Z' });
    await givenCampaign(world, { eventId, title: 'A', startsAt: '2031-03-14T02:30:00.000Z' });
    await givenCampaign(world, { eventId, title: 'Draft', status: 'draft' });
    await givenCampaign(world, { eventId, title: 'Closed', status: 'closed' });
    await givenCampaign(world, { title: 'Elsewhere' });
    const claim = await givenClaim(world, later);
    await settleAll(world, await world.dump());
    expect(await titles(joinCode)).toEqual(['A', 'B']);
    const { campaigns } = (await list(joinCode, claim.accountId)).body;
    expect(campaigns).toMatchObject([
      { availableStock: 10 },
      { availableStock: 9, ownClaim: { id: claim.id } },
    ]);
    const all = (await world.call('listCampaigns', { as: claim.accountId })).body.campaigns;
    expect(campaigns).toEqual(all.filter((each: { readonly eventId: string }) => each.eventId === eventId));
  });

  it('follow the life of a campaign, and its draft to another exhibition', async () => {
    const [first, second] = [await givenExhibition(), await givenExhibition()];
    const as = await givenAdmin(world);
    const definition = { ...(await givenDefinition(world)), eventId: first.id, title: 'Beg' };
    const { id: campaignId } = (await world.call('createCampaign', { as, body: definition })).body;
    const body = { ...definition, eventId: second.id, version: 1 };
    expect((await world.call('updateCampaign', { as, params: { campaignId }, body })).status).toBe(200);
    expect([await titles(first.joinCode), await titles(second.joinCode)]).toEqual([[], []]);
    await world.call('publishCampaign', { as, params: { campaignId } });
    expect([await titles(first.joinCode), await titles(second.joinCode)]).toEqual([[], ['Beg']]);
    await world.call('closeCampaign', { as, params: { campaignId } });
    expect(await titles(second.joinCode)).toEqual([]);
  });

  it('are hidden with the exhibition, although they stay published', async () => {
    const { id: eventId, joinCode } = await givenExhibition();
    await givenCampaign(world, { eventId });
    await world.call('unpublishEvent', { as: await givenAdmin(world), params: { code: joinCode } });
    const unknown = await list('no-such-code');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'event_not_found']);
    expect((await list(joinCode)).body).toEqual(unknown.body);
    expect((await world.call('listCampaigns', {})).body.campaigns).toHaveLength(1);
  });

  it('of a private club are known only to its members, for whom there are none', async () => {
    const club = await givenClub(world, { visibility: 'private' });
    const { joinCode } = await givenEvent(world, club);
    const { accountId } = await givenMember(world, club, 'member');
    expect(await titles(joinCode, accountId)).toEqual([]);
    for (const as of [undefined, newAccount()]) expect((await list(joinCode, as)).status).toBe(404);
  });

  it('cost the same beside 180 published campaigns of other exhibitions', async () => {
    const { id: eventId, joinCode } = await givenExhibition();
    await givenCampaign(world, { eventId });
    const request = { params: { code: joinCode } };
    const few = await costOf(world, 'listEventCampaigns', request);
    await Promise.all(Array.from({ length: 180 }, () => givenCampaign(world)));
    expect(await costOf(world, 'listEventCampaigns', request)).toEqual(few);
  });
});
