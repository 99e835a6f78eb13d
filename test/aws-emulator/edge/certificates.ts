import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import type { CertifiedKey } from '../../../infra/origin-certificate/authority.ts';
import { type CertificateStore, renewOriginCertificate } from '../../../infra/origin-certificate/renew.ts';
import {
  EDGE_REGION,
  originCertificateParameter,
  type StageConfiguration,
  trustStoreVersionParameter,
} from '../../../infra/stage.ts';
import type { StoredParameters } from '../cloudformation/deployment.ts';

/** The results of `npm run origin-certificate` in an account, kept in memory. */
export interface Certificates {
  readonly parameters: StoredParameters;
  /** The client certificates in ACM, by ARN. */
  readonly imported: ReadonlyMap<string, CertifiedKey>;
  /** The trust store of each version. */
  readonly trustStores: ReadonlyMap<string, string>;
  readonly store: CertificateStore;
}

/** Runs the command's own code for a stage, before the stage is deployed. */
export async function certify(name: StageConfiguration['name'], region: string): Promise<Certificates> {
  const parameters = new Map<string, string>();
  const imported = new Map<string, CertifiedKey>();
  const trustStores = new Map<string, string>();
  let authority: CertifiedKey | undefined;
  const versionParameter = `${region} ${trustStoreVersionParameter({ name })}`;
  const arnParameter = `${EDGE_REGION} ${originCertificateParameter({ name })}`;
  const store: CertificateStore = {
    readAuthority: async () => authority,
    writeAuthority: async (written) => {
      authority = written;
    },
    readTrustStore: async () => trustStores.get(parameters.get(versionParameter) ?? ''),
    writeTrustStore: async (bundle) => {
      const version = `version-${trustStores.size + 1}`;
      trustStores.set(version, bundle);
      parameters.set(versionParameter, version);
    },
    importCertificate: async (certificate) => {
      const arn = parameters.get(arnParameter) ?? 'arn:aws:acm:us-east-1:111122223333:certificate/imported';
      imported.set(arn, certificate);
      parameters.set(arnParameter, arn);
      return arn;
    },
  };
  await renewOriginCertificate(store, { name, domain: { name: 'emulator.test' } }, new Date());
  return { parameters, imported, trustStores, store };
}

/** A self-signed server certificate for these host names. */
export async function selfSigned(hostNames: readonly string[]): Promise<CertifiedKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${hostNames[0]}`,
    signingAlgorithm: algorithm,
    keys,
    notAfter: new Date(Date.now() + 24 * 60 * 60 * 1000),
    extensions: [
      new x509.SubjectAlternativeNameExtension(hostNames.map((value) => ({ type: 'dns' as const, value }))),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: certificate.toString('pem'),
    privateKey: x509.PemConverter.encode(key, 'PRIVATE KEY'),
  };
}
