import { describe, expect, it, vi } from 'vitest';
import { openApiDocument } from '../../infra/openapi/document.ts';
import {
  ApiError,
  allPages,
  dataOf,
  isSignedOut,
  PersonChanged,
  waitForScan,
} from '../../web/client/client.ts';
import { clientWith, lost, refusal, SOME_ID, tokenOf } from './client-answers.ts';

const named = (name: string, message = 'x') => Object.assign(new Error(message), { name });
const later = () => new Promise<void>((done) => setTimeout(done, 5));
const personIn = (request: Request) => {
  const [, payload = ''] = (request.headers.get('authorization') ?? '').split('.');
  return payload === '' ? undefined : JSON.parse(Buffer.from(payload, 'base64url').toString()).sub;
};

/** A platform that accepts only a new token, and an app that gets it with `refresh`. */
function expiring(refresh: () => Promise<unknown> = later, code = 'invalid_token') {
  let token = tokenOf('a', 1);
  let [refreshes, tokens] = [0, 0];
  const told: unknown[] = [];
  const made = clientWith(
    (request) =>
      request.headers.get('authorization') === `Bearer ${tokenOf('a', 2)}`
        ? Response.json({ clubs: [], events: [], challenges: [] })
        : refusal(401, code),
    {
      token: async () => {
        tokens += 1;
        await later();
        return token;
      },
      refresh: async () => {
        refreshes += 1;
        await refresh();
        token = tokenOf('a', 2);
      },
      onSignedOut: (reason) => void told.push(reason),
    },
  );
  const signIn = () => {
    token = tokenOf('a', 2);
  };
  return { ...made, told, signIn, refreshes: () => refreshes, tokens: () => tokens };
}

