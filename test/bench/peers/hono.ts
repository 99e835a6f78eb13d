import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Endpoint } from '../../../shared/runtime/endpoint.ts';
import { answerOf, logged, type PeerTools, routeOf } from './api.ts';

/** The whole API as one Lambda function with Hono. */
export function peer(endpoints: readonly Endpoint[], tools: PeerTools) {
  const app = new Hono();
  for (const endpoint of endpoints) {
    app.on(endpoint.contract.method, routeOf(endpoint.contract), async (context) => {
      const startedAt = tools.clock.elapsed();
      const { status, body } = await answerOf(endpoint, tools, {
        authorization: context.req.header('authorization'),
        params: context.req.param(),
        query: context.req.query(),
        body: () => context.req.json(),
      });
      logged(endpoint, tools, status, startedAt);
      return body === undefined
        ? context.body(null, 204)
        : context.json(body, status as ContentfulStatusCode);
    });
  }
  return handle(app);
}
