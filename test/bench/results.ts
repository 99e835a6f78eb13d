import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../infra/project-root.ts';
import type { Crowds } from './crowds.ts';
import type { FirstRequests } from './first-requests.ts';
import type { Grown, Large } from './growth.ts';
import type { Imported } from './imports.ts';
import type { Kept } from './kept.ts';
import type { OperationCost } from './operations.ts';
import type { Reservations } from './reservations.ts';
import type { Warm } from './warm.ts';

/** What the sections of the benchmark measure. */
export interface Measurements {
  readonly imports: readonly Imported[];
  readonly firstRequests: readonly FirstRequests[];
  readonly warm: readonly Warm[];
  readonly crowds: Crowds;
  readonly kept: Kept;
  readonly reservations: Reservations;
  readonly operations: readonly OperationCost[];
  readonly growth: readonly Grown[];
  /** Only with `--large`. */
  readonly large: Large;
}
export type Section = keyof Measurements;

/** When and where a section was measured. */
export interface Run {
  readonly at: string;
  readonly node: string;
  readonly cores: number;
}

/** The latest result of each section. */
export type Results = { readonly [S in Section]?: Measured<S> };
export interface Measured<S extends Section> {
  readonly run: Run;
  readonly value: Measurements[S];
}

/** It is kept in the repository, so that a section can be measured alone, on any machine. */
const FILE = join(projectRoot, 'docs', 'performance.json');

export async function readResults(): Promise<Results> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}');
  return JSON.parse(text);
}

/** Adds the result of a section to those of the other ones, so that an interrupted run loses only its last section. */
export async function saveResult<S extends Section>(section: S, value: Measurements[S]): Promise<Results> {
  const run: Run = {
    at: new Date().toISOString(),
    node: process.versions.node,
    cores: availableParallelism(),
  };
  const results = { ...(await readResults()), [section]: { run, value } };
  await writeFile(FILE, `${JSON.stringify(results, null, 1)}\n`);
  return results;
}
