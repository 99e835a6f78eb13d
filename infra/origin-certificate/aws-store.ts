import { ACMClient, ImportCertificateCommand } from '@aws-sdk/client-acm';
import { GetObjectCommand, NoSuchBucket, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import type { AwsConnection } from '../aws-connection.ts';
import {
  EDGE_REGION,
  originAuthoritySecretName,
  originCertificateParameter,
  type StageConfiguration,
  TRUST_STORE_FILE,
  trustStoreBucketName,
  trustStoreVersionParameter,
} from '../stage.ts';
import type { CertifiedKey } from './authority.ts';
import type { CertificateStore } from './renew.ts';

const Authority = z.strictObject({ certificate: z.string(), privateKey: z.string() });

/** The `stateful` stack of the stage, which contains the secret and the bucket, is not deployed. */
export class StatefulStackMissing extends Error {
  override readonly name = 'StatefulStackMissing';
}

/**
 * Stores the authority's key in Secrets Manager and the trust store in S3, both in the stage's region, and the client
 * certificate in ACM in us-east-1, where CloudFront requires it. Two SSM parameters contain the ARN of the certificate and
 * the version of the trust store for the templates.
 * @throws {StatefulStackMissing} from each method that needs the `stateful` stack
 */
export function awsCertificateStore(
  stage: Pick<StageConfiguration, 'name' | 'region'> & { readonly account: string },
  connection: AwsConnection = {},
): CertificateStore {
  const { region } = stage;
  const secrets = new SecretsManagerClient({ ...connection, region });
  const s3 = new S3Client({ ...connection, region });
  const parameters = new SSMClient({ ...connection, region });
  const edgeParameters = new SSMClient({ ...connection, region: EDGE_REGION });
  const certificates = new ACMClient({ ...connection, region: EDGE_REGION });
  const SecretId = originAuthoritySecretName(stage);
  const trustStore = { Bucket: trustStoreBucketName(stage, stage.account), Key: TRUST_STORE_FILE };

  return {
    async readAuthority() {
      // The stack creates the secret without a value, and reading it fails with the same error as a missing secret.
      try {
        const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId }));
        return SecretString ? Authority.parse(JSON.parse(SecretString)) : undefined;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },

    async writeAuthority(authority: CertifiedKey) {
      try {
        const SecretString = JSON.stringify(authority);
        await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
      } catch (error) {
        if (error instanceof ResourceNotFoundException) throw new StatefulStackMissing();
        throw error;
      }
    },

    async readTrustStore() {
      const version = await readParameter(parameters, trustStoreVersionParameter(stage));
      if (version === undefined) return undefined;
      try {
        const { Body } = await s3.send(new GetObjectCommand({ ...trustStore, VersionId: version }));
        return await Body?.transformToString();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async writeTrustStore(Body: string) {
      try {
        const ContentType = 'application/x-pem-file';
        const { VersionId } = await s3.send(new PutObjectCommand({ ...trustStore, Body, ContentType }));
        if (!VersionId) throw new Error(`Versioning is not enabled for the bucket ${trustStore.Bucket}.`);
        await writeParameter(parameters, trustStoreVersionParameter(stage), VersionId);
      } catch (error) {
        if (error instanceof NoSuchBucket) throw new StatefulStackMissing();
        throw error;
      }
    },

    async importCertificate({ certificate, privateKey }: CertifiedKey, issuer: string) {
      const name = originCertificateParameter(stage);
      const known = await readParameter(edgeParameters, name);
      const { CertificateArn } = await certificates.send(
        new ImportCertificateCommand({
          ...(known && { CertificateArn: known }),
          Certificate: Buffer.from(certificate),
          PrivateKey: Buffer.from(privateKey),
          CertificateChain: Buffer.from(issuer),
        }),
      );
      if (!CertificateArn) throw new Error('ACM returned no ARN for the imported certificate.');
      if (CertificateArn !== known) await writeParameter(edgeParameters, name, CertificateArn);
      return CertificateArn;
    },
  };
}

/** Returns true if `npm run origin-certificate` has completed for a stage, so that `api` and `edge` can be deployed. */
export async function hasOriginCertificate(
  stage: Pick<StageConfiguration, 'name' | 'region'>,
  connection: AwsConnection = {},
): Promise<boolean> {
  const { region } = stage;
  const values = await Promise.all([
    readParameter(new SSMClient({ ...connection, region }), trustStoreVersionParameter(stage)),
    readParameter(new SSMClient({ ...connection, region: EDGE_REGION }), originCertificateParameter(stage)),
  ]);
  return values.every((value) => value !== undefined);
}

async function readParameter(client: SSMClient, Name: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetParameterCommand({ Name }))).Parameter?.Value;
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

async function writeParameter(client: SSMClient, Name: string, Value: string): Promise<void> {
  await client.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }));
}
