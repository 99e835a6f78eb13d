import { createHash, createHmac } from 'node:crypto';
import { Agent, request } from 'node:https';

/**
 * The least that a function with DynamoDB can load: TLS, signing and one request by hand, without the SDK. Like the clients of
 * the SDK, it makes its agent during the import, and it derives the signing key of the day then. It answers with an item, and
 * validates nothing.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
const { AWS_REGION = '', AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, TABLE_NAME } = process.env;
const agent = new Agent({ keepAlive: true });
const host = `dynamodb.${AWS_REGION}.amazonaws.com`;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const scopeOf = (day: string) => `${day}/${AWS_REGION}/dynamodb/aws4_request`;
const keyOf = (day: string) =>
  scopeOf(day).split('/').reduce<string | Buffer>(hmac, `AWS4${AWS_SECRET_ACCESS_KEY}`);

const timeStamp = () => new Date().toISOString().replace(/[-:]|\.\d+/g, '');
let day = timeStamp().slice(0, 8);
let key = keyOf(day);

function signedHeaders(target: string, body: string): Record<string, string> {
  const at = timeStamp();
  if (day !== at.slice(0, 8)) {
    day = at.slice(0, 8);
    key = keyOf(day);
  }
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    host,
    'x-amz-date': at,
    'x-amz-target': target,
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${hash(body)}`;
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${at}\n${scopeOf(day)}\n${hash(canonical)}`).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/${scopeOf(day)}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

export function handler({ id }: { readonly id: string }): Promise<object> {
  const body = JSON.stringify({ TableName: TABLE_NAME, Key: { pk: { S: id }, sk: { S: id } } });
  const headers = signedHeaders('DynamoDB_20120810.GetItem', body);
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host, method: 'POST', headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ statusCode: response.statusCode, body: Buffer.concat(chunks).toString() });
    });
    sent.on('error', reject).end(body);
  });
}
