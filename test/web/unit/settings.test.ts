import { expect, it } from 'vitest';
import { settingsOf } from '../../../web/display/settings.ts';

it('reads the operator’s settings from the address', () =>
  expect(settingsOf('?lang=auto&theme=light&logo=my-hall-2&hours=10-22')).toEqual({
    lang: 'auto',
    theme: 'light',
    logo: 'my-hall-2',
    hours: { from: 10, to: 22 },
  }));

it.each([
  'hours=10',
  'hours=24-3',
  'hours=9-25',
  'hours=8-8',
  'hours=a-b',
  'logo=../x',
  'logo=A',
  'theme=dark',
])('ignores the invalid setting %s', (setting) =>
  expect(settingsOf(`?${setting}`)).toEqual({
    lang: null,
    theme: undefined,
    logo: undefined,
    hours: undefined,
  }),
);