describe('an expired token', () => {
  it('is refreshed once for concurrent requests, which share each token() and are sent again', async () => {
    const { client, refreshes, sent, told, tokens } = expiring();
    const body = { title: 'Kelab', summary: '', visibility: 'public' as const };
    const calls = await Promise.all([
      client.GET('/v1/community'),
      client.GET('/v1/rewards/claims'),
      client.POST('/v1/community/clubs', { body }),
    ]);
    expect(calls.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    expect([refreshes(), sent(), told]).toEqual([1, 6, []]);
    expect(tokens()).toBeLessThan(6);
  });

  it('leaves the 401 if only a sign-in with the password helps, and tells the app nothing', async () => {
    const { client, refreshes, told } = expiring(later, 'fresh_session_required');
    expect((await client.GET('/v1/community')).response.status).toBe(401);
    expect([refreshes(), told]).toEqual([0, []]);
  });

  it.each([
    ['the new token is refused, too', 2, { refresh: async () => {} }],
    ['there is no refresh', 1, {}],
  ])('is reported to the app once if %s', async (_, attempts, options) => {
    const told: unknown[] = [];
    const refused = clientWith(() => refusal(401, 'invalid_token'), {
      token: () => tokenOf('a'),
      onSignedOut: (reason) => void told.push(reason),
      ...options,
    });
    const { response, error } = await refused.client.GET('/v1/community');
    expect([response.status, error?.code]).toEqual([401, 'invalid_token']);
    expect(refused.sent()).toBe(attempts);
    await refused.client.GET('/v1/rewards/claims');
    expect(told).toEqual([expect.any(ApiError)]);
    expect(isSignedOut(told[0])).toBe(true);
  });
});

describe('a refused refresh (report 24)', () => {
  const refused = named('NotAuthorizedException', 'Refresh Token has expired');

  it('is one refresh for eight calls, reaches all of them unchanged, and the app is told once', async () => {
    const { client, refreshes, sent, told } = expiring(async () => {
      await later();
      throw refused;
    });
    const calls = await Promise.allSettled(Array.from({ length: 8 }, () => client.GET('/v1/community/own')));
    for (const call of calls) expect(call).toEqual({ status: 'rejected', reason: refused });
    expect([refreshes(), sent(), told]).toEqual([1, 8, [refused]]);
  });

  it('is shared by calls whose 401 arrives after it, too', async () => {
    let answered = () => {};
    const slow = new Promise<void>((done) => {
      answered = done;
    });
    let refreshes = 0;
    const { client } = clientWith(
      async (request) => {
        if (request.url.endsWith('/own')) await slow;
        return refusal(401, 'invalid_token');
      },
      {
        token: () => tokenOf('a'),
        refresh: () => Promise.reject(named('Error', `no connection ${++refreshes}`)),
      },
    );
    const late = client.GET('/v1/community/own').catch(({ message }) => message);
    await expect(client.GET('/v1/rewards/claims')).rejects.toThrow('no connection 1');
    answered();
    expect(await late).toBe('no connection 1');
    await expect(client.GET('/v1/rewards/claims')).rejects.toThrow('no connection 2');
  });

  it('sends nothing more, not even a public read, until the person has signed in again', async () => {
    const { client, refreshes, sent, signIn } = expiring(() => Promise.reject(refused));
    await expect(client.GET('/v1/community/own')).rejects.toBe(refused);
    await expect(client.GET('/v1/community')).rejects.toBe(refused);
    expect([refreshes(), sent()]).toEqual([1, 1]);
    signIn();
    expect((await client.GET('/v1/community')).response.status).toBe(200);
  });

  it('for another reason, such as a lost connection, tells the app nothing and is tried again by the next call', async () => {
    let n = 0;
    const { client, told } = expiring(async () => {
      if (++n === 1) lost();
    });
    await expect(client.GET('/v1/community')).rejects.toThrow('fetch failed');
    expect((await client.GET('/v1/community')).response.status).toBe(200);
    expect(told).toEqual([]);
  });
});

describe('a token() that began before a refresh', () => {
  it('is not used for the repeated request', async () => {
    const fresh = tokenOf('a', 2);
    let token = tokenOf('a', 1);
    let asked = 0;
    let answer = () => {};
    const slow = new Promise<void>((done) => {
      answer = done;
    });
    const told: unknown[] = [];
    const { client } = clientWith(
      (request) =>
        request.headers.get('authorization') === `Bearer ${fresh}`
          ? Response.json({})
          : refusal(401, 'invalid_token'),
      {
        async token() {
          const found = token;
          if (++asked === 3) await slow;
          return found;
        },
        async refresh() {
          // Another call begins, and its app takes the old token out of its store.
          other = client.GET('/v1/rewards/claims').then(({ response }) => response.status);
          await later();
          token = fresh;
          setTimeout(answer, 50);
        },
        onSignedOut: (reason) => void told.push(reason),
      },
    );
    let other: Promise<number> | undefined;
    expect((await client.GET('/v1/community')).response.status).toBe(200);
    expect(await other).toBe(200);
    expect(told).toEqual([]);
  });
});

describe('onSignedOut', () => {
  const refused = named('NotAuthorizedException');

  it('is called once, although token() and refresh() are refused in turns', async () => {
    const told: unknown[] = [];
    let n = 0;
    const { client } = clientWith(() => refusal(401, 'invalid_token'), {
      token: () => (++n % 3 === 0 ? Promise.reject(refused) : tokenOf('a')),
      refresh: () => Promise.reject(refused),
      onSignedOut: (reason) => void told.push(reason),
    });
    for (let call = 0; call < 9; call++) await expect(client.GET('/v1/community/own')).rejects.toBe(refused);
    expect(told).toEqual([refused]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('of the app');
      },
    ],
    ['rejects', () => Promise.reject(new Error('of the app'))],
  ])('that %s does not replace the error of the call, and is logged', async (_, onSignedOut) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { client } = clientWith(() => Response.json({}), {
      token: () => Promise.reject(refused),
      onSignedOut,
    });
    await expect(client.GET('/v1/community')).rejects.toBe(refused);
    await expect(client.GET('/v1/community')).rejects.toBe(refused);
    await later();
    expect(log.mock.calls).toEqual([['onSignedOut has failed.', new Error('of the app')]]);
    log.mockRestore();
  });
});

