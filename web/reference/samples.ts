import type { Operation } from './document.ts';

/** A request as the samples show it. */
export interface SampleRequest {
  readonly method: string;
  /** The path of the operation, with its parameters in braces. */
  readonly template: string;
  /** The path with the parameters that are required, in the path and in the query. */
  readonly path: string;
  readonly body: unknown;
}

export function sampleRequest({ method, path: template, parameters, body }: Operation): SampleRequest {
  const valuesIn = (place: string) => valuesOf(parameters, place);
  const filled = Object.entries(valuesIn('path')).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    template,
  );
  const query = new URLSearchParams(
    Object.entries(valuesIn('query')).map(([name, value]) => [name, String(value)]),
  ).toString();
  return { method, template, path: query ? `${filled}?${query}` : filled, body: body?.example };
}

/** The examples of the required parameters in a place. */
const valuesOf = (parameters: Operation['parameters'], place: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    parameters
      .filter(({ in: where, required }) => where === place && required)
      .map(({ name, example, schema }) => [name, example ?? schema.examples?.[0] ?? '']),
  );

/** A command for a shell, in which `$TOKEN` is an access token. @param origin that of the platform */
export function curlOf(operation: Operation, origin: string): string {
  const { method, path, body } = sampleRequest(operation);
  const url = origin + path;
  const data = body === undefined ? undefined : JSON.stringify(body);
  const isDefault = method === (data === undefined ? 'GET' : 'POST');
  return [
    `curl${isDefault ? '' : ` -X ${method}`} ${/[?&]/.test(url) ? `'${url}'` : url}`,
    ...(operation.takesToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(data === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${data.replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ');
}

/** A call of the client package, in which `api` is its client. */
export function typescriptOf({ method, path, parameters, body, successes }: Operation): string {
  const sent = {
    path: valuesOf(parameters, 'path'),
    query: valuesOf(parameters, 'query'),
  };
  const params = Object.fromEntries(
    Object.entries(sent).filter(([, values]) => Object.keys(values).length > 0),
  );
  const input = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body && { body: body.example }),
  };
  const hasInput = Object.keys(input).length > 0;
  const result = successes.some(({ schema }) => schema) ? 'data, error' : 'error';
  return `const { ${result} } = await api.${method}(${literal(path, '')}${hasInput ? `, ${literal(input, '')}` : ''});`;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const LINE = 60;

/** A value as source of TypeScript, on one line where it is short. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const parts = (deeper: string): string[] =>
    Array.isArray(value)
      ? value.map((item) => literal(item, deeper))
      : Object.entries(value).map(
          ([key, item]) => `${IDENTIFIER.test(key) ? key : quoted(key)}: ${literal(item, deeper)}`,
        );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const short = `${open}${parts(indent).join(', ')}${close}`;
  if (short.length + indent.length <= LINE && !short.includes('\n')) return short;
  return `${open.trim()}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join('')}${indent}${close.trim()}`;
}

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`).replaceAll('\n', String.raw`\n`)}'`;
