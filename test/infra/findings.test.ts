import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsIn } from '../../infra/findings.ts';
import { assemblyFolder } from './synthesized.ts';

it('cdk-nag has no finding in the pipeline, its stages and dev; `otherConfiguration` checks other settings', async () => {
  const folder = await assemblyFolder();
  expect(findingsIn(folder)).toEqual([]);
  const { pluginReports } = JSON.parse(readFileSync(join(folder, 'validation-report.json'), 'utf8'));
  expect(pluginReports).toMatchObject([{ pluginName: 'AwsSolutions', conclusion: 'success' }]);
});

it('the findings of a report are listed by rule and construct', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sihat-findings-'));
  const violation = (ruleName: string, ...constructs: string[]) => ({
    ruleName,
    violatingConstructs: constructs.map((constructPath) => ({ constructPath })),
  });
  const violations = [violation('S1', 'a/b', 'a/c'), violation('IAM5[Resource::*]', 'd')];
  const report = { pluginReports: [{ violations: [] }, { conclusion: 'failure', violations }] };
  writeFileSync(join(folder, 'validation-report.json'), JSON.stringify(report));
  expect(findingsIn(folder)).toEqual(['S1: a/b', 'S1: a/c', 'IAM5[Resource::*]: d']);
  rmSync(folder, { recursive: true });
});
