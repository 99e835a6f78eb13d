import { type Comparison, type Schema, type Schemas, schemaBreaks } from './schema-breaks.ts';

type Named<T> = Readonly<Record<string, T>>;
interface Reference {
  readonly $ref: string;
}
type OrReference<T> = T | Reference;
type Content = Named<{ readonly schema?: Schema }>;
type Security = readonly Named<readonly string[]>[];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Response {
  readonly headers?: Named<unknown>;
  readonly content?: Content;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly OrReference<Parameter>[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Named<OrReference<Response>>;
  readonly security?: Security;
}

/** An OpenAPI document, as `infra/openapi/` writes it. */
export interface Document {
  readonly info?: { readonly version: string };
  readonly paths: Named<Named<Operation>>;
  readonly security?: Security;
  readonly components?: {
    readonly schemas?: Schemas;
    readonly parameters?: Named<Parameter>;
    readonly responses?: Named<Response>;
  };
}

/** What an app that was written for the earlier document may no longer rely on. */
export interface Break {
  readonly operation: string;
  readonly what: string;
}

/**
 * Compares two OpenAPI documents by the promise of `docs/api.md`: operations, fields, values and refusals are added, and nothing is
 * removed or narrowed. Texts and examples are not compared.
 */
export function breaksBetween(before: Document, after: Document): readonly Break[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, earlier]) => {
      const later = after.paths[path]?.[method];
      const breaks = later
        ? operationBreaks([before, earlier], [after, later])
        : [`${method.toUpperCase()} ${path} was removed`];
      return breaks.map((what) => ({ operation: earlier.operationId, what }));
    }),
  );
}

type Side = readonly [Document, Operation];

function operationBreaks([before, earlier]: Side, [after, later]: Side): string[] {
  const breaks: string[] = [];
  const schemas = { before: before.components?.schemas ?? {}, after: after.components?.schemas ?? {} };
  const request: Comparison = { direction: 'request', ...schemas };
  const response: Comparison = { direction: 'response', ...schemas };
  if (earlier.operationId !== later.operationId) breaks.push(`is called ${later.operationId} now`);

  const given = parametersOf(before, earlier);
  const parameters = parametersOf(after, later);
  for (const [place, parameter] of given) {
    const same = parameters.get(place);
    if (same) breaks.push(...schemaBreaks(parameter.schema, same.schema, request, place));
    else breaks.push(`${place} was removed`);
  }
  for (const [place, { required }] of parameters)
    if (required && !given.get(place)?.required) breaks.push(`${place} is required now`);

  const [body, bodyNow] = [earlier.requestBody, later.requestBody];
  if (bodyNow?.required && !body?.required) breaks.push('body is required now');
  breaks.push(...contentBreaks(body?.content, bodyNow?.content, request, 'body'));

  for (const [status, declared] of Object.entries(earlier.responses)) {
    const now = later.responses[status];
    if (!now) {
      breaks.push(`${status} was removed`);
      continue;
    }
    const [was, is] = [responseIn(before, declared), responseIn(after, now)];
    for (const header of Object.keys(was.headers ?? {}))
      if (!(header in (is.headers ?? {}))) breaks.push(`${status} has no header ${header} any more`);
    breaks.push(...contentBreaks(was.content, is.content, response, status));
  }

  const admissions = later.security ?? after.security ?? [];
  const admits = (scheme: Named<readonly string[]>): boolean =>
    admissions.length === 0 ||
    admissions.some((now) =>
      Object.entries(now).every(
        ([name, scopes]) => scopes.every((scope) => scheme[name]?.includes(scope)) && name in scheme,
      ),
    );
  const earlierAdmissions = earlier.security ?? before.security ?? [];
  if (!(earlierAdmissions.length === 0 ? [{}] : earlierAdmissions).every(admits))
    breaks.push('requires more to sign in');
  return breaks;
}

function contentBreaks(
  was: Content = {},
  is: Content = {},
  comparison: Comparison,
  path: string,
): readonly string[] {
  return Object.entries(was).flatMap(([type, { schema = {} }]) => {
    const same = is[type];
    return same
      ? schemaBreaks(schema, same.schema ?? {}, comparison, path)
      : [`${path} has no ${type} any more`];
  });
}

function parametersOf(
  { components }: Document,
  { parameters = [] }: Operation,
): ReadonlyMap<string, Parameter> {
  const found = parameters.map((parameter) => referred(parameter, components?.parameters));
  return new Map(found.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

const responseIn = ({ components }: Document, response: OrReference<Response>): Response =>
  referred(response, components?.responses);

function referred<T extends object>(value: OrReference<T>, components: Named<T> = {}): T {
  if (!('$ref' in value)) return value;
  const found = components[value.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${value.$ref} does not exist`);
  return found;
}
