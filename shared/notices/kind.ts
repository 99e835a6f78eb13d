import type { Area } from '../contract/contract.ts';

/** The ids with which a notice says what it is about. */
export const NOTICE_IDS = [
  'accessRequestId',
  'recordId',
  'campaignId',
  'claimId',
  'workspaceId',
  'certificateId',
  'clubId',
  'memberId',
  'challengeId',
  'joinCode',
] as const;
export type NoticeId = (typeof NOTICE_IDS)[number];

/** What is read for a notice when its recipient lists it: the thing as it is then, and only if the recipient may see it then. */
export type Shown = 'practitioner' | 'gift' | 'certificate' | 'club' | 'exhibition';

/** A kind of notice, as data beside the area whose acts it tells. */
export interface NoticeKind {
  readonly area: Area;
  /** The one account that an act tells. What is told to many people at once is one of the `EXHIBITION_KINDS`. */
  readonly recipient:
    | 'patient'
    | 'practitioner'
    | 'visitor'
    | 'employee'
    | 'club_owner'
    | 'club_member'
    | 'participant';
  /** Whether it may also be sent to a phone or by mail, which then say only that there is something. */
  readonly mayLeave: boolean;
  readonly ids: readonly NoticeId[];
  /** Missing if the sentence needs nothing but times. */
  readonly shows?: Shown;
  /**
   * Until when it is worth telling: the act gives a time, such as the end of a reservation, or this many days later.
   */
  readonly worthDays: number | 'until';
}
