import { type Context, Hono } from 'hono';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import type { Endpoint } from '../../../shared/runtime/endpoint.ts';
import { type PeerTools, responseOf, routeOf } from './api.ts';

type Bindings = { Bindings: { readonly event: LambdaEvent } };

/** One Lambda function with Hono and this endpoint. */
export function peer(endpoint: Endpoint, tools: PeerTools) {
  const app = new Hono<Bindings>();
  app.on(endpoint.contract.method, routeOf(endpoint.contract), async (context: Context<Bindings>) => {
    const { statusCode, headers, body } = await responseOf(endpoint, tools, {
      requestId: (context.env.event.requestContext as { requestId: string }).requestId,
      headers: {
        authorization: context.req.header('authorization'),
        'if-none-match': context.req.header('if-none-match'),
      },
      params: context.req.param(),
      query: context.req.query(),
      body: () => context.req.json(),
    });
    return body === ''
      ? context.body(null, statusCode as StatusCode, headers)
      : context.body(body, statusCode as ContentfulStatusCode, headers);
  });
  return handle(app);
}
