import { expect, it } from 'vitest';
import { codeIn } from '../../../web/browser/code.ts';
import { settingsOf } from '../../../web/display/settings.ts';

const LOGOS = ['my-hall-2.svg', 'sihat.png'];

it('reads the operator’s settings from the address', () =>
  expect(settingsOf('?lang=auto&theme=light&logo=my-hall-2&hours=10-22', LOGOS)).toEqual({
    lang: 'auto',
    theme: 'light',
    logo: 'my-hall-2.svg',
    hours: { from: 10, to: 22 },
    unknown: [],
  }));

it.each(['lang=ms', 'lang=zh-Hans', 'theme=dark', 'hours=18-2'])('understands %s', (setting) =>
  expect(settingsOf(`?${setting}`, LOGOS).unknown).toEqual([]),
);

it.each([
  'hours=10',
  'hours=10:00-22:00',
  'hours=24-3',
  'hours=9-25',
  'hours=8-8',
  'hours=a-b',
  'logo=../x',
  'logo=nobody',
  'logo=',
  'theme=Light',
  'them=light',
  'toString=',
])('ignores the setting %s, and names it', (setting) =>
  expect(settingsOf(`?${setting}`, LOGOS)).toEqual({
    lang: null,
    theme: undefined,
    logo: undefined,
    hours: undefined,
    unknown: [setting],
  }),
);

it('speaks the default language for an unknown one, and names it', () =>
  expect(settingsOf('?lang=fr&theme=light', LOGOS)).toMatchObject({ theme: 'light', unknown: ['lang=fr'] }));

it.each(['/display/KL-Wellness-Expo', '/join/kl-wellness-expo/', '/display/KL-WELLNESS-EXPO/'])(
  'finds the code in %s',
  (path) => expect(codeIn(path)).toBe('kl-wellness-expo'),
);
