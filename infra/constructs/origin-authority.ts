import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { CfnResourcePolicy, CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import {
  functionRolePrefix,
  originAuthoritySecretName,
  type StageConfiguration,
  trustStoreBucketName,
} from '../stage.ts';
import { acknowledge } from './nag-acknowledgements.ts';

/**
 * The storage of the stage's certificate authority: a secret for its key, and the trust store that API Gateway reads for
 * its certificate. Both start empty and `npm run origin-certificate` fills them. Both outlive the stack, because the API is
 * unreachable while either of them is missing.
 */
export class OriginAuthority extends Construct {
  constructor(scope: Construct, id: string, { stage }: { readonly stage: StageConfiguration }) {
    super(scope, id);
    const { account, partition } = Stack.of(this);
    // L1: Secret would generate a value, and ResourcePolicy has no `blockPublicPolicy`.
    const key = new CfnSecret(this, 'Key', {
      name: originAuthoritySecretName(stage),
      description: 'The certificate authority whose client certificate CloudFront presents to the API',
    });
    key.applyRemovalPolicy(RemovalPolicy.RETAIN);
    new CfnResourcePolicy(this, 'KeyPolicy', {
      secretId: key.ref,
      blockPublicPolicy: true,
      resourcePolicy: new PolicyDocument({
        statements: [
          // Role names that CloudFormation generates begin with the stage's name, and those of CDK's bootstrap begin with `cdk-`.
          new PolicyStatement({
            sid: 'NoFunctionAndNoDeployment',
            effect: Effect.DENY,
            principals: [new AnyPrincipal()],
            actions: ['secretsmanager:GetSecretValue'], // BatchGetSecretValue also requires this permission.
            resources: ['*'], // In the policy of a secret, `*` means this secret.
            conditions: {
              ArnLike: {
                'aws:PrincipalArn': [`${functionRolePrefix(stage)}*`, `${stage.name}-*`, 'cdk-*'].map(
                  (name) => `arn:${partition}:iam::${account}:role/${name}`,
                ),
              },
            },
          }),
        ],
      }),
    });
    const trustStore = new Bucket(this, 'TrustStore', {
      bucketName: trustStoreBucketName(stage, account),
      versioned: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(trustStore, 'The bucket contains one public certificate, which only deployments read.', 'S1');
  }
}
