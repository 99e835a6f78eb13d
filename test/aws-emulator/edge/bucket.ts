import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import * as z from 'zod/mini';
import type { Assembly } from '../cloudformation/assembly.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { isLike } from '../iam/policy.ts';

/** A bucket of the templates with its deployed files. */
export interface Bucket {
  readonly domainName: string;
  /** The file that the distribution gets; none if the bucket policy denies access. */
  readonly read: (path: string, distributionArn: string) => StoredFile | undefined;
}

export interface StoredFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const Files = z.object({
  SourceObjectKeys: z.array(z.string()),
  DestinationBucketName: z.string(),
  SystemMetadata: z.optional(z.record(z.string(), z.string())),
});
const OfBucket = z.object({ Bucket: z.string() });
const BucketPolicy = z.object({
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.string(),
        Action: z.unknown(),
        Resource: z.unknown(),
        Principal: z.unknown(),
        Condition: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
      }),
    ),
  }),
});
const CloudFront = z.object({ Service: z.literal('cloudfront.amazonaws.com') });

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
};

export function bucketsOf(deployment: Deployment, assembly: Assembly): readonly Bucket[] {
  const files = deployment.ofType('Custom::CDKBucketDeployment').map((resource) => resource.read(Files));
  return deployment.ofType('AWS::S3::Bucket').map((resource) => {
    const name = resource.ref();
    const put = files.filter(({ DestinationBucketName }) => DestinationBucketName === name);
    const admits = (object: string, distributionArn: string): boolean =>
      deployment
        .ofType('AWS::S3::BucketPolicy')
        .filter((policy) => policy.read(OfBucket).Bucket === name)
        .flatMap((policy) => policy.read(BucketPolicy).PolicyDocument.Statement)
        .some(
          ({ Effect, Action, Resource, Principal, Condition }) =>
            Effect === 'Allow' &&
            CloudFront.safeParse(Principal).success &&
            Action === 's3:GetObject' &&
            isLike(String(Resource), object) &&
            Condition?.['StringEquals']?.['AWS:SourceArn'] === distributionArn,
        );
    return {
      domainName: resource.attribute('RegionalDomainName'),
      read(path, distributionArn) {
        if (!admits(`${resource.attribute('Arn')}${path}`, distributionArn)) return undefined;
        for (const { SourceObjectKeys, SystemMetadata } of put) {
          for (const key of SourceObjectKeys) {
            const file = join(assembly.asset(key), normalize(path));
            if (!existsSync(file) || !statSync(file).isFile()) continue;
            const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
            return { body: readFileSync(file), headers: { 'content-type': type, ...SystemMetadata } };
          }
        }
        return undefined;
      },
    };
  });
}
