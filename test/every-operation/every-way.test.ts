import { createHash } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { createLedger, createTable } from '../../local/engine/tables.ts';
import type { StreamRecord } from '../../local/events/deliveries.ts';
import { openStream } from '../../local/events/streams.ts';
import { localMails } from '../../local/mail-service.ts';
import { localPushes } from '../../local/push-service.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { indexNames, tableDefinition } from '../../shared/contract/table-definition.ts';
import type { ErasedAccount } from '../../shared/deletion/items.ts';
import { malaysianDate } from '../../shared/values/calendar.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { engineConnection } from '../support/connection.ts';
import { type Use, uses } from '../support/iam-guard.ts';
import { expectIndexKeys } from '../support/item-integrity.ts';
import { newId, newWorld, type World } from '../support/world.ts';
import { calls, contractOf, operations } from './calls.ts';
import { everyWayThrough } from './exercise-every-permission.ts';
import { optionalFields, valuesAt } from './optional-fields.ts';
import { functions, unusedPermissions } from './permissions.ts';

/**
 * Every function runs in every way. Each one uses every permission that its contract declares. No secret is stored or logged
 * in any encoding, except for the hash of it, and free text is stored only in the items that exist for it.
 */

/** Only participants choose an alias. An administrator names one that exists. */
const namesAlias = ({ caller }: Contract, field: string): boolean =>
  field === 'alias' && caller === 'platform_admin';
const SECRET_FIELDS = ['token', 'receiptToken', 'invitationToken'];
const HEADERS = [
  'user-agent',
  'referer',
  'x-forwarded-for',
  'accept-language',
  'x-request-id',
  'forwarded',
  'x-own',
];

const secrets = new Set<string>();
/** The tokens of phones, which the platform stores to reach them. */
const phoneTokens = new Set<string>();
const accounts = new Set<string>();
/** The operation that sent each canary. Canaries of headers and queries belong to no operation. */
const canaries = new Map<string, OperationId>();

/** The names of the optional fields that some response has had. */
const returned = new Set<string>();

/** The optional fields of the responses of an operation. */
const optionalFieldsOf = (operation: OperationId) =>
  Object.values(contractOf(operation).success).flatMap((schema) => optionalFields(schema));

/** A world that records every secret and adds a canary to every free text of a request. */
function overheard(world: World): World {
  world.setRandom({
    ...systemClock,
    newId,
    newSecret: () => {
      const secret = systemClock.newSecret();
      secrets.add(secret);
      return secret;
    },
  });
  return {
    ...world,
    async call(operation, sent = {}) {
      const { as, token, body, headers, query } = sent;
      const bearer = as && (await world.tokenFor(as, token));
      if (bearer) {
        accounts.add(as);
        for (const part of [bearer, ...bearer.split('.').slice(1)]) secrets.add(part);
      }
      for (const name of SECRET_FIELDS) {
        const secret = (body as Record<string, unknown> | undefined)?.[name];
        if (typeof secret === 'string' && secret.length >= 20)
          (operation === 'putDevice' ? phoneTokens : secrets).add(secret);
      }
      const send = (content: unknown) =>
        world.call(operation, {
          ...(sent.params && { params: sent.params }),
          ...(sent.event && { event: sent.event }),
          ...(content !== undefined && { body: content }),
          query: { ...query, kenari: 'kenari-query' },
          headers: {
            ...Object.fromEntries(HEADERS.map((name) => [name, `kenari-${name}`])),
            ...(bearer && { authorization: `Bearer ${bearer}` }),
            ...headers,
          },
        });
      const answer = await send(planted(operation, body));
      // A text that names something, such as the option of a question, is refused with a canary.
      const final = answer.status === 409 || answer.status === 400 ? await send(body) : answer;
      for (const field of optionalFieldsOf(operation))
        if (final.status < 300 && valuesAt(final.body, field.path).length > 0) returned.add(field.name);
      return final;
    },
  };
}

/** A number in letters that stay distinct when an alias is folded. */
const inLetters = (n: number) => n.toString(8).replace(/\d/g, (digit) => 'bdfghkmn'[Number(digit)] ?? '');

