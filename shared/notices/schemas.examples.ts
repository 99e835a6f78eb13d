import {
  ACCESS_REQUEST_ID,
  CAMPAIGN_ID,
  CERTIFICATE_ID,
  CHALLENGE_ID,
  CLAIM_ID,
  CLUB_ID,
  CLUB_REQUEST_ID,
  DEVICE_ID,
  JOIN_CODE,
  NOTICE_ID,
  RECORD_ID,
  WORKSPACE_ID,
} from '../values/ids.examples.ts';
import { meaningsOf } from '../values/meanings.ts';
import { NoticeSubject } from './schemas.ts';

export const noticeMeanings = {
  id: 'The id of the notice, which begins with its time',
  kind: 'What it tells',
  at: 'When it happened',
  until: 'Until when it is worth telling',
  about: 'The ids of what it is about; which ones, follows from its kind',
};

export const meanings = [
  meaningsOf(NoticeSubject, {
    accessRequestId: 'The access request',
    recordId: 'The note in the records',
    campaignId: 'The campaign of the gift',
    claimId: 'The id of the claim',
    workspaceId: 'The id of the workspace',
    certificateId: 'The medical-certificate request',
    clubId: 'The id of the club',
    memberId: 'Who asks to join the club',
    challengeId: 'The id of the challenge',
    joinCode: 'The code of the exhibition',
  }),
];

const times = { id: NOTICE_ID, at: '2026-03-02T02:15:09.412Z', until: '2026-03-09T02:15:09.412Z' };

/** Notices as they are stored. */
export const ownNotices = {
  certificate: {
    ...times,
    kind: 'certificate_approved',
    about: { workspaceId: WORKSPACE_ID, certificateId: CERTIFICATE_ID },
  },
  record: {
    ...times,
    kind: 'record_added',
    about: { accessRequestId: ACCESS_REQUEST_ID, recordId: RECORD_ID },
  },
  gift: { ...times, kind: 'gift_about_to_lapse', about: { campaignId: CAMPAIGN_ID, claimId: CLAIM_ID } },
  join: { ...times, kind: 'join_requested', about: { clubId: CLUB_ID, memberId: CLUB_REQUEST_ID } },
  alias: {
    ...times,
    kind: 'alias_hidden',
    about: { challengeId: CHALLENGE_ID, clubId: CLUB_ID, joinCode: JOIN_CODE },
  },
} as const;

export const settingMeanings = {
  language: 'The language of mails; omitted for all languages',
  mail: 'Whether mails are sent',
  notPushed: 'The kinds that are listed, and not pushed to phones',
};

export const ownSettings = {
  language: 'ms-MY',
  mail: true,
  notPushed: ['gift_about_to_lapse', 'exhibition_changed'],
} as const;

export const deviceMeanings = {
  id: 'The id of the device, which follows from its token',
  platform: 'The operating system of the phone',
  language: 'The language of its pushes',
  registeredAt: 'When it was registered last',
};

export const ownDevice = {
  id: DEVICE_ID,
  platform: 'android',
  language: 'ms-MY',
  registeredAt: '2026-03-02T02:15:09.412Z',
} as const;
