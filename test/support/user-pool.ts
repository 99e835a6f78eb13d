import { corsOf } from '../../local/http/cors.ts';
import { openGateway } from '../../local/http/gateway.ts';
import { type UserPoolOptions, userPool } from '../../local/user-pool/user-pool.ts';

/** Serves a user pool on a port of its own, and records what its clients send and get. */
export async function startUserPool(options: Omit<UserPoolOptions, 'now'> & { readonly now?: () => Date }) {
  const now = options.now ?? (() => new Date());
  const pool = userPool({ ...options, now });
  const received: string[] = [];
  const sent: string[] = [];
  const gateway = await openGateway(0, {
    cors: corsOf([]),
    now,
    otherPaths: async (request) => {
      received.push(request.body.toString());
      const answer = await pool.answer(request);
      sent.push(answer.body ?? '');
      return answer;
    },
  });
  gateway.open([]);
  return { ...pool, url: `${gateway.url}/`, received, sent, stop: gateway.close };
}
