/** The pages of administrators, which are loaded as one part: somebody who opens one of them soon opens the others. */

import type { ComponentType } from 'preact';
import type { PlatformTab } from '../tabs.ts';
import type { PlatformViewProps } from '../work.ts';
import { Gifts } from './gifts/gifts.tsx';
import { Halls } from './halls/halls.tsx';
import { Waiting } from './waiting/waiting.tsx';
import { withPlatformWords } from './words.tsx';

export const platformViews: Readonly<Record<PlatformTab, ComponentType<PlatformViewProps>>> = {
  halls: withPlatformWords(Halls),
  gifts: withPlatformWords(Gifts),
  waiting: withPlatformWords(Waiting),
};
