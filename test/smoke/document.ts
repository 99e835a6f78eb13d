import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { followed } from '../support/openapi-references.ts';

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

const Schema = z.object({ required: z.optional(z.array(z.string())) });
const Content = z.optional(
  z.object({
    'application/json': z.object({ schema: z.unknown(), example: z.optional(z.unknown()) }),
  }),
);
const Response = z.object({ content: Content });
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.optional(z.boolean()),
  example: z.optional(z.unknown()),
});
const Security = z.array(z.record(z.string(), z.unknown()));
const Document = z.object({
  /** Of the operations without one of their own. */
  security: Security,
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        security: z.optional(Security),
        parameters: z.array(z.unknown()),
        requestBody: z.optional(z.object({ content: Content })),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

export function operations(
  file: string | URL = new URL('../../openapi.json', import.meta.url),
): readonly Operation[] {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const { paths, security: common } = Document.parse(document);
  const requiredOf = (response: unknown): readonly string[] => {
    const { content } = Response.parse(followed(response, document) ?? {});
    return Schema.safeParse(followed(content?.['application/json'].schema, document)).data?.required ?? [];
  };
  const parametersOf = (all: readonly unknown[]) =>
    all.map((parameter) => Parameter.parse(followed(parameter, document)));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, security = common, requestBody, responses, ...rest }]) => {
        const parameters = parametersOf(rest.parameters);
        return {
          id: operationId,
          method: method.toUpperCase(),
          path: path.replace(/\{(\w+)\}/g, (_, name: string) =>
            encodeURIComponent(
              String(parameters.find((parameter) => parameter.name === name)?.example ?? name),
            ),
          ),
          hasParameters: path.includes('{'),
          needsQuery: parameters.some((parameter) => parameter.in === 'query' && parameter.required === true),
          caller: security.length === 0 ? 'nobody' : security.length === 1 ? 'required' : 'optional',
          body: requestBody?.content?.['application/json'].example,
          statuses: new Set(Object.keys(responses).map(Number)),
          required: requiredOf(responses['200']),
        };
      },
    ),
  );
}