/** Adds a canary to each text of a body whose schema allows it. */
function planted(operation: OperationId, body: unknown): unknown {
  const contract = contractOf(operation);
  const { body: schema } = contract;
  if (!schema) return body;
  const whole = structuredClone(body);
  const plant = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const part = value as Record<string, unknown>;
    for (const [name, text] of Object.entries(part)) {
      if (typeof text !== 'string') plant(text);
      else if (!SECRET_FIELDS.includes(name) && !namesAlias(contract, name)) {
        const canary = `kenari${inLetters(canaries.size)}x`;
        part[name] = `${text} ${canary}`.trim();
        if (schema.safeParse(whole).success) canaries.set(canary, operation);
        else part[name] = text;
      }
    }
  };
  plant(whole);
  return whole;
}

const sha256 = (secret: string) => createHash('sha256').update(secret).digest();
/** All encodings of a secret except for the one that is stored. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret),
    Buffer.from(secret, 'base64url').toString('hex'),
    sha256(secret).toString('base64'),
    sha256(secret).toString('base64url'),
  ];
}

/** The characters of all encodings. */
const WORD = /^[\w+/=.%~-]{16,}$/;
/** Each word of a text once, which is all that a secret can be part of, and much shorter than the text. */
const wordsOf = (text: string): string => [...new Set(text.match(/[\w+/=.%~-]{16,}/g))].join('\n');

let table: readonly Record<string, unknown>[];
let records: readonly StreamRecord[];
let erased: readonly ErasedAccount[];
let stream: string;
/** The partition keys of the indexes in which an item was at any time. */
let indexed: ReadonlySet<string>;
let lines: string;
let ledger: string;
let used: ReadonlyMap<string, readonly Use[]>;
beforeAll(async () => {
  const connection = engineConnection();
  const tableName = `secrets-${newId()}`;
  await createTable(connection, tableName, { stream: true });
  await createLedger(connection, `${tableName}-erased`);
  const pushes = localPushes(() => new Date());
  const mails = localMails({
    desk: 'desk',
    addressOf: async () => 'somebody@example.com',
    now: () => new Date(),
  });
  const world = overheard(await newWorld({ on: { connection, tableName }, rollsUp: true, pushes, mails }));
  world.setTime({ sleep: async () => {} }); // No worker needs to wait for an index or a stream.
  uses.length = 0;
  await everyWayThrough(world);
  used = Map.groupBy(uses, (use) => use.function);
  table = await world.dump();
  lines = JSON.stringify(world.lines);
  erased = await world.ledger.erasedOn(malaysianDate(world.now()));
  ledger = JSON.stringify(erased);
  const { poll, close } = await openStream({
    connection,
    tableName,
    from: 'beginning',
    wasExpiry: () => false,
  });
  records = [];
  // Every version of an item is either in the table or the old image of a stream record.
  await poll(async (some) => {
    records = [...records, ...some];
  });
  close();
  stream = JSON.stringify(records);
  const stored = [...table, ...records.map(({ dynamodb }) => unmarshall(dynamodb?.OldImage ?? {}))];
  const keys = indexNames.map((index) => tableDefinition.indexes[index].partitionKey);
  indexed = new Set(stored.flatMap((item) => keys.map((key) => String(item[key]))));
});

describe('the test', () => {
  it('has something to search: items, changes, log lines and erasures', () => {
    expect(table.length).toBeGreaterThan(200);
    expect(records.length).toBeGreaterThan(200);
    expect(records.some(({ dynamodb }) => dynamodb?.OldImage)).toBe(true);
    expect(JSON.parse(lines).length).toBeGreaterThan(100);
    expect(erased.length).toBeGreaterThan(0);
  });
});

describe('every function', () => {
  it.each(functions)('%s uses each of its permissions', (name, touches) => {
    expect(unusedPermissions(touches, used.get(name))).toEqual([]);
  });
});

describe('every list of an index that a function queries', () => {
  const queried = new Set(
    functions.flatMap(([, touches]) => indexNames.flatMap((index) => touches[index] ?? [])),
  );

  it.each([...queried])('has had items: %s', (prefix) => {
    const keys = [...indexed].filter((key) =>
      prefix.endsWith('#') ? key.startsWith(prefix) : key === prefix,
    );
    expect(keys, 'no function and no given item is ever in this list').not.toEqual([]);
  });
});

