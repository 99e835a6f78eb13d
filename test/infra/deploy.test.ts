import { describe, expect, it } from 'vitest';
import { runToTheEnd } from '../local/running.ts';
import { assemblyFolder } from './synthesized.ts';

const WITHOUT_AWS = {
  HOME: '/nonexistent',
  AWS_EC2_METADATA_DISABLED: 'true',
  CDK_DISABLE_CLI_TELEMETRY: 'true',
};

const folder = await assemblyFolder();
const deploy = (...args: string[]) => runToTheEnd({ args }, 'infra/deploy.ts');

describe('npm run deploy', () => {
  it('says how it is used', async () => {
    const { code, stdout } = await deploy('--help');
    expect([code, stdout]).toEqual([0, expect.stringContaining('dev, staging, production')]);
  });

  it.each([
    ['without a stage', [], "missing required argument 'stage'"],
    [
      'for a stage that there is not',
      ['test'],
      'There is no stage test; there are dev, staging, production, and pipeline.',
    ],
    [
      'for a stage without its ids',
      ['production'],
      'First put into infra/stages.ts, for production: account, domain.hostedZoneId, delivery.account.',
    ],
    [
      'for the pipeline without its ids',
      ['pipeline'],
      'First put into infra/stages.ts, for pipeline: delivery.account, delivery.connectionArn, staging.account, staging.domain.hostedZoneId, production.account, production.domain.hostedZoneId.',
    ],
    ['with an option before its place', ['dev', '--all'], "unknown option '--all'"],
  ])('%s deploys nothing and says why', async (_, args, why) => {
    const { code, stdout, stderr } = await deploy(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  });

  it('goes by a name that the stacks of a stage have, which are none of those beside stages', async () => {
    // Without credentials it gets as far as asking for them.
    const { code, stdout, stderr } = await runToTheEnd(
      { args: ['dev', '--', '--app', folder], env: WITHOUT_AWS },
      'infra/deploy.ts',
    );
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/Unable to resolve AWS account to use/);
  });

  it('hands the rest to CDK', async () => {
    const { code, stdout } = await deploy('dev', '--', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--import-existing-resources');
  });
});
