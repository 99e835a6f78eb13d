import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../../../local/engine/engine.ts';
import manifest from '../../../package.json' with { type: 'json' };

/**
 * Unpacks the browser of the development dependencies once into a folder of the project. The folder gets its final name
 * once all its files are closed, so no process starts a browser that another process is still writing.
 */

/** Options with which playwright launches the browser. */
export interface Launch {
  readonly executablePath: string;
  /** Added to the environment of the test. */
  readonly env: Readonly<Record<string, string>>;
}

/** The environment variable for another folder. */
const FOLDER_VARIABLE = 'SIHAT_BROWSER_FOLDER';
const FOLDER = resolve(import.meta.dirname, '../../../node_modules/.cache/sihat');
const PACKAGE = '@sparticuz/chromium';
/** The only platform that the package has a browser for. */
const UNPACKED_ON = 'linux-x64';
/** The package unpacks its shared libraries only if it detects Lambda. */
const AS_IN_LAMBDA = { AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
/** Commands of installed browsers. */
const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];

const run = promisify(execFile);

export interface Sources {
  readonly folder?: string;
  readonly machine?: Pick<NodeJS.Process, 'platform' | 'arch'>;
  /** Writes the browser, its libraries and its fonts into a folder. */
  readonly unpack?: (into: string) => Promise<unknown>;
}

/** @throws {Error} when there is no browser. */
export async function browserToLaunch({
  folder = process.env[FOLDER_VARIABLE] || FOLDER,
  machine = process,
  unpack = unpackPackage,
}: Sources = {}): Promise<Launch> {
  if (`${machine.platform}-${machine.arch}` === UNPACKED_ON) {
    return launchFrom(await unpacked(resolve(folder), unpack));
  }
  const installed = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((place) => NAMES.map((name) => join(place, name)))
    .find((path) => existsSync(path));
  if (installed === undefined) throw new Error(`The tests need one of ${NAMES.join(', ')} on the PATH.`);
  return { executablePath: installed, env: {} };
}

/** @returns the folder of the unpacked browser. */
async function unpacked(parent: string, unpack: NonNullable<Sources['unpack']>): Promise<string> {
  const folder = join(parent, `chromium-${manifest.devDependencies[PACKAGE]}`);
  if (existsSync(folder)) return folder;
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const part = await mkdtemp(`${folder}.part-${process.pid}-`);
  try {
    await unpack(part);
    await writeFile(join(part, 'fonts.conf'), fontsIn(join(folder, 'fonts')));
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    // A concurrent run may have finished first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The package unpacks into the temporary folder. A separate process closes every file when it ends. */
async function unpackPackage(into: string): Promise<void> {
  const script = `import(${JSON.stringify(import.meta.resolve(PACKAGE))}).then((m) => m.default.executablePath())`;
  await run(process.execPath, ['--eval', script], { env: { ...process.env, ...AS_IN_LAMBDA, TMPDIR: into } });
}

/** Removes incomplete folders of killed runs. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const owner = /\.part-(\d+)-/.exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** The fonts of the package, so that text has the same width on every machine. */
function fontsIn(folder: string): string {
  const prefer = (family: string) =>
    `  <match target="pattern">
    <test name="family"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Open Sans</string></edit>
  </match>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, '..', 'fonts-cache')}</cachedir>
${['sans-serif', 'system-ui', 'serif', 'monospace'].map(prefer).join('\n')}
</fontconfig>
`;
}

async function launchFrom(folder: string): Promise<Launch> {
  const executablePath = join(folder, 'chromium');
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const starts = await run(executablePath, ['--version']).then(
    () => true,
    () => false,
  );
  // A minimal Debian lacks NSS and NSPR.
  return { executablePath, env: starts ? env : { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } };
}
