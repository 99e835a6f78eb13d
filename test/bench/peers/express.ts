import express from 'express';
import serverless from 'serverless-http';
import type { Endpoint } from '../../../shared/runtime/endpoint.ts';
import { answerOf, logged, type PeerTools, routeOf } from './api.ts';

/** The whole API as one Lambda function with Express. */
export function peer(endpoints: readonly Endpoint[], tools: PeerTools) {
  const app = express();
  app.use(express.json());
  for (const endpoint of endpoints) {
    const method = endpoint.contract.method.toLowerCase() as 'get';
    app[method](routeOf(endpoint.contract), async (request, response) => {
      const startedAt = tools.clock.elapsed();
      const { status, body } = await answerOf(endpoint, tools, {
        authorization: request.headers.authorization,
        params: request.params,
        query: request.query,
        body: () => request.body,
      });
      logged(endpoint, tools, status, startedAt);
      response.status(status);
      if (body === undefined) response.end();
      else response.json(body);
    });
  }
  return serverless(app);
}
