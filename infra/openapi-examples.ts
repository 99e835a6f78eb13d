import type * as z from 'zod/mini';
import type { contracts, OperationId } from '../functions/contracts.ts';

/** One believable request and answer for each operation; one that breaks its contract does not compile. */
type Contracts = typeof contracts;
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : never;
type ExampleOf<C> = (C extends { readonly body: infer B }
  ? { readonly body: Sent<B> }
  : { readonly body?: never }) & {
  readonly success: C extends { readonly success: infer S }
    ? { readonly [Status in keyof S]: Sent<S[Status]> }
    : never;
};

/** The same, for a reader who does not know which operation it is. */
export interface OperationExamples {
  readonly body?: unknown;
  readonly success: { readonly 200?: unknown; readonly 201?: unknown; readonly 204?: undefined };
}

interface ParameterText {
  readonly description: string;
  readonly example: string | number;
  /** What the schema cannot tell of itself. */
  readonly format?: 'date';
}

const WORKSPACE_ID = '5f0c8f0e-2f6b-4c53-9a3e-6f5d0c9b7a11';
const CAMPAIGN_ID = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';
const CLAIM_ID = '0195f3a2-7c1e-7d5a-8f21-4b6c2a9e0d13';
const CLUB_ID = '3fa2b0c4-8d1e-4f6a-9c7b-1e5d2a8f4b60';
const EVENT_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const CHALLENGE_ID = 'e4eaaaf2-d142-41b3-b36e-1d8c0a2f5c77';
const ACCESS_REQUEST_ID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const PRACTITIONER_ID = 'd9428888-122b-41e1-b85c-61fd3cca3a1e';
const CURSOR = '2mRkT0xPZ3Vn5sYc4wBqH8aJ1eKfNdLxUiVtSzMyCgRpXoQbWh';
const JOIN_CODE = 'kl-walk-2026';

/** Path and query parameters, by name: a name means the same wherever it stands. */
export const parameters: Readonly<Record<string, ParameterText>> = {
  id: { description: 'The id of the resource', example: ACCESS_REQUEST_ID },
  accountId: { description: 'The id of the account', example: PRACTITIONER_ID },
  as: { description: 'Whose list: as the patient, or as the practitioner', example: 'patient' },
  limit: { description: 'At most so many, from 1 to 100; 20 unless told', example: '20' },
  cursor: {
    description: 'Where to go on: `nextCursor` of the page before; of this list and caller alone',
    example: CURSOR,
  },
  code: { description: "The exhibition's enrollment code", example: JOIN_CODE },
  campaignId: { description: 'The id of a published campaign', example: CAMPAIGN_ID },
  workspaceId: { description: 'The id of the workspace', example: WORKSPACE_ID },
  from: {
    description: 'First day of the period, a Malaysian calendar day, included',
    example: '2026-03-01',
    format: 'date',
  },
  to: {
    description: 'Last day of the period, a Malaysian calendar day, included; at most 366 days from `from`',
    example: '2026-03-02',
    format: 'date',
  },
};

const campaign = {
  id: CAMPAIGN_ID,
  merchantTenantId: 'a3bb189e-8bf9-4c8f-9f4e-2b8f3d9c6e15',
  eventId: EVENT_ID,
  title: 'Botol air Jalan Sihat',
  summary: 'A steel water bottle for everyone who joins the walk at Tasik Titiwangsa.',
  rules:
    'One bottle for each account. Collect it at the counter by the main gate; show the claim on your phone.',
  deliveryKind: 'physical_gift' as const,
  startsAt: '2026-03-01T00:00:00.000Z',
  endsAt: '2026-03-31T15:59:59.000Z',
  redeemBy: '2026-04-07T15:59:59.000Z',
  timezone: 'Asia/Kuala_Lumpur',
  reservationTtlSeconds: 86_400,
  requiresVerifiedIdentity: false,
  imagePath: '/campaigns/botol-air.webp',
  claimPolicy: 'per_merchant' as const,
  claimRestricted: false,
  limitBasis: 'account' as const,
  availableStock: 148,
  availability: 'available' as const,
};

