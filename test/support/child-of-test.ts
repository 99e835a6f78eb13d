import http from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as CheckedConnection from './request-check/checked-connection.ts';

/**
 * Loaded before the main module of a child process with an IPC channel. Over the channel it reports each request that
 * DynamoDB would reject. The channel closes when the test's process ends, even when it is killed, and then this process
 * stops.
 */
const STOPS_WITHIN = 10_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), STOPS_WITHIN).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone must not keep the process alive.
process.channel?.unref();

/** Most child processes send no request to DynamoDB, and do not load the check. */
const load = createRequire(import.meta.url);
const requestProblem = (operation: string, body: string) =>
  (load('./request-check/checked-connection.ts') as typeof CheckedConnection).requestProblem(operation, body);

const { request } = http;
http.request = ((...given: Parameters<typeof request>) => {
  const sent = request(...given);
  const [service, operation = ''] = String(sent.getHeader('x-amz-target')).split('.');
  if (service?.startsWith('DynamoDB_')) {
    const end = sent.end.bind(sent);
    // The SDK sends the body of each request to DynamoDB in one piece.
    sent.end = ((body: string | Uint8Array) => {
      const problem = requestProblem(operation, Buffer.from(body).toString());
      if (problem) process.send?.({ requestProblem: problem.message });
      return end(body);
    }) as typeof end;
  }
  return sent;
}) as typeof request;
syncBuiltinESMExports();
