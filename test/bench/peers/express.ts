import express from 'express';
import serverless from 'serverless-http';
import type { HttpRequest } from '../../../shared/http/gateway.ts';
import type { Endpoint } from '../../../shared/runtime/endpoint.ts';
import { type PeerTools, responseOf, routeOf } from './api.ts';

/** One Lambda function with Express and these endpoints. */
export function peer(endpoints: readonly Endpoint[], tools: PeerTools) {
  const app = express();
  app.use(express.json());
  for (const endpoint of endpoints) {
    const method = endpoint.contract.method.toLowerCase() as 'get';
    app[method](routeOf(endpoint.contract), async (request, response) => {
      const { statusCode, headers, body } = await responseOf(endpoint, tools, {
        requestId: String(request.headers['x-request-id']),
        headers: request.headers as HttpRequest['headers'],
        params: request.params,
        query: request.query,
        body: () => request.body,
      });
      response.status(statusCode).set(headers).end(body);
    });
  }
  return serverless(app, { requestId: 'x-request-id' });
}
