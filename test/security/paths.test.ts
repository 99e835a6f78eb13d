import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { OperationId } from '../../functions/contracts.ts';
import { type Cast, newCast } from '../cast/cast.ts';
import { calls, contractOf, operations } from '../every-operation/calls.ts';
import { uses } from '../support/iam-guard.ts';
import { LONG, RUNS } from '../support/seeded-races.ts';
import { newWorld, type World } from '../support/world.ts';
import { openDoors } from './raw-http.ts';

/**
 * Path parameters that try to break out of their key. None of them reaches the database. In `npm test` the parameters are
 * shared out among the operations; in `npm run test:long` each operation gets all of them.
 */
const SHARE = RUNS < 1_000 ? 8 : 1;
const shareOf = <T>(all: readonly T[], operation: OperationId): readonly T[] =>
  all.filter((_, n) => n % SHARE === operations.indexOf(operation) % SHARE);

const withParameters = operations.filter((operation) => contractOf(operation).params);

let world: World;
let cast: Cast;
let authorization: string;
let doors: Awaited<ReturnType<typeof openDoors>>;
beforeAll(async () => {
  world = await newWorld({ rollsUp: false });
  cast = await newCast(world);
  const admin = cast.accounts['platform admin'];
  if (!admin) throw new Error('no administrator');
  authorization = `Bearer ${await world.tokenFor(admin)}`;
  doors = await openDoors(world);
});
afterAll(() => doors?.close());

/** Texts that are appended to a valid value. */
const behind = [
  '#',
  '%23',
  '%23STANDING',
  '%2523STANDING',
  '%00',
  '%0a',
  '%0d%0aset-cookie:%20a=b',
  '%20',
  '+',
  ',',
  '*',
  ';x=1',
  '%2f',
  '%2f..',
  '%5c',
  '%e2%80%ae',
  '%cc%81',
];
/** Texts that replace a valid value. */
const instead = [
  '',
  '..',
  '.',
  '%2e%2e',
  '%252e%252e',
  '%2e%2e%2f%2e%2e',
  '%252e%252e%252f',
  '%00',
  '%23',
  'ACCOUNT%23',
  '%',
  '%zz',
  '%ff',
  '%c0%ae%c0%ae',
  '%ed%a0%80',
  '*',
  '__proto__',
  '{id}',
  '%7B%22S%22:%22x%22%7D',
  '%27%20OR%20%271%27=%271',
  '[object%20Object]',
  '%EF%BC%90%EF%BC%90%EF%BC%90',
  '%F0%9F%8F%83',
  '-1',
  'A'.repeat(9_000),
  'A'.repeat(30_000),
  '%41'.repeat(2_000),
];

describe('a path parameter that tries to break out of its key', () => {
  it.each(withParameters)('of %s never reaches the database', LONG, async (operation) => {
    const { method, path } = contractOf(operation);
    const right: Readonly<Record<string, string>> =
      calls[operation].request(cast, 'platform admin').params ?? {};
    for (const name of Object.keys(right)) {
      const tries = [...behind.map((more) => `${right[name]}${more}`), ...instead];
      for (const bad of shareOf(tries, operation)) {
        const tried = path.replace(/\{(\w+)\}/g, (_, parameter) =>
          parameter === name ? bad : (right[parameter] ?? ''),
        );
        const before = uses.length;
        const { status, code } = await doors.knock({
          method,
          path: tried,
          headers: { authorization, 'content-type': 'application/json' },
          body: method === 'GET' || method === 'DELETE' ? undefined : '{}',
        });
        expect([400, 404, 431], tried).toContain(status);
        // The gateway's own responses have no code.
        expect([undefined, 'invalid_request'], tried).toContain(code);
        expect(uses.slice(before), tried).toEqual([]);
      }
    }
  });
});

describe('a parameter of a query', () => {
  const withQuery = operations.filter((operation) => contractOf(operation).query);
  const strange = [
    '',
    '%00',
    '%0d%0a',
    '%23',
    '%ff',
    '%ed%a0%80',
    '-1',
    '0',
    '1e9',
    '9007199254740993',
    'NaN',
    '1%2C1',
    '2031-02-30',
    '__proto__',
    'x'.repeat(8_000),
  ];
  it.each(withQuery)('of %s never causes a server error', LONG, async (operation) => {
    const { method, query } = contractOf(operation);
    const { params = {}, query: right = {} } = calls[operation].request(cast, 'platform admin');
    const path = contractOf(operation).path.replace(
      /\{(\w+)\}/g,
      (_, parameter: string) => params[parameter] ?? '',
    );
    const names = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : Object.keys(right);
    expect(names.length).toBeGreaterThan(0);
    for (const name of [...names, '__proto__', 'constructor']) {
      for (const bad of shareOf(strange, operation)) {
        const others = new URLSearchParams({ ...right, [name]: '' });
        others.delete(name);
        for (const tried of [`${name}=${bad}`, `${name}=${bad}&${name}=${bad}`, `${name}[]=${bad}`]) {
          const { status } = await doors.knock({
            method,
            path: `${path}?${others}&${tried}`,
            headers: { authorization },
          });
          expect(status, tried).toBeLessThan(500);
        }
      }
    }
  });
});
