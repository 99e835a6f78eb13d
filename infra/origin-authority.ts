import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { CfnResourcePolicy, CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './constructs/nag-acknowledgements.ts';
import { originAuthoritySecretName, type StageConfiguration, trustStoreBucketName } from './stages.ts';

/**
 * Where `npm run origin-certificate` keeps the stage's certificate authority: its key in a secret, its certificate in the
 * trust store that API Gateway reads. Both start empty. A lost key costs a new authority, a lost trust store an upload,
 * but the API is unreachable in the meantime, so both outlive the stack.
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
          // Roles of this stage's stacks have generated names that begin with the stage's name; CDK's begin with `cdk-`.
          new PolicyStatement({
            sid: 'NoFunctionAndNoDeployment',
            effect: Effect.DENY,
            principals: [new AnyPrincipal()],
            actions: ['secretsmanager:GetSecretValue'], // BatchGetSecretValue needs this permission on each secret, too.
            resources: ['*'], // this secret: its own policy applies to nothing else
            conditions: {
              ArnLike: {
                'aws:PrincipalArn': [`${stage.name}-*`, 'cdk-*'].map(
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
    acknowledge(trustStore, 'It holds one public certificate, which deployments read.', 'S1');
  }
}
