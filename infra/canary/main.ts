import { Command } from 'commander';
import { planOf } from '../deployment/plan.ts';
import { runProgram } from '../run-program.ts';

/** Creates the person as whom the canary of a stage signs in: `npm run canary -- <stage>`. */
const program = new Command('npm run canary --')
  .description(
    'Creates the person as whom the canary of a stage signs in, or gives them a new password, with the AWS credentials of the shell.',
  )
  .argument('<stage>', 'a stage with a domain')
  .allowExcessArguments(false)
  .exitOverride()
  .action(async (name: string) => {
    const stage = planOf(name)?.stageWithEdge;
    if (!stage?.domain) return program.error(`${name} is not a stage with a domain.`);
    const { createCanaryPerson } = await loaded();
    const user = await createCanaryPerson({ ...stage, domain: stage.domain });
    console.log(`The canary of ${name} signs in as ${user} from now on.`);
  });

// The AWS clients take half a second to load, and usage errors should appear at once.
const loaded = () => import('./create-person.ts');

await runProgram(program, async (error) =>
  error instanceof (await loaded()).StackMissing
    ? `The stack ${error.message} is not deployed. Run "npm run deploy -- ${program.args[0]}" first.`
    : undefined,
);
