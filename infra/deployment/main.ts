import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Command } from 'commander';
import { projectRoot } from '../project-root.ts';
import { runProgram } from '../run-program.ts';
import { PIPELINE, type StageConfiguration } from '../stage.ts';
import { stages } from '../stages.ts';
import { type DeploymentOptions, deploy } from './deploy.ts';
import { planOf } from './plan.ts';

const names = Object.keys(stages).join(', ');

type Needed = Omit<DeploymentOptions, 'cdkOptions'>;

/** Deploys a stage without the pipeline, or the pipeline: `npm run deploy -- <stage>`. */
const program = new Command('npm run deploy --')
  .description('Deploys a stage, or the pipeline that deploys stages, with the AWS credentials of the shell.')
  .argument('<stage>', `one of ${names}, or ${PIPELINE}`)
  .argument('[options...]', 'options of `cdk deploy`, after a second --')
  .option('--no-alarm-mail', 'deploy production although nobody receives its alarms')
  .option('--no-user-pool-mail', 'deploy production although Cognito sends at most 50 mails a day')
  .allowExcessArguments(false)
  .exitOverride()
  .action(async (name: string, cdkOptions: readonly string[], options: Needed) => {
    const plan = planOf(name);
    if (!plan) return program.error(`Unknown stage ${name}. Use one of ${names}, or ${PIPELINE}.`);
    process.exitCode = await deploy(
      name,
      plan,
      { ...options, cdkOptions },
      {
        cdkDeploy,
        hasOriginCertificate,
        callerAccount: async () => (await accountSettings()).callerAccount(),
        regionStatus: async (region) => (await accountSettings()).regionStatus(region),
        topicsWithoutRecipient: async ({ account, topics }) =>
          (await accountSettings()).topicsWithoutRecipient(account, topics),
        concurrencyQuota: async (region) => (await accountSettings()).concurrencyQuota(region),
        tableQuota: async (region) => (await accountSettings()).tableQuota(region),
        isMailSandboxed: async (region) => (await accountSettings()).isMailSandboxed(region),
        stackStatus: async (region, name) => (await accountSettings()).stackStatus(region, name),
        raiseWarmThroughput: async (stage) =>
          (await import('./warm-throughput.ts')).raiseWarmThroughput(stage),
        writeLine: (line) => console.log(line),
        writeError: (line) => console.error(line),
      },
    );
  });

// The AWS clients are loaded only when needed: they take half a second, and usage errors should appear at once.
const accountSettings = () => import('./account-settings.ts');
async function hasOriginCertificate(stage: StageConfiguration): Promise<boolean> {
  return (await import('../origin-certificate/aws-store.ts')).hasOriginCertificate(stage);
}

function cdkDeploy(arguments_: readonly string[]): Promise<number> {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [cdk, 'deploy', ...arguments_], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

await runProgram(program);
