import { RefusedRequest } from '../contract/refusals.ts';
import { MAX_BODY_KILOBYTES } from '../values/limits.ts';
import type { HttpRequest } from './gateway.ts';

/** In bytes. API Gateway itself accepts up to 10 MB. */
export const BODY_LIMIT = MAX_BODY_KILOBYTES * 1024;

const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The parsed body of a request.
 * @throws {RefusedRequest} unsupported_media_type, body_too_large, or invalid_request for a body that is not JSON in UTF-8.
 */
export function parseBody({ body = '', isBase64Encoded, headers }: HttpRequest): unknown {
  const { 'content-type': type, 'content-encoding': encoding } = headers;
  // A request without any body needs no content type.
  const isNothing = body === '' && type === undefined;
  if (encoding !== undefined) {
    throw new RefusedRequest('unsupported_media_type', {
      message: 'Send the body uncompressed and without a Content-Encoding header.',
    });
  }
  if (!isNothing && !JSON_TYPE.test(type ?? '')) throw new RefusedRequest('unsupported_media_type');
  if (body === '') throw invalid('is required, as JSON');
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > BODY_LIMIT) throw new RefusedRequest('body_too_large');
  try {
    return JSON.parse(isBase64Encoded ? UTF8.decode(bytes) : body);
  } catch {
    throw invalid('must be valid JSON in UTF-8');
  }
}

function invalid(message: string): RefusedRequest {
  return new RefusedRequest('invalid_request', { issues: [{ path: 'body', message }] });
}
