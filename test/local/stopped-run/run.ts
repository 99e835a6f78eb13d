import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, it } from 'vitest';
import { pasted } from '../../support/pasted.ts';
import { startLocal } from '../../support/running.ts';
import { openBrowser } from '../../web/browser/browser.ts';

it('starts everything that tests start, and then fails or never ends', async () => {
  await Promise.all([startLocal({ args: ['--empty'] }), openBrowser()]);
  const shell = pasted('while true; do sleep 1; done');
  writeFileSync(join(process.env['SIHAT_STOPPED_RUN'] ?? '', 'started'), inject('runFolder'));
  await (process.env['SIHAT_FAILS'] ? Promise.reject(new Error('it fails')) : shell);
});
