import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { projectRoot } from './bundles.ts';
import { ACCOUNT_TO_BE_PUT_IN, type StageConfiguration, stages, TO_BE_PUT_IN } from './stages.ts';

/** Deploys a stage without the pipeline: `npm run deploy -- <stage>`. */
const program = new Command('npm run deploy --')
  .description('Deploys a stage to AWS, with the credentials of the shell and without the pipeline.')
  .argument('<stage>', `one of ${Object.keys(stages).join(', ')}`)
  .argument('[options...]', 'options of `cdk deploy`, after a second --')
  .allowExcessArguments(false)
  .exitOverride()
  .action((name: string, options: readonly string[]) => {
    const stage = Object.values<StageConfiguration>(stages).find((one) => one.name === name);
    if (!stage)
      return program.error(`There is no stage ${name}; there are ${Object.keys(stages).join(', ')}.`);
    const missing = toBePutIn(stage);
    if (missing.length > 0) {
      return program.error(`First put into infra/stages.ts, for ${stage.name}: ${missing.join(', ')}.`);
    }
    const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
    // All of a stage's stacks: `--all` means those beside stages alone.
    const arguments_ = [cdk, 'deploy', '**', '--context', `stage=${stage.name}`, ...options];
    spawn(process.execPath, arguments_, { cwd: projectRoot, stdio: 'inherit' }).once('exit', (code) => {
      process.exitCode = code ?? 1;
    });
  });

/** What the configuration of a stage has only a place for. */
function toBePutIn({ account, domain }: StageConfiguration): string[] {
  return [
    ...(account === ACCOUNT_TO_BE_PUT_IN ? ['account'] : []),
    ...(domain?.hostedZoneId === TO_BE_PUT_IN ? ['domain.hostedZoneId'] : []),
  ];
}

try {
  program.parse();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
