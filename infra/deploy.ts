import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { projectRoot } from './bundles.ts';
import {
  ACCOUNT_TO_BE_PUT_IN,
  delivered,
  delivery,
  type StageConfiguration,
  stages,
  TO_BE_PUT_IN,
} from './stages.ts';

const PIPELINE = 'pipeline';
const names = Object.keys(stages).join(', ');

/** Deploys a stage without the pipeline, or the pipeline: `npm run deploy -- <stage>`. */
const program = new Command('npm run deploy --')
  .description(
    'Deploys to AWS, with the credentials of the shell: a stage, or the pipeline that deploys stages.',
  )
  .argument('<stage>', `one of ${names}, or ${PIPELINE}`)
  .argument('[options...]', 'options of `cdk deploy`, after a second --')
  .allowExcessArguments(false)
  .exitOverride()
  .action((name: string, options: readonly string[]) => {
    const target = targetOf(name);
    if (!target) return program.error(`There is no stage ${name}; there are ${names}, and ${PIPELINE}.`);
    if (target.missing.length > 0) {
      return program.error(`First put into infra/stages.ts, for ${name}: ${target.missing.join(', ')}.`);
    }
    const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
    const arguments_ = [cdk, 'deploy', ...target.stacks, ...options];
    spawn(process.execPath, arguments_, { cwd: projectRoot, stdio: 'inherit' }).once('exit', (code) => {
      process.exitCode = code ?? 1;
    });
  });

interface Target {
  /** As `cdk deploy` is told of them. */
  readonly stacks: readonly string[];
  /** What infra/stages.ts has only a place for. */
  readonly missing: readonly string[];
}

function targetOf(name: string): Target | undefined {
  if (name === PIPELINE) {
    return {
      stacks: [PIPELINE],
      missing: [
        ...ofDelivery(),
        ...(delivery.connectionArn.includes(TO_BE_PUT_IN) ? ['delivery.connectionArn'] : []),
        ...delivered.flatMap((stage) => ofStage(stage).map((what) => `${stage.name}.${what}`)),
      ],
    };
  }
  const stage = Object.values<StageConfiguration>(stages).find((one) => one.name === name);
  return (
    stage && {
      // All of a stage's stacks: `--all` means those beside stages alone.
      stacks: ['**', '--context', `stage=${name}`],
      missing: [...ofStage(stage), ...(delivered.includes(stage) ? ofDelivery() : [])],
    }
  );
}

function ofStage({ account, domain }: StageConfiguration): string[] {
  return [
    ...(account === ACCOUNT_TO_BE_PUT_IN ? ['account'] : []),
    ...(domain?.hostedZoneId === TO_BE_PUT_IN ? ['domain.hostedZoneId'] : []),
  ];
}

function ofDelivery(): string[] {
  return delivery.account === ACCOUNT_TO_BE_PUT_IN ? ['delivery.account'] : [];
}

try {
  program.parse();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
