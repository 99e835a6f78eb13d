import { Command } from 'commander';
import { planOf } from '../deployment/plan.ts';
import { runProgram } from '../run-program.ts';

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
    const { awsCertificateStore, renewOriginCertificate } = await loaded();
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

// These modules take half a second to load, and usage errors should appear at once.
const loaded = async () => ({ ...(await import('./aws-store.ts')), ...(await import('./renew.ts')) });

await runProgram(program, async (error) => {
  const { StatefulStackMissing, AuthorityKeyMissing } = await loaded();
  const stage = program.args[0];
  if (error instanceof StatefulStackMissing)
    return `The stack ${stage}-stateful, which contains the certificate authority, is not deployed. Run "npm run deploy -- ${stage}" first.`;
  return error instanceof AuthorityKeyMissing ? error.message : undefined;
});
