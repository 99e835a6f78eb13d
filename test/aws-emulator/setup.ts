import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isFresh } from '../support/build-freshness.ts';
import { printReport } from './report.ts';

declare module 'vitest' {
  interface ProvidedContext {
    platform: 'local' | 'aws-emulator';
    /** The folder in which each emulator of this run writes its report. */
    emulatorReports: string;
  }
}

export default function setup(project: TestProject): () => void {
  if (!isFresh('cdk.out/manifest.json')) {
    throw new Error('cdk.out is missing or older than what it is made of: run "npm run synth" first');
  }
  const reports = mkdtempSync(join(tmpdir(), 'sihat-emulator-'));
  project.provide('emulatorReports', reports);
  return () => {
    printReport(reports);
    rmSync(reports, { recursive: true, force: true });
  };
}
