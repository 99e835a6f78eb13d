import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { printReport } from './report.ts';

declare module 'vitest' {
  interface ProvidedContext {
    platform: 'local' | 'rehearsal';
    /** Where each rehearsal of this run leaves what it has seen. */
    rehearsalReports: string;
  }
}

/** What is synthesized from these must not be older than they are. */
const SOURCES = ['functions', 'shared', 'infra', 'web'];
const FILES = ['cdk.json', 'package-lock.json'];

export default function setup(project: TestProject): () => void {
  const synthesized = statSync('cdk.out/manifest.json', { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = Math.max(...[...FILES, ...SOURCES.flatMap(filesOf)].map((file) => statSync(file).mtimeMs));
  if (newest > synthesized) {
    throw new Error('cdk.out is missing or older than what it is made of: run "npm run synth" first');
  }
  const reports = mkdtempSync(join(tmpdir(), 'sihat-rehearsal-'));
  project.provide('rehearsalReports', reports);
  return () => {
    printReport(reports);
    rmSync(reports, { recursive: true, force: true });
  };
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
