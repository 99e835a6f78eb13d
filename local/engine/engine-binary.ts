import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { EngineEnvironment, Machine } from './engine.ts';

/** The name of the engine's program, in its packages and on the PATH. */
const PROGRAM = 'dynoxide';

/** The package that the maker of the engine publishes for a machine. Only the one for Linux on x64 is installed with the project. */
export const enginePackage = ({ platform, arch }: Machine): string => `@${PROGRAM}/${platform}-${arch}`;

/** The machine for which the project installs and tests the engine. */
export const isInstalledFor = ({ platform, arch }: Machine): boolean =>
  platform === 'linux' && arch === 'x64';

/**
 * Finds the program of the embedded engine: in the package of the machine, or on the PATH, where Homebrew installs it.
 * @returns its path, or `undefined` if it is not installed.
 */
export function findEngineBinary(environment: EngineEnvironment, machine: Machine): string | undefined {
  return packaged(machine) ?? onPath(environment);
}

function packaged(machine: Machine): string | undefined {
  try {
    const description = createRequire(import.meta.url).resolve(`${enginePackage(machine)}/package.json`);
    const binary = join(description, '..', PROGRAM);
    return isExecutable(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

function onPath({ PATH = '' }: EngineEnvironment): string | undefined {
  return PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, PROGRAM))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
