import type { Contract } from '../shared/contract.ts';
import type { Worker } from '../shared/worker.ts';
import * as administrators from './analytics/administrators/contract.ts';
import * as certificates from './analytics/certificates/contract.ts';
import * as invitations from './analytics/invitations/contract.ts';
import * as analytics from './analytics/reports/contract.ts';
import * as workspaces from './analytics/workspaces/contract.ts';
import * as clinical from './clinical/contract.ts';
import * as verifications from './clinical/verification-contract.ts';
import * as clubs from './community/clubs/contract.ts';
import * as communityPlatform from './community/clubs/platform-contract.ts';
import * as enrollments from './community/enrollments/contract.ts';
import * as activities from './community/events/platform-contract.ts';
import * as community from './community/schemas.ts';
import * as deletion from './deletion/contract.ts';
import * as deletionWorkers from './deletion/workers.ts';
import * as onboarding from './onboarding/contract.ts';
import * as rewards from './rewards/contract.ts';
import * as rewardsPlatform from './rewards/platform-contract.ts';
import * as rewardsWorkers from './rewards/workers.ts';

/** Every endpoint of the platform, by operation id. */
export const contracts = {
  issueQrToken: clinical.issueQrToken,
  createAccessRequest: clinical.createAccessRequest,
  listAccessRequests: clinical.listAccessRequests,
  getAccessRequest: clinical.getAccessRequest,
  approveAccessRequest: clinical.approveAccessRequest,
  denyAccessRequest: clinical.denyAccessRequest,
  revokeAccessRequest: clinical.revokeAccessRequest,
  listRecords: clinical.listRecords,
  addRecord: clinical.addRecord,
  listOwnRecords: clinical.listOwnRecords,
  listAccessLog: clinical.listAccessLog,
  verifyPractitioner: verifications.verifyPractitioner,
  withdrawVerification: verifications.withdrawVerification,
  getVerification: verifications.getVerification,
  listVerifications: verifications.listVerifications,
  createOnboardingDraft: onboarding.createOnboardingDraft,
  listOnboardingFlows: onboarding.listOnboardingFlows,
  getOnboardingFlow: onboarding.getOnboardingFlow,
  updateOnboardingDraft: onboarding.updateOnboardingDraft,
  publishOnboardingFlow: onboarding.publishOnboardingFlow,
  archiveOnboardingFlow: onboarding.archiveOnboardingFlow,
  currentOnboarding: onboarding.currentOnboarding,
  listCommunity: community.listCommunity,
  findEvent: community.findEvent,
  getDisplay: community.getDisplay,
  createClub: clubs.createClub,
  updateClub: clubs.updateClub,
  listOwnCommunity: clubs.listOwnCommunity,
  joinClub: clubs.joinClub,
  leaveClub: clubs.leaveClub,
  listClubMembers: clubs.listClubMembers,
  approveClubMember: clubs.approveClubMember,
  removeClubMember: clubs.removeClubMember,
  joinEvent: clubs.joinEvent,
  leaveEvent: clubs.leaveEvent,
  enroll: enrollments.enroll,
  changeEnrollment: enrollments.changeEnrollment,
  withdrawEnrollment: enrollments.withdrawEnrollment,
  reportSteps: enrollments.reportSteps,
  getLeaderboard: enrollments.getLeaderboard,
  createPlatformClub: communityPlatform.createPlatformClub,
  listPlatformClubs: communityPlatform.listPlatformClubs,
  getPlatformClub: communityPlatform.getPlatformClub,
  updatePlatformClub: communityPlatform.updatePlatformClub,
  reviewClub: communityPlatform.reviewClub,
  publishClub: communityPlatform.publishClub,
  unpublishClub: communityPlatform.unpublishClub,
  assignClubOwner: communityPlatform.assignClubOwner,
  createEvent: activities.createEvent,
  listPlatformEvents: activities.listPlatformEvents,
  getPlatformEvent: activities.getPlatformEvent,
  updateEvent: activities.updateEvent,
  publishEvent: activities.publishEvent,
  unpublishEvent: activities.unpublishEvent,
  createChallenge: activities.createChallenge,
  updateChallenge: activities.updateChallenge,
  publishChallenge: activities.publishChallenge,
  unpublishChallenge: activities.unpublishChallenge,
  moderateAlias: activities.moderateAlias,
  listCampaigns: rewards.listCampaigns,
  reserveReward: rewards.reserveReward,
  listClaims: rewards.listClaims,
  redeemClaim: rewards.redeemClaim,
  createCampaign: rewardsPlatform.createCampaign,
  listPlatformCampaigns: rewardsPlatform.listPlatformCampaigns,
  getPlatformCampaign: rewardsPlatform.getPlatformCampaign,
  updateCampaign: rewardsPlatform.updateCampaign,
  publishCampaign: rewardsPlatform.publishCampaign,
  closeCampaign: rewardsPlatform.closeCampaign,
  restockCampaign: rewardsPlatform.restockCampaign,
  requestDeletion: deletion.requestDeletion,
  checkDeletionReceipt: deletion.checkDeletionReceipt,
  listAdministrators: administrators.listAdministrators,
  grantAdministrator: administrators.grantAdministrator,
  revokeAdministrator: administrators.revokeAdministrator,
  createWorkspace: workspaces.createWorkspace,
  listWorkspaces: workspaces.listWorkspaces,
  getWorkspace: workspaces.getWorkspace,
  renameWorkspace: workspaces.renameWorkspace,
  assignOwner: workspaces.assignOwner,
  listMembers: workspaces.listMembers,
  setMemberRole: workspaces.setMemberRole,
  removeMember: workspaces.removeMember,
  listOwnWorkspaces: workspaces.listOwnWorkspaces,
  leaveWorkspace: workspaces.leaveWorkspace,
  createInvitation: invitations.createInvitation,
  listInvitations: invitations.listInvitations,
  revokeInvitation: invitations.revokeInvitation,
  acceptInvitation: invitations.acceptInvitation,
  createCertificate: certificates.createCertificate,
  listOwnCertificates: certificates.listOwnCertificates,
  getOwnCertificate: certificates.getOwnCertificate,
  updateCertificate: certificates.updateCertificate,
  submitCertificate: certificates.submitCertificate,
  changeSharing: certificates.changeSharing,
  withdrawCertificate: certificates.withdrawCertificate,
  listCertificates: certificates.listCertificates,
  approveCertificate: certificates.approveCertificate,
  rejectCertificate: certificates.rejectCertificate,
  workspaceAnalytics: analytics.workspaceAnalytics,
  medicalCertificateTotals: analytics.medicalCertificateTotals,
} as const satisfies Record<string, Contract>;

export type OperationId = keyof typeof contracts;

/** Every worker of the platform, by its id. */
export const workers = {
  eraseAccounts: deletionWorkers.eraseAccounts,
  replayErasures: deletionWorkers.replayErasures,
  markSignIn: deletionWorkers.markSignIn,
  releaseLapsedLease: rewardsWorkers.releaseLapsedLease,
  sweepLapsedLeases: rewardsWorkers.sweepLapsedLeases,
  checkStock: rewardsWorkers.checkStock,
} as const satisfies Record<string, Worker>;
