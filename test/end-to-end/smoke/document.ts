import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The operations of `openapi.json`, which is all that the smoke test knows of the platform. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path with the example of each parameter. */
  readonly path: string;
  readonly hasParameters: boolean;
  readonly needsQuery: boolean;
  readonly caller: 'nobody' | 'optional' | 'required';
  /** An example body. */
  readonly body: unknown;
  readonly statuses: ReadonlySet<number>;
  /** The required fields of its 200 response. */
  readonly required: readonly string[];
}

const Reference = z.object({ $ref: z.string() });
const Schema = z.object({ required: z.optional(z.array(z.string())) });
const Content = z.optional(
  z.object({
    'application/json': z.object({ schema: z.unknown(), example: z.optional(z.unknown()) }),
  }),
);
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.optional(z.boolean()),
  example: z.optional(z.unknown()),
});
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        security: z.array(z.record(z.string(), z.unknown())),
        parameters: z.array(Parameter),
        requestBody: z.optional(z.object({ content: Content })),
        responses: z.record(z.string(), z.object({ content: Content })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

export function operations(
  file: string | URL = new URL('../../../openapi.json', import.meta.url),
): readonly Operation[] {
  const { paths, components } = Document.parse(JSON.parse(readFileSync(file, 'utf8')));
  const requiredOf = (schema: unknown): readonly string[] => {
    const { data } = Reference.safeParse(schema);
    const name = data?.$ref.split('/').at(-1);
    return Schema.safeParse(name === undefined ? schema : components.schemas[name]).data?.required ?? [];
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, security, parameters, requestBody, responses }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(String(parameters.find((one) => one.name === name)?.example ?? name)),
        ),
        hasParameters: path.includes('{'),
        needsQuery: parameters.some((one) => one.in === 'query' && one.required === true),
        caller: security.length === 0 ? 'nobody' : security.length === 1 ? 'required' : 'optional',
        body: requestBody?.content?.['application/json'].example,
        statuses: new Set(Object.keys(responses).map(Number)),
        required: requiredOf(responses['200']?.content?.['application/json'].schema),
      }),
    ),
  );
}
