import { readFileSync } from 'node:fs';
import { type components, type operations, sihatClient } from '../../../web/client/client.ts';

/** The client package, by operation ids instead of paths. */
export type OperationId = keyof operations;

type Parameters<O extends OperationId> = operations[O]['parameters'];
type Responses<O extends OperationId> = operations[O]['responses'];
type Json<Content> = Content extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : undefined;
type Sent<O extends OperationId> = Json<Exclude<operations[O]['requestBody'], undefined>>;

/** A part of the request as the document defines it; no other part is allowed. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: never }
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

export type RequestOf<O extends OperationId> = Part<'params', Parameters<O>['path']> &
  Part<'query', Parameters<O>['query']> &
  Part<'body', Sent<O>> & { readonly headers?: Readonly<Record<string, string>> };

/** The refusals that every operation may return. */
export type Refusal = components['schemas']['ApiError'];

/** The successful response of an operation. */
export type BodyOf<O extends OperationId> = {
  [Status in keyof Responses<O> & (200 | 201 | 204)]: Json<Responses<O>[Status]>;
}[keyof Responses<O> & (200 | 201 | 204)];

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

const document: { readonly paths: Record<string, Record<string, { readonly operationId: string }>> } =
  JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const places = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, { path, method }] as const),
  ),
);

export function apiClient(baseUrl: string) {
  /** Sends a request and returns any response; `Body` is its expected body. */
  return async function ask<O extends OperationId, Body = BodyOf<O>>(
    operation: O,
    { params, query, body, headers }: Partial<RequestOf<O>>,
    token: string | undefined,
  ): Promise<Answer<Body>> {
    const place = places.get(operation);
    if (!place) throw new Error(`the document has no operation ${operation}`);
    let text = '';
    const client = sihatClient({
      baseUrl,
      token: () => token,
      async fetch(request) {
        const answer = await fetch(request);
        text = await answer.clone().text();
        return answer;
      },
    });
    const { response, data, error } = await client.request(
      place.method as never,
      place.path as never,
      {
        params: { path: params, query },
        body,
        headers,
      } as never,
    );
    return { status: response.status, headers: response.headers, text, body: (data ?? error) as Body };
  };
}
