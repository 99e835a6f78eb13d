import type { NoticeKind } from '../notices/kind.ts';

const decision = {
  area: 'analytics',
  recipient: 'employee',
  mayLeave: true,
  ids: ['workspaceId', 'certificateId'],
  shows: 'certificate',
  worthDays: 7,
} as const;

/** What an officer decided. The reason of a rejection stays with the certificate. */
export const workspaceNotices = {
  certificate_approved: decision,
  certificate_rejected: decision,
} as const satisfies Readonly<Record<string, NoticeKind>>;