const claim = {
  id: CLAIM_ID,
  campaignId: CAMPAIGN_ID,
  deliveryKind: 'physical_gift' as const,
  status: 'reserved' as const,
  reservedAt: '2026-03-02T02:15:09.412Z',
  expiresAt: '2026-03-03T02:15:09.412Z',
};

const club = {
  id: CLUB_ID,
  title: 'Kelab Larian Titiwangsa',
  summary: 'Easy runs around the lake, every Saturday at 7 in the morning.',
  memberCount: 231,
  membership: { joinedAt: '2026-01-10T23:41:00.000Z' },
};

const event = {
  id: EVENT_ID,
  clubId: CLUB_ID,
  title: 'Pesta Jalan Sihat Kuala Lumpur',
  summary: 'A weekend of walking, health checks and local food.',
  coverImage: {
    url: 'https://images.sihat.my/events/kl-walk-2026.webp',
    alt: 'People of all ages walking along a lake at sunrise',
    source: 'ai_generated' as const,
  },
  memberCount: 1240,
  startsAt: '2026-03-07T00:00:00.000Z',
  endsAt: '2026-03-08T10:00:00.000Z',
  timezone: 'Asia/Kuala_Lumpur',
  venue: 'Tasik Titiwangsa, Kuala Lumpur',
  joinCode: JOIN_CODE,
  expectedAttendees: 3000,
};

const challenge = {
  id: CHALLENGE_ID,
  eventId: EVENT_ID,
  clubId: CLUB_ID,
  title: '20,000 langkah',
  summary: 'The most steps over the weekend.',
  memberCount: 412,
  startsAt: '2026-03-07T00:00:00.000Z',
  endsAt: '2026-03-08T10:00:00.000Z',
  metric: 'steps' as const,
  rules: 'Steps count from enrollment until Sunday, 6 in the evening.',
  provisional: true,
  rewardEligible: true,
};

const enrollment = {
  participantId: '16fd2706-8baf-433b-82eb-8c7fada847da',
  alias: 'Hang Langkah',
  joinedAt: '2026-03-06T12:00:00.000Z',
  countingFrom: '2026-03-07T00:00:00.000Z',
  shareLeaderboard: true,
  sharePublicDisplay: false,
  steps: 8412,
  measuredAt: '2026-03-07T05:30:00.000Z',
  provisional: true,
  rewardEligible: true,
};

const definition = {
  name: 'Selamat datang 2026',
  slides: [
    {
      id: 'welcome',
      title: {
        'en-MY': 'Welcome to Sihat',
        'ms-MY': 'Selamat datang ke Sihat',
        'zh-Hans-MY': '欢迎来到 Sihat',
      },
      body: {
        'en-MY': 'Walk together, look after your health, and keep your records in your own hands.',
        'ms-MY': 'Berjalan bersama, jaga kesihatan, dan simpan rekod anda sendiri.',
        'zh-Hans-MY': '一起步行，关爱健康，自己掌握自己的记录。',
      },
      image: {
        url: 'https://images.sihat.my/onboarding/welcome.webp',
        alt: {
          'en-MY': 'Neighbours walking in a park',
          'ms-MY': 'Jiran berjalan di taman',
          'zh-Hans-MY': '邻居们在公园散步',
        },
      },
    },
  ],
  questions: [
    {
      id: 'goal',
      prompt: {
        'en-MY': 'What would you like to do?',
        'ms-MY': 'Apakah yang anda ingin lakukan?',
        'zh-Hans-MY': '您想做什么？',
      },
      kind: 'single' as const,
      options: [
        {
          id: 'walk',
          label: { 'en-MY': 'Walk more', 'ms-MY': 'Lebih banyak berjalan', 'zh-Hans-MY': '多走路' },
        },
        { id: 'meet', label: { 'en-MY': 'Meet people', 'ms-MY': 'Berkenalan', 'zh-Hans-MY': '认识朋友' } },
      ],
      maxSelections: 1,
    },
  ],
};