it('the token is sent to the address of the platform only, although a call names another one', async () => {
  const seen: [string, string | null][] = [];
  const { client } = clientWith(
    (request) => {
      seen.push([new URL(request.url).host, request.headers.get('authorization')]);
      return Response.json({});
    },
    { token: () => tokenOf('a') },
  );
  for (const baseUrl of [undefined, 'https://other.test', 'https://api.sihat.test.other.test'])
    await client.GET('/v1/community', { ...(baseUrl && { baseUrl }) });
  expect(seen).toEqual([
    ['api.sihat.test', `Bearer ${tokenOf('a')}`],
    ['other.test', null],
    ['api.sihat.test.other.test', null],
  ]);
});

describe('a rejected token', () => {
  it.each([
    ['an error', new TypeError('fetch failed')],
    ['a text', 'no session'],
  ])('reaches the caller at once and unchanged, and nothing is sent: %s', async (_, reason) => {
    const { client, sent, waited } = clientWith(() => Response.json({}), {
      token: () => Promise.reject(reason),
    });
    await expect(client.GET('/v1/community')).rejects.toBe(reason);
    expect([sent(), waited]).toEqual([0, []]);
    let looks = 0;
    const sleep = async () => void looks++;
    await expect(waitForScan(client, { id: SOME_ID, sleep })).rejects.toBe(reason);
    expect(looks).toBe(1);
  });

  it('is requested once for concurrent calls, and again for the next call', async () => {
    let tokens = 0;
    const { client } = clientWith(() => Response.json({}), {
      token: async () => {
        tokens += 1;
        await later();
        throw new Error(`failure ${tokens}`);
      },
    });
    const calls = await Promise.allSettled(Array.from({ length: 8 }, () => client.GET('/v1/community')));
    expect(new Set(calls.map((call) => call.status === 'rejected' && call.reason.message))).toEqual(
      new Set(['failure 1']),
    );
    await expect(client.GET('/v1/community')).rejects.toThrow('failure 2');
  });

  it('tells the app when Cognito refuses the session, and again only after another sign-in', async () => {
    const told: unknown[] = [];
    let token: () => Promise<string> = () => Promise.reject(named('NotAuthorizedException'));
    const { client } = clientWith(() => Response.json({}), {
      token: () => token(),
      onSignedOut: (reason) => void told.push(reason),
    });
    const calls = () => Promise.allSettled([client.GET('/v1/community'), client.GET('/v1/community/own')]);
    await calls();
    await calls();
    expect(told).toHaveLength(1);
    const refused = token;
    token = async () => tokenOf('a');
    await calls();
    token = refused;
    await calls();
    expect(told).toHaveLength(2);
  });
});

describe('a request that is repeated after another person has signed in (report 25)', () => {
  const byTurns = (...people: readonly (string | undefined)[]) => {
    let n = 0;
    return () => {
      const person = people[Math.min(n++, people.length - 1)];
      return person === undefined ? undefined : tokenOf(person, n);
    };
  };

  it.each([
    ['B, after a lost connection', ['a', 'b'], lost],
    ['B, after a 503', ['a', 'b'], () => refusal(503)],
    ['nobody', ['a', undefined], lost],
    ['somebody, who was nobody before', [undefined, 'a'], lost],
    ['B, with a refresh', ['a', 'b'], () => refusal(401, 'invalid_token')],
  ])('is not sent as %s', async (_, people, fail) => {
    const seen: unknown[] = [];
    const { client } = clientWith(
      (request) => {
        seen.push(personIn(request));
        return fail();
      },
      { token: byTurns(...people), refresh: async () => {} },
    );
    const put = client.PUT('/v1/onboarding/answers', { body: { answers: {} } as never });
    await expect(put).rejects.toThrow(PersonChanged);
    expect(seen).toEqual([people[0]]);
  });

  it('is sent with another token of the same person', async () => {
    const { client, sent } = clientWith((_, n) => (n < 3 ? lost() : Response.json({})), {
      token: byTurns('a', 'a', 'a'),
    });
    expect((await client.GET('/v1/community')).response.status).toBe(200);
    expect(sent()).toBe(3);
  });

  it('is not sent by a helper that waits', async () => {
    const seen: unknown[] = [];
    const { client } = clientWith(
      (request) => {
        seen.push(personIn(request));
        return seen.length === 1
          ? lost()
          : Response.json({ id: SOME_ID, status: seen.length < 4 ? 'open' : 'used' });
      },
      { token: byTurns('a', 'a', 'b'), attempts: 1 },
    );
    const waiting = waitForScan(client, { id: SOME_ID, sleep: async () => {} });
    await expect(waiting).rejects.toThrow(PersonChanged);
    expect(seen).toEqual(['a', 'a']);
  });

  it('is not sent by a helper that reads pages, even if the app prepares the next page first', async () => {
    const seen: unknown[] = [];
    const { client } = clientWith(
      (request, n) => {
        seen.push(personIn(request));
        return Response.json({ claims: [], nextCursor: `after-${n}` });
      },
      { token: byTurns('a', 'a', 'b') },
    );
    const pages = allPages(async (cursor) => {
      await later();
      return client.GET('/v1/rewards/claims', { params: { query: cursor === undefined ? {} : { cursor } } });
    });
    const all = async () => {
      for await (const { claims } of pages) expect(claims).toEqual([]);
    };
    await expect(all()).rejects.toThrow(PersonChanged);
    expect(seen).toEqual(['a', 'a']);
  });

  it('concerns no other call: a new one is sent as the person who is signed in then', async () => {
    const { client } = clientWith((request) => Response.json({ person: personIn(request) }), {
      token: byTurns('a', 'b'),
    });
    const called = async () => (await client.GET('/v1/community')).data;
    expect([await called(), await called()]).toEqual([{ person: 'a' }, { person: 'b' }]);
  });
});

