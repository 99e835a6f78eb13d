import { device, devicesOf } from '../../../shared/notices/devices.ts';
import { dueMail } from '../../../shared/notices/due-mails.ts';
import { notice, noticeSettings, noticesOf, readMark } from '../../../shared/notices/items.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import { OwnDevice, OwnMail, OwnNotice, OwnNoticeSettings, ReadNotices } from './contract.ts';
import type { Source } from './source.ts';

export const notices = {
  name: 'notices',
  prefix: 'NOTICE#',
  list: noticesOf,
  present: {
    AT: (items) =>
      items.map((item) => ({
        area: 'deletion',
        kind: 'notice',
        data: publicFields(OwnNotice, notice.parse(item)),
      })),
    MAIL: (items) =>
      items.map((item) => ({
        area: 'deletion',
        kind: 'mail',
        data: publicFields(OwnMail, dueMail.parse(item)),
      })),
    READ: (items) =>
      items.map((item) => ({
        area: 'deletion',
        kind: 'read_notices',
        data: publicFields(ReadNotices, readMark.parse(item)),
      })),
    SETTINGS: (items) =>
      items.map((item) => ({
        area: 'deletion',
        kind: 'notice_settings',
        data: publicFields(OwnNoticeSettings, noticeSettings.parse(item)),
      })),
  },
} as const satisfies Source;

export const devices = {
  name: 'devices',
  prefix: 'NOTICE-DEVICE#',
  list: devicesOf,
  present: {
    DEVICE: (items) =>
      items.map((item) => ({
        area: 'deletion',
        kind: 'device',
        data: publicFields(OwnDevice, device.parse(item)),
      })),
  },
} as const satisfies Source;
