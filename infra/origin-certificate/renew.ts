import { X509Certificate } from 'node:crypto';
import type { Domain, StageConfiguration } from '../stages.ts';
import { type CertifiedKey, issueClientCertificate, newAuthority } from './authority.ts';

/** Where the certificates of one stage are kept: in AWS, or in the memory of a test. */
export interface CertificateStore {
  readonly readAuthority: () => Promise<CertifiedKey | undefined>;
  readonly writeAuthority: (authority: CertifiedKey) => Promise<void>;
  /** The PEM bundle that API Gateway verifies client certificates with. */
  readonly readTrustStore: () => Promise<string | undefined>;
  readonly writeTrustStore: (bundle: string) => Promise<void>;
  /** Replaces the certificate that CloudFront presents, under the same ARN if there is one. @returns the ARN. */
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
 * Gives CloudFront a new client certificate. The first run also creates the stage's certificate authority and publishes
 * it to the trust store; later runs use the same authority, so the API accepts the new certificate at once. Every step
 * can be repeated, so a run that failed is run again. A new authority replaces one whose key has leaked or is lost; until
 * the `api` stack is deployed again, the API accepts only certificates of the old one.
 * @throws {AuthorityKeyMissing} when there is a trust store but no key, unless the caller asks for a new authority
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
        `The API of ${name} trusts a certificate authority, but the secret with its key has no value: restore the value, or run "npm run origin-certificate -- ${name} --new-authority" and deploy, because the API refuses CloudFront until then.`,
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
