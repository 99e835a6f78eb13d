import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { PersonaName } from '../../../local/demo/people.ts';
import { type DeskPage, openDesk } from './desk-driver.ts';

/**
 * The compressed bytes that a part of the desk loads beyond those of an HR admin's first page, without words, which are counted apart.
 * @param use opens all of the part
 */
export async function ownBytes(
  browser: Browser,
  url: string,
  person: PersonaName,
  use: (desk: DeskPage) => Promise<void>,
): Promise<number> {
  const shared = await openDesk(browser, url, { as: 'hr-admin', camera: 'refused' });
  await shared.page.locator('table').first().waitFor();
  const known = new Set(shared.requests);
  const own = await openDesk(browser, url, { as: person, camera: 'refused' });
  await use(own);
  const files = own.requests.filter(
    (file) => file.includes('/desk/assets/') && !known.has(file) && !/\/en-[^/]*$/.test(file),
  );
  const sizes = await Promise.all(
    [...new Set(files)].map(async (file) => {
      const body = Buffer.from(await (await fetch(file)).arrayBuffer());
      return gzipSync(body, { level: 9 }).length;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
