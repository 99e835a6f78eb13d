import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { runProgram } from '../run-program.ts';
import { configuration } from '../stages.ts';

/** Creates what Amazon SNS needs to reach the phones of a stage: `npm run push -- <stage>`. */
interface Options {
  readonly appleKey: string;
  readonly appleKeyId: string;
  readonly appleTeam: string;
  readonly appleBundle: string;
  readonly google: string;
}

const program = new Command('npm run push --')
  .description(
    'Creates the platform applications with which Amazon SNS reaches the phones of a stage, or gives them new credentials, with the AWS credentials of the shell.',
  )
  .argument('<stage>', 'a stage')
  .requiredOption('--apple-key <file>', 'the signing key of Apple, a .p8 file')
  .requiredOption('--apple-key-id <id>', 'the id of this key')
  .requiredOption('--apple-team <id>', 'the id of the team')
  .requiredOption('--apple-bundle <id>', 'the bundle id of the app')
  .requiredOption('--google <file>', 'the private key of a service account of Firebase, a JSON file')
  .allowExcessArguments(false)
  .exitOverride()
  .action(async (name: string, options: Options) => {
    const stage = Object.values(configuration.stages).find((each) => each.name === name);
    if (!stage) return program.error(`${name} is not a stage.`);
    const { createPlatformApplications } = await loaded();
    const push = await createPlatformApplications(stage.name, {
      apple: {
        key: await readFile(options.appleKey, 'utf8'),
        keyId: options.appleKeyId,
        team: options.appleTeam,
        bundle: options.appleBundle,
      },
      google: await readFile(options.google, 'utf8'),
    });
    console.log(
      `Set this value of ${name} in infra/stages.ts, and deploy:\n  push: ${JSON.stringify(push, null, 2)}`,
    );
  });

// The AWS client takes half a second to load, and usage errors should appear at once.
const loaded = () => import('./platform-applications.ts');

await runProgram(program);
