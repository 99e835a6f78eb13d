import { notice, noticesOf, readMark } from '../../../shared/notices/items.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import { OwnNotice, ReadNotices } from './contract.ts';
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
    READ: (items) =>
      items.map((item) => ({
        area: 'deletion',
        kind: 'read_notices',
        data: publicFields(ReadNotices, readMark.parse(item)),
      })),
  },
} as const satisfies Source;
