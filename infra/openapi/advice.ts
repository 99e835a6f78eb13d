import type { contracts } from '../../functions/contracts.ts';
import type { CommonRefusal } from '../../shared/contract/refusals.ts';

type Contracts = (typeof contracts)[keyof typeof contracts];
type Declared<C> = C extends { readonly refusals: infer Refusals } ? keyof Refusals & string : never;

/** Every code of a refusal. */
export type RefusalCode = CommonRefusal | Declared<Contracts>;

/** The operations that refuse with a common code, in words. */
export const commonOperations: Readonly<Record<CommonRefusal, string>> = {
  invalid_request: 'all with parameters or a body',
  invalid_cursor: 'all lists with pages',
  not_signed_in: 'all that need a token',
  invalid_token: 'all that read a token',
  fresh_session_required: 'all that need a fresh password session',
  account_closed: 'all that read a token, except some of closed accounts',
  not_platform_admin: 'all of administrators',
  body_too_large: 'all with a body',
  unsupported_media_type: 'all with a body',
  internal: 'all',
  try_again: 'all',
};

/** What an app does about each refusal. `docs/refusals.md` shows it. */
export const advice: Readonly<Record<RefusalCode, string>> = {
  // Those that follow from the kind of an operation.
  invalid_request: 'Fix the request. The fields in `issues` can be shown next to the inputs of a form.',
  invalid_cursor: 'Start the list again without a cursor.',
  not_signed_in: 'Ask the person to sign in.',
  invalid_token:
    'Refresh the tokens once, and repeat the request as the same person. Otherwise ask to sign in.',
  fresh_session_required: 'Ask for the password, sign in, and repeat the request. A refresh does not help.',
  account_closed: 'Delete the tokens, and say that the account is closed. Do not repeat the request.',
  not_platform_admin: 'Hide what only administrators can do.',
  body_too_large: 'Send less, in several requests if the operation allows it.',
  unsupported_media_type: 'Send JSON in UTF-8 with its `Content-Type`.',
  internal: 'Repeat the request once later, and report the `x-request-id`.',
  try_again: 'Repeat the same request after `Retry-After`, with a random delay.',

  // clinical
  access_not_approved: 'Close the records of this patient. A new token of the patient begins a new request.',
  access_request_not_found: 'Reload the list of access requests.',
  consultation_in_future: 'Ask for the time of the consultation, and check the clock of the device.',
  not_approved: 'Reload the access request, and show its status.',
  not_pending: 'Reload the access request, and show its status. Somebody has decided already.',
  not_the_author: 'Offer the mark only on the notes of the caller.',
  not_the_patient: 'Offer the decision only to the patient.',
  own_token: 'Say that the practitioner scanned their own code.',
  practitioner_account_closed: 'Show the refusal. A closed account cannot be verified.',
  practitioner_not_found: 'Show the account as not verified.',
  practitioner_not_verified:
    'Say that an administrator has to verify the practitioner, and close what needs it.',
  qr_token_not_found: 'Issue another token.',
  record_id_taken:
    'Read the records, because an earlier attempt may have added the note with other contents. If the note is missing, choose a new `recordId`.',
  record_not_found: 'Reload the records.',
  request_expired: 'Show the request as expired. The practitioner scans a new token.',
  token_expired: 'Ask the patient to show a new code.',
  token_unknown: 'Say that the code is not valid, and scan again.',
  token_used:
    'Look for the request in the list, because an earlier attempt may have created it. Otherwise ask for a new code.',
  verification_in_past: 'Ask for a date in the future.',

  // community
  alias_not_found: 'Reload the board. The participant may have changed the alias.',
  alias_taken: 'Ask for another alias, and keep what else was entered.',
  already_enrolled: 'Show the enrollment, and send the difference with `changeEnrollment`.',
  challenge_ended: 'Show the result, and do not offer to enroll.',
  challenge_ends_later: 'Let the exhibition end after its challenges, or change these first.',
  challenge_final: 'Stop reporting. Show the result.',
  challenge_not_found: 'Reload the exhibition.',
  club_not_found: 'Reload the list of clubs.',
  code_taken: 'Ask for another `joinCode`. After a lost response, look for the exhibition in the list first.',
  ends_after_exhibition: 'Ask for an earlier end, or move the end of the exhibition first.',
  event_ended: 'Say that the exhibition is over.',
  event_cancelled: 'Say that the exhibition is cancelled, and stop reporting steps.',
  event_not_found: 'Say that the code is not known, and offer to scan or type it again.',
  exclusion_not_found: 'Reload the exclusions.',
  implausible_steps: 'Report again later, and wait longer each time.',
  measured_in_future: 'Correct `measuredAt` by the `Date` of the responses, and report again later.',
  measured_outside:
    'Before the end, correct `measuredAt`, and report again later. After it, send the total at `endsAt`, or stop.',
  member_not_found: 'Reload the list of members.',
  not_enrolled: 'Stop reporting. Offer to enroll again.',
  owner_account_closed: 'Ask for another owner.',
  owner_stays: 'Say that an administrator has to assign another owner first.',
  times_fixed: 'Show the times as fixed, and send the other changes without them.',
  too_many_challenges: 'Say that the exhibition has no room for another challenge.',
  too_many_clubs: 'Say that the account cannot create more clubs.',
  unknown_club: 'Choose a club from the list.',

  // rewards
  already_redeemed: 'Hand out nothing. `getPartnerClaim` shows when the gift was collected.',
  annulled_twice: 'Do not offer to take the redemption back.',
  annulment_too_late: 'Do not offer to take the redemption back. `undoUntil` says until when it is possible.',
  campaign_closed: 'Reload the campaign, and show it as closed.',
  campaign_ended: 'Show the campaign as ended.',
  campaign_not_found: 'Reload the list of campaigns.',
  campaign_over: 'Ask for a later `endsAt` and `redeemBy`.',
  claim_expired: 'Hand out nothing. Say that the reservation has expired.',
  claim_id_taken: 'Choose a new `claimId`, and reserve again.',
  notice_not_found: 'Read the list again: the notice is older than 90 days.',
  claim_not_found:
    'At the counter: scan or type the code again. For `getClaim`: the caller has no claim in this campaign; reload it.',
  exhibition_not_public: 'Publish the exhibition and its club first.',
  fixed_by_publication: 'Send only the fields that can still change.',
  not_redeemed: 'Reload the claim with `getPartnerClaim`, and show its state.',
  not_started: 'Show when the campaign starts.',
  out_of_stock: 'Say that nothing is left at the moment, and try again when the person asks for it.',
  own_claim: 'Ask a colleague to hand out the gift.',
  redemption_annulled: 'Choose a new `redemptionId`, if the gift is to be handed out after all.',
  restock_id_taken: 'Choose a new `restockId` for other units.',
  too_many_lookups: 'Scan the QR code. Codes can be typed again after the next full hour.',
  too_few_free: 'Read the stock again, and withdraw at most the free units.',
  too_many_published: 'Close another campaign first.',
  unknown_event: 'Choose an exhibition from the list.',
  unknown_merchant: 'Choose a merchant workspace from the list.',
  verified_identity_required: 'Do not offer the gift.',

  // deletion
  receipt_not_found: 'Say that the receipt is unknown or too old. Check how it was typed.',

  // onboarding
  flow_changed: 'Read `currentOnboarding` again, and show its questions.',
  flow_not_found: 'Reload the list of flows.',
  no_answers: 'Show the questions.',
  nothing_published: 'Skip the onboarding.',

  // workspaces, certificates and administrators
  account_is_closed: 'Show the refusal. A closed account cannot become an administrator.',
  administrator_not_found: 'Reload the list of administrators.',
  already_member: 'Open the workspace.',
  certificate_not_found: 'Reload the list of certificates.',
  invitation_closed: 'Reload the list of invitations. There is nothing to revoke.',
  invitation_expired: 'Say that the invitation has expired, and that the workspace can send another one.',
  invitation_id_taken: 'Choose a new id, and send the invitations again.',
  invitation_list_not_found: 'Reload the list of invitations. The list may have expired.',
  invitation_not_found: 'Reload the list of invitations.',
  invitation_revoked:
    'Say that the invitation is no longer valid, and that the workspace can send another one.',
  invitation_unknown: 'Say that the link is not valid. It may have been copied only in part.',
  invitation_used:
    'Say that somebody has accepted the invitation. If it was not the person, the workspace should know.',
  list_full: 'Begin another list, and send the batch in it.',
  list_id_taken: 'Choose a new `listId` for the whole list.',
  list_revoked: 'Say that the list was revoked meanwhile, and begin another one for what is left.',
  membership_ended: 'Reload the workspaces. The draft cannot be submitted.',
  no_reference: 'Do not offer to share a reference.',
  not_submitted: 'Reload the certificate, and show its status.',
  not_withdrawable: 'Reload the certificate, and show its status.',
  not_workspace_officer: 'Reload the workspaces, and hide what the role does not allow.',
  own_certificate: 'Ask another officer to decide.',
  own_role: 'Ask another administrator.',
  role_not_of_workspace: 'Offer only the roles of this kind of workspace.',
  too_many_drafts: 'Submit or withdraw a draft first.',
  withdrawal_id_taken: 'Choose a new `withdrawalId` for other units or another reason.',
  workspace_not_found: 'Reload the workspaces.',

  // several areas
  not_draft: 'Reload it, and show its status.',
  not_published: 'Reload it, and show its status.',
  version_conflict: 'Read it again, show both versions, and send the change with the present `version`.',
};