const draft = {
  id: '886313e1-3b8a-4372-9b90-0c9aee199e5d',
  status: 'draft' as const,
  version: 1,
  definition,
  createdAt: '2026-03-02T02:15:09.412Z',
  updatedAt: '2026-03-02T02:15:09.412Z',
};

const publishedFlow = {
  ...draft,
  status: 'published' as const,
  version: 3,
  updatedAt: '2026-03-04T01:00:00.000Z',
  publishedAt: '2026-03-04T01:00:00.000Z',
};

const deletion = {
  id: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  status: 'pending' as const,
  requestedAt: '2026-03-02T02:15:09.412Z',
  receiptExpiresAt: '2026-08-29T02:15:09.412Z',
  noticeVersion: '2026-01-01',
};

const receiptToken = 'kq3Wm0v9Yt2Zb7Xc5Nf8Rj1Ls4Pd6Hg0Ta2Ue9Io3Vw';

const report = {
  workspaceId: WORKSPACE_ID,
  reportedAt: '2026-03-02T02:15:09.412Z',
  timezone: 'Asia/Kuala_Lumpur' as const,
  period: { from: '2026-03-01', to: '2026-03-02', days: 2 },
};

const verification = {
  name: 'Dr Nurul Aisyah binti Rahman',
  licenseAuthority: 'Majlis Perubatan Malaysia',
  licenseNumber: 'MPM 58231',
  specialistRegistration: 'NSR 134502',
  specialty: 'Family medicine',
  organization: 'Klinik Kesihatan Ampang',
  verificationValidUntil: '2026-12-31T15:59:59.000Z',
};

const practitioner = { id: PRACTITIONER_ID, ...verification, verifiedAt: '2025-11-20T03:00:00.000Z' };

const accessRequest = {
  id: ACCESS_REQUEST_ID,
  status: 'pending' as const,
  practitioner,
  requestedAt: '2026-03-02T02:15:09.412Z',
  pendingExpiresAt: '2026-03-02T02:30:09.412Z',
  purpose: 'consultation_recordkeeping' as const,
  scope: 'read_and_add' as const,
  noticeVersion: '2026-01-01',
};

const approved = {
  ...accessRequest,
  status: 'approved' as const,
  approvedAt: '2026-03-02T02:17:41.003Z',
  expiresAt: '2026-03-03T02:17:41.003Z',
};

const note = {
  id: '0195f3b0-11aa-7c3d-9e52-8a7b6c5d4e3f',
  accessRequestId: ACCESS_REQUEST_ID,
  practitionerId: PRACTITIONER_ID,
  title: 'Blood pressure check',
  body: '128/82 at rest. Walks daily since January. Next check in three months.',
  consultedAt: '2026-03-02T02:25:00.000Z',
  createdAt: '2026-03-02T02:31:20.554Z',
};

