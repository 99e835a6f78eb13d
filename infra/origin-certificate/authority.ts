import 'reflect-metadata'; // @peculiar/x509 requires this import.
import { randomBytes } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A certificate and its private key, both as PEM (PKCS #8 for the key). */
export interface CertifiedKey {
  readonly certificate: string;
  readonly privateKey: string;
}

/** CloudFront, API Gateway and ACM all support only this algorithm and 2048-bit RSA. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const AUTHORITY_YEARS = 20;
/** The alarm goes off 45 days before the end, so a certificate is renewed once a year. */
const CLIENT_DAYS = 397;
/** Certificates become valid one hour before their creation, because a verifier's clock may be slow. */
const CLOCK_SKEW_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a certificate authority that is valid for 20 years and issues only client certificates. */
export async function newAuthority(name: string, now: Date): Promise<CertifiedKey> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: `CN=${name}`,
    notBefore: new Date(now.getTime() - CLOCK_SKEW_MS),
    notAfter: new Date(now.getTime() + AUTHORITY_YEARS * 365 * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), privateKey: await toPem(keys.privateKey) };
}

/**
 * Issues a client certificate with a new key, valid for 397 days.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/origin-certificate-management-certificate-manager.html
 * @param hostName the subject: ACM imports only certificates with a host name.
 * @throws {Error} for an authority that is not PEM, or that has expired.
 */
export async function issueClientCertificate(
  authority: CertifiedKey,
  hostName: string,
  now: Date,
): Promise<CertifiedKey> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const notAfter = new Date(Math.min(now.getTime() + CLIENT_DAYS * DAY_MS, issuer.notAfter.getTime()));
  if (notAfter <= now) throw new Error('The certificate authority has expired.');
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: `CN=${hostName}`,
    issuer: issuer.subject,
    notBefore: new Date(now.getTime() - CLOCK_SKEW_MS),
    notAfter,
    signingAlgorithm: ALGORITHM,
    signingKey: await fromPem(authority.privateKey),
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: hostName }]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { certificate: certificate.toString('pem'), privateKey: await toPem(keys.privateKey) };
}

function newKeys() {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

type PrivateKey = Awaited<ReturnType<typeof newKeys>>['privateKey'];

/** 16 random bytes; the first bit is 0 because a serial number is positive. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes.toString('hex');
}

async function toPem(key: PrivateKey): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function fromPem(pem: string): Promise<PrivateKey> {
  return crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), ALGORITHM, false, ['sign']);
}
