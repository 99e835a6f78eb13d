import { Command, CommanderError } from 'commander';
import { planOf } from '../deployment-plan.ts';
import { awsCertificateStore, StatefulStackMissing } from './aws-store.ts';
import { AuthorityKeyMissing, renewOriginCertificate } from './renew.ts';

/** Creates or renews the certificate that CloudFront presents to a stage's API: `npm run origin-certificate -- <stage>`. */
const program = new Command('npm run origin-certificate --')
  .description(
    'Creates or renews the certificate that CloudFront presents to the API of a stage, with the AWS credentials of the shell.',
  )
  .argument('<stage>', 'a stage with a domain')
  .option('--new-authority', 'replace a certificate authority whose key has leaked or is lost')
  .exitOverride()
  .action(async (name: string, options: { readonly newAuthority?: boolean }) => {
    const plan = planOf(name);
    if (plan && plan.missing.length > 0) {
      return program.error(
        `Set these values of ${name} in infra/stages.ts first: ${plan.missing.join(', ')}.`,
      );
    }
    const stage = plan?.stageWithEdge;
    if (!stage?.domain) return program.error(`${name} is not a stage with a domain.`);
    const { domain } = stage;
    const { certificateArn, validUntil, trustStoreChanged } = await renewOriginCertificate(
      awsCertificateStore(stage),
      { name: stage.name, domain },
      new Date(),
      options,
    );
    console.log(`CloudFront presents ${certificateArn}, valid until ${validUntil.toISOString()}.`);
    console.log(
      trustStoreChanged
        ? `The API accepts it after the next deployment: npm run deploy -- ${name}`
        : 'The API already accepts it. No deployment is needed.',
    );
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const stage = program.args[0];
    if (error instanceof StatefulStackMissing) {
      console.error(
        `The stack ${stage}-stateful, which contains the certificate authority, is not deployed. Run "npm run deploy -- ${stage}" first.`,
      );
    } else if (error instanceof AuthorityKeyMissing) console.error(error.message);
    else console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
    process.exitCode = 1;
  }
}