export const examples: { readonly [Id in OperationId]: ExampleOf<Contracts[Id]> } = {
  issueQrToken: {
    success: {
      201: { token: '3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs', expiresAt: '2026-03-02T02:20:09.412Z' },
    },
  },
  createAccessRequest: {
    body: { token: '3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs' },
    success: { 201: accessRequest },
  },
  listAccessRequests: { success: { 200: { accessRequests: [accessRequest] } } },
  getAccessRequest: { success: { 200: accessRequest } },
  approveAccessRequest: { success: { 200: approved } },
  denyAccessRequest: {
    success: { 200: { ...accessRequest, status: 'denied', deniedAt: '2026-03-02T02:17:41.003Z' } },
  },
  revokeAccessRequest: {
    success: { 200: { ...approved, status: 'revoked', revokedAt: '2026-03-02T03:05:12.880Z' } },
  },
  listRecords: { success: { 200: { records: [note] } } },
  addRecord: { body: { title: note.title, body: note.body }, success: { 201: note } },
  listOwnRecords: { success: { 200: { records: [note], nextCursor: CURSOR } } },
  listAccessLog: {
    success: {
      200: {
        entries: [
          {
            id: '5a3f6f2e-0b1d-4c8e-9f7a-2d4b6c8e0a13',
            at: '2026-03-02T02:31:20.554Z',
            action: 'record_added',
            accessRequestId: accessRequest.id,
            practitionerId: practitioner.id,
            practitionerName: practitioner.name,
            recordId: note.id,
          },
        ],
      },
    },
  },
  verifyPractitioner: {
    body: verification,
    success: { 200: practitioner },
  },
  withdrawVerification: { success: { 204: undefined } },
  createOnboardingDraft: { body: { definition }, success: { 201: draft } },
  listOnboardingFlows: { success: { 200: { flows: [draft] } } },
  getOnboardingFlow: { success: { 200: draft } },
  updateOnboardingDraft: { body: { definition, version: 1 }, success: { 200: { ...draft, version: 2 } } },
  publishOnboardingFlow: { success: { 200: publishedFlow } },
  archiveOnboardingFlow: { success: { 200: { ...publishedFlow, status: 'archived' } } },
  currentOnboarding: { success: { 200: publishedFlow } },
  listCommunity: {
    success: { 200: { clubs: [club], events: [event], challenges: [{ ...challenge, enrollment }] } },
  },
  findEvent: { success: { 200: { event, challenges: [challenge] } } },
  getDisplay: {
    success: {
      200: {
        event: { title: event.title, startsAt: event.startsAt, endsAt: event.endsAt },
        challenges: [
          {
            title: challenge.title,
            top: [
              { alias: 'Puteri Pantas', steps: 18_204, rank: 1 },
              { alias: '阿明', steps: 16_920, rank: 2 },
              { alias: 'Kumar W', steps: 16_920, rank: 2 },
            ],
            total: 57,
          },
        ],
        updatedAt: '2026-03-07T05:30:00.000Z',
        provisional: true,
        rewardEligible: true,
      },
    },
  },
  listCampaigns: { success: { 200: { campaigns: [{ ...campaign, ownClaim: claim }] } } },
  reserveReward: { body: { claimId: CLAIM_ID }, success: { 200: claim, 201: claim } },
  requestDeletion: {
    success: { 200: { request: deletion, receiptToken }, 201: { request: deletion, receiptToken } },
  },
  checkDeletionReceipt: {
    body: { receiptToken },
    success: {
      200: {
        ...deletion,
        status: 'completed',
        completedAt: '2026-03-09T19:02:44.000Z',
        receiptExpiresAt: '2026-06-07T19:02:44.000Z',
      },
    },
  },
  workspaceAnalytics: {
    success: {
      200: {
        ...report,
        current: {
          activeMembers: 184,
          pendingInvitations: 6,
          availableStock: 148,
          heldStock: 31,
          redeemedStock: 21,
        },
        periodCounts: {
          membersJoined: 5,
          membersEnded: 1,
          invitationsCreated: 8,
          invitationsAccepted: 5,
          claimsReserved: 12,
        },
        invitationOutcomes: { accepted: 4, pending: 3, expired: 0, revoked: 1 },
        claimOutcomes: { reserved: 7, redeemed: 4, expired: 1 },
        daily: [
          {
            date: '2026-03-01',
            membersJoined: 4,
            membersEnded: 0,
            invitationsCreated: 6,
            invitationsAccepted: 4,
            claimsReserved: 9,
            claimOutcomes: { reserved: 5, redeemed: 3, expired: 1 },
          },
          {
            date: '2026-03-02',
            membersJoined: 1,
            membersEnded: 1,
            invitationsCreated: 2,
            invitationsAccepted: 1,
            claimsReserved: 3,
            claimOutcomes: { reserved: 2, redeemed: 1, expired: 0 },
          },
        ],
      },
    },
  },
  medicalCertificateTotals: {
    success: {
      200: {
        ...report,
        requests: { submitted: 2, approved: 5, rejected: 1, withdrawn: 0 },
        calendarDays: { submitted: 3, approved: 8, rejected: 1, withdrawn: 0 },
      },
    },
  },
};
