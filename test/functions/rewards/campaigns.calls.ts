import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import { administrators, callsOf, everybody } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { codeIssue, givenCancelled, givenClub, givenEvent } from '../../given/community.ts';
import {
  type CampaignOverrides,
  correctionOf,
  countPublished,
  givenCampaign,
  givenClaim,
  givenDefinition,
} from '../../given/rewards.ts';
import { newId } from '../../support/world.ts';

const creating =
  (change: object = {}): Scenario =>
  async (world) => ({
    as: await givenAdmin(world),
    body: { ...(await givenDefinition(world)), ...change },
  });

const changing =
  (overrides: CampaignOverrides, change: object = {}): Scenario =>
  async (world) => {
    const { id } = await givenCampaign(world, { status: 'draft', ...overrides });
    const { as, body } = await creating({ version: 1, ...change })(world);
    return { as, body, params: { campaignId: id } };
  };

const withCampaign =
  (overrides: CampaignOverrides = {}, body?: object): Scenario =>
  async (world) => {
    const { id } = await givenCampaign(world, overrides);
    return { as: await givenAdmin(world), params: { campaignId: id }, ...(body && { body }) };
  };

const withoutCampaign =
  (body?: object): Scenario =>
  async (world) => ({
    as: await givenAdmin(world),
    params: { campaignId: newId() },
    ...(body && { body }),
  });

const loss = { withdrawalId: '0195f8b0-1d2c-7e11-9c3a-5f0e7a6b4d23', units: 2, reason: 'broken' };

const delivery = { restockId: '0195f8b0-1d2c-7e11-9c3a-5f0e7a6b4d22', units: 5 };

export const campaigns = callsOf({
  listCampaigns: {
    circle: 'content',
    readsInTown: () => [{}],
    callers: everybody,
    request: () => ({}),
    refusals: {},
    rounds: 2,
    units: 3,
  },
  listEventCampaigns: {
    circle: 'content',
    readsInTown: ({ code }) => [{ params: { code } }],
    // Members of the private club see the campaigns of its exhibition, which never has any.
    callers: { others: 'event_not_found', patient: 'ok', 'club owner': 'ok' },
    request: ({ exhibition: { joinCode: code } }) => ({ params: { code } }),
    refusals: {
      event_cancelled: async (world) => {
        const { joinCode: code } = await givenCancelled(world);
        return { params: { code } };
      },
    },
    rounds: 4,
    units: 5.5,
    mistakes: [{ what: 'a code in capitals', params: { code: 'KL-EXPO' }, said: codeIssue }],
    afterLosing: { club: 'ok' },
    onExhibition: (as, { code }) => ({ as, params: { code } }),
    furtherUses: [
      async (world) => {
        const { id: eventId, joinCode } = await givenEvent(world, await givenClub(world));
        const campaign = await givenCampaign(world, { eventId, heldUnits: 1 });
        const { accountId } = await givenClaim(world, campaign);
        return { as: accountId, params: { code: joinCode } };
      },
    ],
  },
  createCampaign: {
    callers: administrators,
    request: ({ definition: body }) => ({ body }),
    refusals: {
      unknown_merchant: creating({ merchantTenantId: newId() }),
      unknown_event: creating({ eventId: newId() }),
    },
    rounds: 2,
    units: 17,
    mistakes: [
      {
        what: 'a time zone that is an offset',
        fields: { timezone: '+08:00' },
        said: 'body.timezone must be an IANA time zone, such as Asia/Kuala_Lumpur, and not Etc/GMT with an offset',
      },
    ],
    subjects: ['new id', 'merchantTenantId'],
    storesTexts: ['REWARDS#CAMPAIGN#'],
  },
  listPlatformCampaigns: {
    callers: administrators,
    request: () => ({ query: { status: 'published' } }),
    refusals: {},
    rounds: 3,
    units: 3,
    furtherUses: (['draft', 'closed', 'published'] as const).map((status) => async (world) => {
      await givenCampaign(world, { heldUnits: 1 });
      return { as: await givenAdmin(world), query: { status } };
    }),
  },
  getPlatformCampaign: {
    callers: administrators,
    request: ({ campaign: campaignId }) => ({ params: { campaignId } }),
    refusals: { campaign_not_found: withoutCampaign() },
    rounds: 2,
    units: 4,
  },
  updateCampaign: {
    callers: administrators,
    request: ({ draftCampaign: campaignId, definition }) => ({
      params: { campaignId },
      body: { ...definition, version: 1 },
    }),
    refusals: {
      campaign_not_found: async (world) => ({
        ...(await changing({})(world)),
        params: { campaignId: newId() },
      }),
      campaign_closed: changing({ status: 'closed' }),
      fixed_by_publication: changing({ status: 'published' }),
      version_conflict: changing({ version: 2 }),
      unknown_merchant: changing({}, { merchantTenantId: newId() }),
      unknown_event: changing({}, { eventId: newId() }),
    },
    rounds: 2,
    units: 19,
    furtherUses: [
      async (world) => {
        const published = await givenCampaign(world);
        const correction = correctionOf(published, { endsAt: published.redeemBy });
        return { as: await givenAdmin(world), ...correction };
      },
    ],
    storesTexts: ['REWARDS#CAMPAIGN#'],
  },
  publishCampaign: {
    callers: administrators,
    request: ({ draftCampaign: campaignId }) => ({ params: { campaignId } }),
    refusals: {
      campaign_not_found: withoutCampaign(),
      not_draft: withCampaign({ status: 'closed' }),
      campaign_over: withCampaign({ status: 'draft', endsAt: '2031-03-14T04:00:00.000Z' }),
      exhibition_not_public: async (world) => {
        const { id } = await givenEvent(world, await givenClub(world, { visibility: 'private' }));
        return withCampaign({ status: 'draft', eventId: id })(world);
      },
      too_many_published: async (world) => {
        await countPublished(world, MAX_PUBLISHED_CAMPAIGNS);
        return withCampaign({ status: 'draft' })(world);
      },
    },
    rounds: 4,
    units: 24,
  },
  closeCampaign: {
    callers: administrators,
    request: ({ campaign: campaignId }) => ({ params: { campaignId } }),
    refusals: { campaign_not_found: withoutCampaign(), not_published: withCampaign({ status: 'closed' }) },
    rounds: 3,
    units: 19,
    furtherUses: [withCampaign({ status: 'draft' })],
  },
  restockCampaign: {
    callers: administrators,
    request: ({ campaign: campaignId }) => ({ params: { campaignId }, body: delivery }),
    refusals: {
      campaign_not_found: withoutCampaign(delivery),
      not_published: withCampaign({ status: 'closed' }, delivery),
      restock_id_taken: async (world) => {
        const sent = await withCampaign({}, delivery)(world);
        await world.call('restockCampaign', sent);
        return { ...sent, body: { ...delivery, units: 6 } };
      },
    },
    rounds: 3,
    units: 17,
  },
  withdrawStock: {
    callers: administrators,
    request: ({ campaign: campaignId }) => ({ params: { campaignId }, body: loss }),
    refusals: {
      campaign_not_found: withoutCampaign(loss),
      not_published: withCampaign({ status: 'closed' }, loss),
      too_few_free: withCampaign({ units: [1] }, loss),
      withdrawal_id_taken: async (world) => {
        const sent = await withCampaign({}, loss)(world);
        await world.call('withdrawStock', sent);
        return { ...sent, body: { ...loss, reason: 'missing' } };
      },
    },
    rounds: 4,
    units: 18,
    recordsReason: true,
  },
});
