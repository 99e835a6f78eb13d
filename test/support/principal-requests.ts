import type { OperationId } from '../../functions/contracts.ts';
import { query as period } from '../functions/analytics/calls.ts';
import { twoDays } from '../functions/analytics/certificate-calls.ts';
import { note, verification } from '../functions/clinical/calls.ts';
import { alias as newAlias, words } from '../functions/community/member-calls.ts';
import { challengeWords, eventWords } from '../functions/community/platform-calls.ts';
import { answersTo, definition } from '../functions/onboarding/calls.ts';
import type { Cast, Principal } from './principals.ts';
import { newId, type Sent } from './world.ts';

type Call = (cast: Cast, principal: Principal) => Sent;

const onPending: Call = ({ pending: id }) => ({ params: { id } });
const onClub: Call = ({ club: { id } }) => ({ params: { id } });
const onMember = ({ id }: Cast['club'], accountId: string) => ({ params: { id, accountId } });
const onExhibition: Call = ({ exhibition }) => ({ params: { code: exhibition.joinCode } });
const onEntered: Call = ({ entered: { id } }) => ({ params: { id } });
const onDraftClub: Call = ({ draftClub: { id } }) => ({ params: { id } });
const onDraftEvent: Call = ({ draftEvent }) => ({ params: { code: draftEvent.joinCode } });
const onDraftChallenge: Call = ({ draftChallenge: { id } }) => ({ params: { id } });
const onDraftFlow: Call = ({ draftFlow: id }) => ({ params: { id } });
const onCampaign: Call = ({ campaign: campaignId }) => ({ params: { campaignId } });
const onDraftCampaign: Call = ({ draftCampaign: campaignId }) => ({ params: { campaignId } });
const onCompany: Call = ({ company: workspaceId }) => ({ params: { workspaceId } });
const onShop: Call = ({ shop: workspaceId }) => ({ params: { workspaceId } });
const onEmployee: Call = ({ company: workspaceId, patient: accountId }) => ({
  params: { workspaceId, accountId },
});
const onDrafted: Call = ({ drafted: certificateId }) => ({ params: { certificateId } });
const onSubmitted: Call = ({ submitted: certificateId }) => ({ params: { certificateId } });
const deciding: Call = ({ company: workspaceId, patient: accountId, submitted: certificateId }) => ({
  params: { workspaceId, accountId, certificateId },
});
const nothing: Call = () => ({});
const all: Call = () => ({ query: {} });
const asking =
  (call: Call, query: Readonly<Record<string, string>>): Call =>
  (...of) => ({ ...call(...of), query });
const saying =
  (call: Call, body: object | ((cast: Cast) => object)): Call =>
  (cast, principal) => ({
    ...call(cast, principal),
    body: typeof body === 'function' ? body(cast) : body,
  });

const someone = (cast: Cast) => cast.accounts['other account'] ?? '';

