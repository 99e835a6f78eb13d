import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * Creates a folder once in a test run. The first test file that needs it creates it, and the others wait.
 * @param last the file that is written last.
 */
export async function onceInRun(
  name: string,
  last: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const [claim, made] = [join(inject('runFolder'), `${name}-claimed`), join(inject('runFolder'), name)];
  while (!existsSync(join(made, last))) {
    const isOurs = await mkdir(claim).then(
      () => true,
      () => false,
    );
    if (isOurs) await make(made).catch((error) => rmdir(claim).then(() => Promise.reject(error)));
    else await pause(100);
  }
  return made;
}
