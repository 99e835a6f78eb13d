import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startDemo } from '../../support/demo-world.ts';
import { openBrowser } from './browser.ts';

export interface DemoPlatform {
  readonly browser: Browser;
  readonly local: Awaited<ReturnType<typeof startDemo>>;
}

/** Starts a browser, and a platform with the demo world, for the tests of the file or the group that calls it. */
export function demoPlatform(): DemoPlatform {
  const started = {} as { -readonly [Part in keyof DemoPlatform]: DemoPlatform[Part] };
  beforeAll(async () => {
    [started.browser, started.local] = await Promise.all([openBrowser(), startDemo()]);
  });
  afterAll(async () => {
    await started.local?.stop();
  });
  return started;
}
