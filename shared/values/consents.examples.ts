import { ConsentChange } from './consents.ts';
import { meaningsOf } from './meanings.ts';

export const meanings = [
  meaningsOf(ConsentChange, {
    given: 'Whether the consent was given, or was withdrawn or ended',
    at: 'When it was given or ended',
    noticeVersion: 'The version of the notice that was in force',
  }),
];

const noticeVersion = '2026-01-01';
export const given = { given: true, at: '2026-03-06T12:00:00.000Z', noticeVersion };
export const ended = { given: false, at: '2026-03-07T06:12:45.118Z', noticeVersion };
