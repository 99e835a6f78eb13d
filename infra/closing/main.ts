import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { planOf } from '../deployment/plan.ts';
import { runProgram } from '../run-program.ts';

interface Options {
  readonly open?: true;
  readonly pipelineProfile?: string;
  readonly pipeline: boolean;
}

/** Closes or opens a stage: `npm run close -- <stage>`. */
const program = new Command('npm run close --')
  .description(
    'Closes a stage within about a minute, without a deployment: CloudFront answers 503. Uses the AWS credentials of the shell.',
  )
  .argument('<stage>', 'a stage with a domain')
  .option('--open', 'open the stage again')
  .option(
    '--pipeline-profile <profile>',
    'an AWS profile for the account of the pipeline, to stop its deployments to the stage, or to allow them again',
  )
  .option('--no-pipeline', 'no pipeline deploys the stage')
  .allowExcessArguments(false)
  .exitOverride()
  .action(async (name: string, { open, pipelineProfile: profile, pipeline }: Options) => {
    const stage = planOf(name)?.stageWithEdge;
    if (!stage?.domain) return program.error(`${name} is not a stage with a domain.`);
    // These modules take half a second to load, and usage errors should appear at once.
    const { deploymentCheck, firewallSwitch, lookAt, transitionSwitch } = await import('./aws-services.ts');
    const { setStageState } = await import('./close.ts');
    const isShown = await setStageState(stage, open ? 'open' : 'closed', {
      setFirewall: firewallSwitch(stage),
      look: lookAt(`https://${stage.domain.name}/v1/community`),
      isDeploying: deploymentCheck(stage),
      setTransition: !pipeline
        ? 'none'
        : profile === undefined
          ? undefined
          : transitionSwitch(stage, { profile }),
      sleep,
      writeLine: (line) => console.log(line),
    });
    if (!isShown) process.exitCode = 1;
  });

await runProgram(program);