it('every item is in the lists of the indexes that follow from its fields', () => expectIndexKeys(table));

it('every optional field of a response is returned by some operation in some way', () => {
  const declared = new Set(operations.flatMap(optionalFieldsOf).map(({ name }) => name));
  expect(
    [...declared].filter((name) => !returned.has(name)),
    'nothing writes these fields, or `furtherUses` in the calls of a resource lacks a request that returns them',
  ).toEqual([]);
});

describe('a secret', () => {
  it('is not in the table, its stream, the logs with their metrics, or the ledger, in any encoding', () => {
    expect(secrets.size).toBeGreaterThan(200);
    const places = { table: JSON.stringify(table), stream, lines, ledger };
    const spellings = [...secrets].flatMap(spellingsOf);
    expect(spellings.filter((spelling) => !WORD.test(spelling))).toEqual([]);
    for (const [place, text] of Object.entries(places)) {
      const words = wordsOf(text);
      expect(
        spellings.filter((spelling) => words.includes(spelling)),
        place,
      ).toEqual([]);
    }
  });

  it('of a phone is stored only with the device, and is in no log', () => {
    const tokens = [...phoneTokens];
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.filter((token) => lines.includes(token))).toEqual([]);
    const others = table.filter(({ pk }) => !String(pk).startsWith('NOTICE-DEVICE#'));
    expect(tokens.filter((token) => JSON.stringify(others).includes(token))).toEqual([]);
  });

  it('is stored as a hash where it is looked up, and the hash is in no log', () => {
    const hashes = [...secrets].map((secret) => sha256(secret).toString('hex'));
    const stored = new Set<string>();
    for (const item of table) {
      for (const [name, value] of Object.entries(item)) {
        const text = JSON.stringify(value);
        if (hashes.some((hash) => text.includes(hash))) {
          const prefix = /^[A-Z#-]+/.exec(String(item['pk']))?.[0] ?? '';
          stored.add(`${prefix} ${name}`);
        }
      }
    }
    expect([...stored].sort()).toEqual([
      'CLINICAL#TOKEN# pk',
      'CLINICAL#TOKEN# tokenHash',
      'DELETION#RECEIPT# pk',
      'DELETION#RECEIPT# receiptHash',
      'DELETION#REQUEST# receiptHash',
      'WORKSPACE#INVITATION-TOKEN# pk',
      'WORKSPACE#INVITATION-TOKEN# tokenHash',
    ]);
    expect(hashes.filter((hash) => lines.includes(hash))).toEqual([]);
  });
});

describe('a free text', () => {
  const foundIn = (text: string) => new Set(text.toLowerCase().match(/kenari([bdfghkmn]+x|-[a-z-]+)/g));

  it('is stored only in the items that exist for it', () => {
    expect(canaries.size).toBeGreaterThan(60);
    const astray = new Set<string>();
    const met = new Set<string>();
    for (const item of table) {
      for (const canary of foundIn(JSON.stringify(item))) {
        const operation = canaries.get(canary);
        met.add(operation ?? canary);
        const homes = operation && calls[operation].storesTexts;
        if (!homes?.some((prefix) => String(item['pk']).startsWith(prefix)))
          astray.add(`${operation ?? canary}: ${item['pk']} ${item['sk']}`);
      }
    }
    expect([...astray]).toEqual([]);
    expect([...met].sort()).toEqual(operations.filter((operation) => calls[operation].storesTexts).sort());
  });

  it('in a header or a query is not stored', () => {
    expect(
      [...foundIn(JSON.stringify(table)), ...foundIn(stream)].filter((found) => found.includes('-')),
    ).toEqual([]);
  });

  it('is in no log, metric or ledger entry, and no log contains an account id', () => {
    expect([...foundIn(lines), ...foundIn(ledger)]).toEqual([]);
    expect([...accounts].filter((account) => lines.includes(account))).toEqual([]);
  });
});
