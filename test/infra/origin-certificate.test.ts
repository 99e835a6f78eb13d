import { randomUUID, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueClientCertificate, newAuthority } from '../../infra/origin-certificate/authority.ts';
import {
  awsCertificateStore,
  hasOriginCertificate,
  StatefulStackMissing,
} from '../../infra/origin-certificate/aws-store.ts';
import { AuthorityKeyMissing, renewOriginCertificate } from '../../infra/origin-certificate/renew.ts';
import { days, later } from '../../shared/values/clock.ts';
import { listening } from '../support/listening.ts';
import { runToTheEnd } from '../support/running.ts';
import { stages } from './configuration.ts';

const NOW = new Date('2026-11-22T04:00:00.000Z');
const stage = { ...stages.staging, account: '111122223333' };

describe('the certificates', () => {
  it('are ones that CloudFront, API Gateway and ACM take', async () => {
    const authority = await newAuthority('Sihat staging origin', NOW);
    const client = await issueClientCertificate(authority, 'edge.api.staging.sihat.my', NOW);
    const [issuer, leaf] = [authority, client].map(({ certificate }) => new X509Certificate(certificate));
    if (!issuer || !leaf) throw new Error('unreachable');

    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/origin-certificate-management-certificate-manager.html
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']); // client authentication, and nothing else
    expect(leaf.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect([issuer.ca, leaf.ca]).toEqual([true, false]);
    expect(leaf.checkIssued(issuer)).toBe(true);
    expect(leaf.verify(issuer.publicKey)).toBe(true);
    // ACM: the certificate names a host, and its key is not encrypted.
    expect([leaf.subject, leaf.subjectAltName]).toEqual([
      'CN=edge.api.staging.sihat.my',
      'DNS:edge.api.staging.sihat.my',
    ]);
    expect(client.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    // Both are valid now, the certificate for a little over a year.
    for (const { validFromDate, validToDate } of [issuer, leaf]) {
      expect([validFromDate < NOW, validToDate > later(NOW, days(366))]).toEqual([true, true]);
    }
    expect(leaf.validToDate < later(NOW, days(400))).toBe(true);
  });

  it('do not outlive their authority', async () => {
    const authority = await newAuthority('x', NOW);
    const late = later(NOW, days(20 * 365 - 10));
    const { validToDate } = new X509Certificate(
      (await issueClientCertificate(authority, 'x.test', late)).certificate,
    );
    expect(validToDate).toEqual(new X509Certificate(authority.certificate).validToDate);
    const expired = issueClientCertificate(authority, 'x.test', later(NOW, days(20 * 365 + 1)));
    await expect(expired).rejects.toThrow('has expired');
  });
});

/** A fake of the calls that the command makes to four services. It stores their data for each region. */
class FakeAws {
  readonly secrets = new Map<string, string | undefined>();
  readonly buckets = new Map<string, Map<string, string>>();
  readonly parameters = new Map<string, string>();
  readonly certificates = new Map<string, { certificate: string; privateKey: string; chain: string }>();
  readonly calls: string[] = [];
  failing: string | undefined;

  /** The stack `stateful` as CloudFormation makes it: a secret without a value, and an empty bucket. */
  deployStateful(): void {
    this.secrets.set('ap-southeast-5 sihat/staging/origin-authority', undefined);
    this.buckets.set('ap-southeast-5 sihat-staging-origin-trust-111122223333', new Map());
  }

  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const region = /Credential=[^/]+\/\d+\/([\w-]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const target = request.headers['x-amz-target'];
    const operation =
      typeof target === 'string' ? (target.split('.').at(-1) ?? '') : `${request.method}Object`;
    this.calls.push(operation);
    if (operation === this.failing) return void response.writeHead(500).end('{"__type":"InternalFailure"}');
    if (target === undefined) return this.object(region, request, body, response);
    const answer = this.json(operation, region, JSON.parse(body));
    const failed = '__type' in answer;
    response.writeHead(failed ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer));
  };

  private json(operation: string, region: string, input: Record<string, string>): object {
    const secret = `${region} ${input['SecretId']}`;
    const parameter = `${region} ${input['Name']}`;
    switch (operation) {
      case 'GetSecretValue': {
        const SecretString = this.secrets.get(secret);
        return SecretString === undefined ? { __type: 'ResourceNotFoundException' } : { SecretString };
      }
      case 'PutSecretValue':
        if (!this.secrets.has(secret)) return { __type: 'ResourceNotFoundException' };
        this.secrets.set(secret, input['SecretString']);
        return {};
      case 'GetParameter': {
        const Value = this.parameters.get(parameter);
        return Value === undefined ? { __type: 'ParameterNotFound' } : { Parameter: { Value } };
      }
      case 'PutParameter':
        this.parameters.set(parameter, input['Value'] ?? '');
        return { Version: 1 };
      case 'ImportCertificate': {
        const given = input['CertificateArn'];
        if (given !== undefined && !this.certificates.has(given))
          return { __type: 'ResourceNotFoundException' };
        const arn = given ?? `arn:aws:acm:${region}:111122223333:certificate/${randomUUID()}`;
        const [certificate = '', privateKey = '', chain = ''] = [
          'Certificate',
          'PrivateKey',
          'CertificateChain',
        ].map((name) => Buffer.from(input[name] ?? '', 'base64').toString());
        this.certificates.set(arn, { certificate, privateKey, chain });
        return { CertificateArn: arn };
      }
      default:
        throw new Error(`the fake AWS does not know ${operation}`);
    }
  }

  private object(
    region: string,
    { method, url = '' }: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): void {
    const { pathname, searchParams } = new URL(url, 'http://s3');
    const [, bucketName = '', key = ''] = pathname.split('/');
    const bucket = this.buckets.get(`${region} ${bucketName}`);
    const refuse = (code: string): void =>
      void response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`);
    if (!bucket) return void refuse('NoSuchBucket');
    if (method === 'PUT') {
      const version = `v${bucket.size + 1}`;
      bucket.set(`${key} ${version}`, body);
      return void response.writeHead(200, { 'x-amz-version-id': version }).end();
    }
    const found = bucket.get(`${key} ${searchParams.get('versionId')}`);
    if (found === undefined) return void refuse('NoSuchKey');
    response.writeHead(200).end(found);
  }
}

describe('npm run origin-certificate', () => {
  let aws: FakeAws;
  const server = createServer((request, response) => {
    aws.handle(request, response).catch((error) => response.destroy(error));
  });
  let connection: Parameters<typeof awsCertificateStore>[1];
  beforeAll(async () => {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    connection = { endpoint: `http://127.0.0.1:${await listening(server)}`, credentials };
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    aws = new FakeAws();
  });
  const renew = (now = NOW) => renewOriginCertificate(awsCertificateStore(stage, connection), stage, now);

  it('needs the stack that keeps the authority', async () => {
    await expect(renew()).rejects.toThrow(StatefulStackMissing);
    expect([aws.parameters.size, aws.certificates.size]).toEqual([0, 0]);
  });

  it('makes an authority, a trust store and a certificate, each where the templates look for it', async () => {
    aws.deployStateful();
    expect(await hasOriginCertificate(stage, connection)).toBe(false);
    const { certificateArn, validUntil, trustStoreChanged } = await renew();
    expect(trustStoreChanged).toBe(true);
    expect(certificateArn).toMatch(/^arn:aws:acm:us-east-1:/);
    expect([...aws.parameters]).toEqual([
      ['ap-southeast-5 /sihat/staging/origin-trust-store-version', 'v1'],
      ['us-east-1 /sihat/staging/origin-certificate-arn', certificateArn],
    ]);
    const { certificate = '', chain = '' } = aws.certificates.get(certificateArn) ?? {};
    const leaf = new X509Certificate(certificate);
    expect(leaf.validToDate).toEqual(validUntil);
    expect(leaf.verify(new X509Certificate(chain).publicKey)).toBe(true);
    const bucket = aws.buckets.get('ap-southeast-5 sihat-staging-origin-trust-111122223333');
    expect([...(bucket ?? [])]).toEqual([['authorities.pem v1', chain]]);
    expect(await hasOriginCertificate(stage, connection)).toBe(true);
  });

  it('renews under the same ARN, by the same authority, and changes nothing that is deployed', async () => {
    aws.deployStateful();
    const first = await renew();
    const before = {
      parameters: [...aws.parameters],
      secrets: [...aws.secrets],
      certificates: [...aws.certificates],
    };
    const second = await renew(later(NOW, days(300)));
    expect(second).toMatchObject({ certificateArn: first.certificateArn, trustStoreChanged: false });
    expect(second.validUntil > first.validUntil).toBe(true);
    expect([...aws.parameters]).toEqual(before.parameters);
    expect([...aws.secrets]).toEqual(before.secrets);
    expect([...aws.certificates]).not.toEqual(before.certificates);
    expect(aws.certificates.size).toBe(1);
  });

  it('replaces an authority whose key has leaked, under the same ARN', async () => {
    aws.deployStateful();
    const first = await renew();
    const leaked = aws.certificates.get(first.certificateArn)?.chain;
    const store = awsCertificateStore(stage, connection);
    const second = await renewOriginCertificate(store, stage, NOW, { newAuthority: true });
    expect(second).toMatchObject({ certificateArn: first.certificateArn, trustStoreChanged: true });
    const { certificate = '', chain = '' } = aws.certificates.get(second.certificateArn) ?? {};
    expect(chain).not.toBe(leaked);
    expect(new X509Certificate(certificate).verify(new X509Certificate(chain).publicKey)).toBe(true);
    expect(aws.parameters.get('ap-southeast-5 /sihat/staging/origin-trust-store-version')).toBe('v2');
    // The next renewal stays with the new authority.
    expect((await renew()).trustStoreChanged).toBe(false);
    expect(aws.certificates.get(second.certificateArn)?.chain).toBe(chain);
  });

  it('does not silently replace an authority whose key is lost: it asks for --new-authority', async () => {
    aws.deployStateful();
    const first = await renew();
    aws.secrets.set('ap-southeast-5 sihat/staging/origin-authority', undefined);
    const before = [[...aws.parameters], [...aws.secrets], [...aws.certificates]];
    await expect(renew()).rejects.toThrow(
      /^The API of staging trusts .*"npm run origin-certificate -- staging --new-authority".*$/,
    );
    await expect(renew()).rejects.toThrow(AuthorityKeyMissing);
    expect([[...aws.parameters], [...aws.secrets], [...aws.certificates]]).toEqual(before);
    const store = awsCertificateStore(stage, connection);
    const second = await renewOriginCertificate(store, stage, NOW, { newAuthority: true });
    expect(second).toMatchObject({ certificateArn: first.certificateArn, trustStoreChanged: true });
  });

  it.each(['PutSecretValue', 'PUTObject', 'PutParameter', 'ImportCertificate'])(
    'that fails at %s is run again and completes',
    async (operation) => {
      aws.deployStateful();
      aws.failing = operation;
      await expect(renew()).rejects.toThrow();
      expect(await hasOriginCertificate(stage, connection)).toBe(false);
      aws.failing = undefined;
      const { certificateArn } = await renew();
      const { certificate = '', chain = '' } = aws.certificates.get(certificateArn) ?? {};
      expect(new X509Certificate(certificate).verify(new X509Certificate(chain).publicKey)).toBe(true);
      const trusted = [
        ...(aws.buckets.get('ap-southeast-5 sihat-staging-origin-trust-111122223333') ?? []),
      ].at(-1);
      expect(trusted?.[1]).toBe(chain);
      expect(await hasOriginCertificate(stage, connection)).toBe(true);
    },
  );
});

describe('the command', () => {
  it.each([
    ['without a stage', [], "missing required argument 'stage'"],
    ['for a stage that does not exist', ['test'], 'test is not a stage with a domain.'],
    ['for a stage without a domain', ['dev'], 'dev is not a stage with a domain.'],
    ['with an unknown option', ['staging', '--force'], "unknown option '--force'"],
    ['with a second stage', ['staging', 'production'], 'too many arguments'],
  ])('%s does nothing and says why', async (_, args, why) => {
    const { code, stdout, stderr } = await runToTheEnd({ args }, 'infra/origin-certificate/main.ts');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  });
});
