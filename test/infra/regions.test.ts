import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudAssembly, type CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import { delivery } from './configuration.ts';
import { assemblyFolder, ofType, type Resources } from './synthesized.ts';

/**
 * The AWS services that the templates use and that exist in all regions of the stages and the pipeline. Source:
 * `botocore/data/endpoints.json` of botocore at commit 0e6e2404b85dc336dd2889814e089bde7d1a4c55 (7 August 2026). That
 * file lists CodeConnections under its former name, `codestar-connections`.
 */
const EVERYWHERE = [
  'ApiGatewayV2',
  'Backup',
  'CertificateManager',
  'CloudFormation',
  'CloudTrail',
  'CloudWatch',
  'CodeBuild',
  'CodePipeline',
  'Cognito',
  'DynamoDB',
  'Events',
  'KMS',
  'Lambda',
  'Logs',
  'S3',
  'SNS',
  'SQS',
  'SecretsManager',
  'SSM',
  'WAFv2',
];
const AVAILABLE: Readonly<Record<string, readonly string[]>> = {
  'ap-southeast-5': EVERYWHERE,
  'ap-southeast-1': [...EVERYWHERE, 'CodeConnections'],
  'us-east-1': [...EVERYWHERE, 'CodeConnections', 'CloudFront'],
};
/** These have one endpoint for all regions; CloudFront's own resources are still made in us-east-1. */
const GLOBAL = ['Budgets', 'IAM', 'Route53'];

const folder = await assemblyFolder();
const assembly = new CloudAssembly(folder);
const stacks: readonly CloudFormationStackArtifact[] = [
  ...assembly.stacks,
  ...assembly.nestedAssemblies.flatMap(({ nestedAssembly }) => nestedAssembly.stacks),
];

/** The services of a stack's resources, its nested stacks included. */
function servicesOf({ template, assembly: { directory } }: CloudFormationStackArtifact): string[] {
  const own: Resources = template.Resources;
  const nested = ofType('AWS::CloudFormation::Stack', own).map(
    ([, { Metadata }]): Resources =>
      JSON.parse(readFileSync(join(directory, Object(Metadata)['aws:asset:path']), 'utf8')).Resources,
  );
  const types = [own, ...nested].flatMap((resources) => Object.values(resources).map(({ Type }) => Type));
  const fromParameters = JSON.stringify(template.Parameters ?? {}).includes('AWS::SSM::') ? ['SSM'] : [];
  return [
    ...new Set([
      ...types.filter((type) => type.startsWith('AWS::')).map((type) => type.split('::')[1] ?? ''),
      ...fromParameters,
    ]),
  ];
}

describe('the services of a stack exist in its region', () => {
  it.each(stacks.map((stack) => [stack.displayName, stack] as const))('%s', (_, stack) => {
    const { region } = stack.environment;
    const available = [...(AVAILABLE[region] ?? []), ...GLOBAL];
    expect(servicesOf(stack).filter((service) => !available.includes(service))).toEqual([]);
  });

  it('the connection of the pipeline is in the region of the pipeline, which has CodeConnections', () => {
    expect(AVAILABLE[delivery.region]).toContain('CodeConnections');
    expect(delivery.connectionArn).toMatch(new RegExp(`^arn:aws:codeconnections:${delivery.region}:`));
    expect(AVAILABLE['ap-southeast-5']).not.toContain('CodeConnections');
  });
});