/** The request to each operation. It always names items of the cast, whichever principal sends it. */
export const castCalls: Readonly<Record<OperationId, Call>> = {
  issueQrToken: nothing,
  createAccessRequest: ({ token }) => ({ body: { token } }),
  listAccessRequests: () => ({ query: { as: 'patient' } }),
  getAccessRequest: onPending,
  approveAccessRequest: onPending,
  denyAccessRequest: onPending,
  revokeAccessRequest: ({ approved: id }) => ({ params: { id } }),
  // A practitioner with access names the request under which they have it.
  listRecords: (cast, principal) => ({ params: { id: cast.letIn(principal) }, query: {} }),
  addRecord: (cast, principal) => ({ params: { id: cast.letIn(principal) }, body: note }),
  markRecordInError: (cast, principal) => ({
    params: { id: cast.letIn(principal), recordId: cast.note },
    body: { reason: 'Wrong patient.' },
  }),
  listOwnRecords: all,
  listAccessLog: all,
  searchAccessLog: ({ practitioner: accountId }) => ({
    params: { accountId },
    body: { reason: 'Lost laptop.' },
  }),
  verifyPractitioner: ({ lapsed: accountId }) => ({ params: { accountId }, body: verification }),
  withdrawVerification: ({ practitioner: accountId }) => ({ params: { accountId } }),
  getVerification: ({ practitioner: accountId }) => ({ params: { accountId } }),
  listVerifications: all,
  createOnboardingDraft: () => ({ body: { definition: definition() } }),
  listOnboardingFlows: all,
  getOnboardingFlow: onDraftFlow,
  updateOnboardingDraft: saying(onDraftFlow, { definition: definition(), version: 1 }),
  publishOnboardingFlow: onDraftFlow,
  archiveOnboardingFlow: ({ publishedFlow: id }) => ({ params: { id } }),
  currentOnboarding: nothing,
  saveOnboardingAnswers: ({ publishedFlow: id }) => ({ body: answersTo({ id, version: 1 }) }),
  getOnboardingAnswers: nothing,
  listCommunity: nothing,
  findEvent: onExhibition,
  getDisplay: ({ shown }) => ({ params: { code: shown.joinCode } }),
  createClub: saying(nothing, { ...words, visibility: 'public' }),
  updateClub: saying(onClub, { ...words, published: true, version: 1 }),
  listOwnCommunity: nothing,
  joinClub: onClub,
  leaveClub: onClub,
  listClubMembers: asking(onClub, { standing: 'requested' }),
  approveClubMember: ({ club, practitioner }) => onMember(club, practitioner),
  removeClubMember: ({ club, patient }) => onMember(club, patient),
  joinEvent: onExhibition,
  leaveEvent: onExhibition,
  enroll: ({ open: { id } }) => ({ params: { id }, body: { alias: newAlias } }),
  changeEnrollment: saying(onEntered, { sharePublicDisplay: false }),
  withdrawEnrollment: onEntered,
  reportSteps: saying(onEntered, ({ at }) => ({ steps: 4200, measuredAt: at })),
  getLeaderboard: onEntered,
  createPlatformClub: (cast) => ({ body: { ...words, visibility: 'private', ownerId: someone(cast) } }),
  listPlatformClubs: () => ({ query: { state: 'unreviewed' } }),
  getPlatformClub: onClub,
  updatePlatformClub: saying(onClub, { ...words, version: 1 }),
  reviewClub: saying(onDraftClub, { decision: 'approved', version: 1 }),
  publishClub: onDraftClub,
  unpublishClub: onClub,
  assignClubOwner: saying(onClub, (cast) => ({ accountId: someone(cast) })),
  createEvent: ({ club }) => ({ body: { clubId: club.id, joinCode: 'pesta-jalan-kaki', ...eventWords } }),
  listPlatformEvents: onClub,
  getPlatformEvent: onDraftEvent,
  updateEvent: saying(onDraftEvent, { ...eventWords, version: 1 }),
  publishEvent: onDraftEvent,
  unpublishEvent: onExhibition,
  createChallenge: saying(onDraftEvent, challengeWords),
  updateChallenge: saying(onDraftChallenge, { ...challengeWords, version: 1 }),
  publishChallenge: onDraftChallenge,
  unpublishChallenge: onEntered,
  moderateAlias: saying(onEntered, ({ alias }) => ({ alias, hidden: true })),
  excludeParticipant: saying(onEntered, ({ alias }) => ({ alias, reason: 'Treadmill.' })),
  listExclusions: onEntered,
  readmitParticipant: ({ entered: { id }, exclusion: exclusionId }) => ({
    params: { id, exclusionId },
    body: { reason: 'A mistake.' },
  }),
  listCampaigns: nothing,
  reserveReward: saying(onCampaign, () => ({ claimId: newId() })),
  listClaims: all,
  getPartnerClaim: ({ claim: claimId }) => ({ params: { claimId } }),
  redeemClaim: ({ claim: claimId }) => ({ params: { claimId } }),
  createCampaign: ({ definition: body }) => ({ body }),
  listPlatformCampaigns: () => ({ query: { status: 'published' } }),
  getPlatformCampaign: onCampaign,
  updateCampaign: saying(onDraftCampaign, (cast) => ({ ...cast.definition, version: 1 })),
  publishCampaign: onDraftCampaign,
  closeCampaign: onCampaign,
  restockCampaign: saying(onCampaign, () => ({ restockId: newId(), units: 5 })),
  requestDeletion: nothing,
  getAccountData: all,
  checkDeletionReceipt: ({ receiptToken }) => ({ body: { receiptToken } }),
  listAdministrators: all,
  listAdministratorActs: ({ secondAdmin: subject }) => ({ query: { subject } }),
  grantAdministrator: (cast) => ({ params: { accountId: someone(cast) } }),
  revokeAdministrator: ({ secondAdmin: accountId }) => ({ params: { accountId } }),
  createWorkspace: (cast) => ({
    body: { name: 'Teknologi Maju', workspaceKind: 'corporate', ownerId: someone(cast) },
  }),
  listWorkspaces: all,
  getWorkspace: onCompany,
  renameWorkspace: saying(onCompany, { name: 'Teknologi Maju Holdings' }),
  assignOwner: saying(onCompany, (cast) => ({ accountId: someone(cast) })),
  listMembers: asking(onCompany, {}),
  setMemberRole: saying(onEmployee, { role: 'hr_admin' }),
  removeMember: onEmployee,
  listOwnWorkspaces: nothing,
  leaveWorkspace: onCompany,
  createInvitation: saying(onCompany, { role: 'member' }),
  listInvitations: asking(onCompany, {}),
  revokeInvitation: ({ company: workspaceId, invitation: { invitationId } }) => ({
    params: { workspaceId, invitationId },
  }),
  acceptInvitation: ({ invitation: { token: invitationToken } }) => ({ body: { invitationToken } }),
  createCertificate: ({ company: workspaceId }) => ({ body: { workspaceId, ...twoDays } }),
  listOwnCertificates: all,
  getOwnCertificate: onSubmitted,
  updateCertificate: saying(onDrafted, twoDays),
  submitCertificate: saying(onDrafted, { sharingConsent: true }),
  changeSharing: saying(onSubmitted, { sharingConsent: false }),
  withdrawCertificate: onSubmitted,
  listCertificates: asking(onCompany, {}),
  approveCertificate: deciding,
  rejectCertificate: deciding,
  workspaceAnalytics: asking(onShop, period),
  medicalCertificateTotals: asking(onCompany, period),
  listMerchantCampaigns: asking(onShop, {}),
  merchantReport: asking(onShop, period),
};
