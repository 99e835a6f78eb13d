import { X509Certificate } from 'node:crypto';
import type { Domain, StageConfiguration } from '../stage.ts';
import { type CertifiedKey, issueClientCertificate, newAuthority } from './authority.ts';

/** The storage of one stage's certificates: AWS, or the memory of a test. */
export interface CertificateStore {
  readonly readAuthority: () => Promise<CertifiedKey | undefined>;
  readonly writeAuthority: (authority: CertifiedKey) => Promise<void>;
  /** The PEM bundle with which API Gateway verifies client certificates. */
  readonly readTrustStore: () => Promise<string | undefined>;
  readonly writeTrustStore: (bundle: string) => Promise<void>;
  /** Imports the certificate that CloudFront presents, under the existing ARN if there is one. @returns the ARN. */
  readonly importCertificate: (certificate: CertifiedKey, issuer: string) => Promise<string>;
}

export interface Renewal {
  readonly certificateArn: string;
  readonly validUntil: Date;
  /** API Gateway reads the new trust store with the next deployment of the `api` stack. */
  readonly trustStoreChanged: boolean;
}

/** The API trusts an authority whose key is no longer stored, so only a new authority can issue certificates. */
export class AuthorityKeyMissing extends Error {
  override readonly name = 'AuthorityKeyMissing';
}

/**
 * Issues a new client certificate for CloudFront. The first run also creates the stage's certificate authority and
 * publishes it to the trust store. Later runs use the same authority, so the API accepts the new certificate at once. Every
 * step is idempotent: run the command again after a failure. With `newAuthority`, the API accepts only certificates of the
 * old authority until the `api` stack is deployed again.
 * @throws {AuthorityKeyMissing} if a trust store exists without a key and `newAuthority` is not set
 */
export async function renewOriginCertificate(
  store: CertificateStore,
  { name, domain }: Pick<StageConfiguration, 'name'> & { readonly domain: Pick<Domain, 'name'> },
  now: Date,
  { newAuthority: replaces = false }: { readonly newAuthority?: boolean } = {},
): Promise<Renewal> {
  let authority = replaces ? undefined : await store.readAuthority();
  if (!authority) {
    if (!replaces && (await store.readTrustStore()) !== undefined) {
      throw new AuthorityKeyMissing(
        `The API of ${name} trusts a certificate authority, but the secret with its key has no value. Restore the value, or run "npm run origin-certificate -- ${name} --new-authority" and deploy. The API rejects CloudFront until then.`,
      );
    }
    authority = await newAuthority(`Sihat ${name} origin`, now);
    await store.writeAuthority(authority);
  }
  const trustStoreChanged = (await store.readTrustStore()) !== authority.certificate;
  if (trustStoreChanged) await store.writeTrustStore(authority.certificate);
  const client = await issueClientCertificate(authority, `edge.${domain.name}`, now);
  return {
    certificateArn: await store.importCertificate(client, authority.certificate),
    validUntil: new X509Certificate(client.certificate).validToDate,
    trustStoreChanged,
  };
}