describe('dataOf', () => {
  const { paths }: { readonly paths: Record<string, Record<string, { readonly responses: object }>> } =
    JSON.parse(JSON.stringify(openApiDocument()));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      path,
      method,
      statuses: Object.keys(responses).map(Number).filter(Boolean),
    })),
  );

  it('throws on errors only, whatever operation answers', async () => {
    const withoutContent: string[] = [];
    for (const { path, method, statuses } of operations)
      for (const status of statuses) {
        const { client } = clientWith(
          () =>
            status === 204 || status === 304
              ? new Response(null, { status })
              : Response.json({ code: 'some_code', message: 'x' }, { status }),
          { attempts: 1 },
        );
        const called = await client.request(
          method as never,
          path.replaceAll(/\{\w+\}/g, SOME_ID) as never,
          { body: method === 'get' ? undefined : {} } as never,
        );
        const of = () => dataOf<unknown>(called);
        if (status >= 400) expect(of, `${method} ${path} ${status}`).toThrow(ApiError);
        else if (status >= 300 || status === 204) expect(of(), `${method} ${path} ${status}`).toBeUndefined();
        else expect(of(), `${method} ${path} ${status}`).toBeDefined();
        if (status === 204) withoutContent.push(path);
      }
    expect(operations.length).toBeGreaterThan(100);
    expect(withoutContent).toHaveLength(17);
  });
});
describe('allPages', () => {
  it('reads a list to its end, and throws a refusal', async () => {
    const cursors: (string | null)[] = [];
    const { client } = clientWith((request, n) => {
      cursors.push(new URL(request.url).searchParams.get('cursor'));
      if (n === 3) return Response.json({ code: 'account_closed', message: 'closed' }, { status: 403 });
      return Response.json({ claims: [], nextCursor: `after-${n}` });
    });
    const read = (cursor: string | undefined) =>
      client.GET('/v1/rewards/claims', { params: { query: cursor === undefined ? {} : { cursor } } });
    const all = async () => {
      let pages = 0;
      for await (const { claims } of allPages(read)) pages += claims.length + 1;
      return pages;
    };
    const error = await all().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 403, code: 'account_closed', message: 'closed' });
    expect(cursors).toEqual([null, 'after-1', 'after-2']);
    let n = 0;
    const { client: other } = clientWith(() =>
      Response.json({ claims: [], ...(++n < 3 && { nextCursor: 'x' }) }),
    );
    let pages = 0;
    for await (const _ of allPages(() => other.GET('/v1/rewards/claims'))) pages += 1;
    expect(pages).toBe(3);
  });
});
