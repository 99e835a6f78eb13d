import {
  type Api,
  ApiError,
  type Board,
  type Club,
  dataOf,
  type Verification,
  type VerificationEntry,
} from '../api.ts';
import { allOf, done } from '../calls.ts';
import type { CampaignStatus, WithdrawalReason } from './kinds.ts';

const EVENTS = '/v1/platform/community/events';
const CHALLENGE = '/v1/platform/community/challenges/{id}';
const CLUBS = '/v1/platform/community/clubs';
const CAMPAIGNS = '/v1/platform/campaigns';
const CAMPAIGN = `${CAMPAIGNS}/{campaignId}` as const;
const PRACTITIONERS = '/v1/platform/practitioners';

/** Days of Malaysia, as YYYY-MM-DD. */
export interface Period {
  readonly from?: string;
  readonly to?: string;
}

/** What the wall of an exhibition shows, with the tag by which the platform says that nothing has changed. */
export interface TaggedBoard {
  readonly board: Board;
  readonly tag: string | null;
}

/** What administrators of the platform do. Each operation throws an `ApiError` for a refusal. */
export function platformOperations(api: Api) {
  const at = <Ids>(path: Ids) => ({ params: { path } });
  return {
    exhibitions: (period: Period, words?: string) =>
      allOf('exhibitions', (query) =>
        api.GET(EVENTS, { params: { query: { ...query, ...period, ...(words && { words }) } } }),
      ),
    event: (code: string) => api.GET(`${EVENTS}/{code}`, at({ code })).then(dataOf),
    publishEvent: (code: string) => api.POST(`${EVENTS}/{code}/publication`, at({ code })).then(dataOf),
    unpublishEvent: (code: string) => api.DELETE(`${EVENTS}/{code}/publication`, at({ code })).then(dataOf),
    cancelEvent: (code: string) => api.POST(`${EVENTS}/{code}/cancellation`, at({ code })).then(dataOf),
    publishChallenge: (id: string) => api.POST(`${CHALLENGE}/publication`, at({ id })).then(dataOf),

    /** @returns `before` if the wall has not changed, and `undefined` if the exhibition has none */
    async display(code: string, before?: TaggedBoard): Promise<TaggedBoard | undefined> {
      const called = await api.GET('/v1/community/events/{code}/display', {
        ...at({ code }),
        headers: before?.tag ? { 'if-none-match': before.tag } : {},
      });
      const { status, headers } = called.response;
      if (status === 304) return before;
      if (status === 404) return undefined;
      return { board: dataOf(called), tag: headers.get('etag') };
    },
    hiddenAliases: (code: string) =>
      allOf('aliases', (query) => api.GET(`${EVENTS}/{code}/aliases`, { params: { path: { code }, query } })),
    hideAlias: (code: string, alias: string, hidden: boolean) =>
      api.PUT(`${EVENTS}/{code}/aliases`, { ...at({ code }), body: { alias, hidden } }).then(dataOf),
    exclusions: (id: string) =>
      allOf('exclusions', (query) => api.GET(`${CHALLENGE}/exclusions`, { params: { path: { id }, query } })),
    exclude: (id: string, alias: string, reason: string) =>
      api.POST(`${CHALLENGE}/exclusions`, { ...at({ id }), body: { alias, reason } }).then(dataOf),
    readmit: (id: string, exclusionId: string, reason: string) =>
      api
        .POST(`${CHALLENGE}/exclusions/{exclusionId}/readmission`, {
          ...at({ id, exclusionId }),
          body: { reason },
        })
        .then(done),

    campaigns: (status: CampaignStatus) =>
      allOf('campaigns', (query) => api.GET(CAMPAIGNS, { params: { query: { ...query, status } } })),
    campaign: (campaignId: string) => api.GET(CAMPAIGN, at({ campaignId })).then(dataOf),
    publishCampaign: (campaignId: string) =>
      api.POST(`${CAMPAIGN}/publication`, at({ campaignId })).then(dataOf),
    closeCampaign: (campaignId: string) =>
      api.DELETE(`${CAMPAIGN}/publication`, at({ campaignId })).then(dataOf),
    /** Adds units. The same id has no second effect. */
    restock: (campaignId: string, restockId: string, units: number) =>
      api.POST(`${CAMPAIGN}/stock`, { ...at({ campaignId }), body: { restockId, units } }).then(dataOf),
    /** Takes free units off. The same id has no second effect. */
    withdraw: (campaignId: string, withdrawalId: string, units: number, reason: WithdrawalReason) =>
      api
        .POST(`${CAMPAIGN}/withdrawals`, { ...at({ campaignId }), body: { withdrawalId, units, reason } })
        .then(dataOf),
    workspaces: () =>
      allOf('workspaces', (query) => api.GET('/v1/platform/workspaces', { params: { query } })),

    clubsToReview: () =>
      allOf('clubs', (query) => api.GET(CLUBS, { params: { query: { ...query, state: 'unreviewed' } } })),
    club: (id: string) => api.GET(`${CLUBS}/{id}`, at({ id })).then(dataOf),
    reviewClub: ({ id, version }: Club, rejectionReason?: string) =>
      api
        .POST(`${CLUBS}/{id}/review`, {
          ...at({ id }),
          body:
            rejectionReason === undefined
              ? { decision: 'approved', version }
              : { decision: 'rejected', reason: rejectionReason, version },
        })
        .then(dataOf),

    verifications: () => allOf('practitioners', (query) => api.GET(PRACTITIONERS, { params: { query } })),
    /** @returns `undefined` if the account was never verified */
    async verification(accountId: string): Promise<Verification | undefined> {
      try {
        return dataOf(await api.GET(`${PRACTITIONERS}/{accountId}`, at({ accountId })));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'practitioner_not_found') return undefined;
        throw error;
      }
    },
    verify: (accountId: string, body: VerificationEntry) =>
      api.PUT(`${PRACTITIONERS}/{accountId}`, { ...at({ accountId }), body }).then(dataOf),
    onboardingFlows: () =>
      allOf('flows', (query) => api.GET('/v1/platform/onboarding', { params: { query } })),
  };
}

export type PlatformOperations = ReturnType<typeof platformOperations>;
