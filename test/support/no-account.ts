import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * No test reaches an AWS account by accident. `vitest.config.ts` calls this before anything else, so vitest, its workers and every
 * process that a test starts inherit an environment without credentials, profiles and regions of the person who runs the tests,
 * with an empty home folder, and with an address for AWS at which nothing listens. A test that needs a stub of a service names it in
 * the environment of its process, such as `AWS_ENDPOINT_URL_SNS`.
 */
export function forgetAccount(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('AWS_')) delete environment[name];
  }
  environment['AWS_EC2_METADATA_DISABLED'] = 'true';
  environment['AWS_ENDPOINT_URL'] = NOBODY;
  environment['CDK_DISABLE_CLI_TELEMETRY'] = 'true';
  const home = mkdtempSync(join(tmpdir(), 'sihat-home-'));
  for (const name of ['HOME', 'USERPROFILE']) environment[name] = home;
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
}

/** The port of the discard service, which no machine of today serves. */
const NOBODY = 'http://127.0.0.1:9';
