import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { examples as accessLog } from '../../functions/clinical/access-log/contract.examples.ts';
import { examples } from '../../functions/community/events/contract.examples.ts';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { exampleOf } from '../../functions/examples.ts';
import { administer } from '../../infra/admin/program.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { malaysianTime } from '../../shared/values/calendar.ts';
import { CURSOR } from '../../shared/values/ids.examples.ts';
import { MAX_PAGE_ITEMS } from '../../shared/values/limits.ts';
import { newId } from '../support/world.ts';
import { allCommandLines, type CommandLine, declaredCommands, pathOf } from './admin-command-lines.ts';

/** Each operation of administrators has a command, which is run at a server that answers with the examples of the API. */

const HINT = '(use --help for more information)\n';

interface Received {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const received: Received[] = [];
const endpoints: readonly Contract[] = Object.values(contracts);
const isOperation = (id: string): id is OperationId => id in contracts;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
  const method = request.method ?? '';
  const asked = endpoints.filter(
    (candidate) =>
      candidate.method === method &&
      new RegExp(`^${candidate.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  // A fixed path comes before one with a parameter.
  const [found] = asked.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  const operation = found?.operationId ?? '';
  if (!isOperation(operation)) return response.writeHead(404).end('{"message":"Not Found"}');
  const text = Buffer.concat(chunks).toString('utf8');
  const query = Object.fromEntries(searchParams);
  received.push({ operation, method, path, query, body: text === '' ? undefined : JSON.parse(text) });
  const [[status, body] = []] = Object.entries(exampleOf(operation).success);
  response.writeHead(Number(status)).end('cursor' in query ? lastPageOf(body) : JSON.stringify(body));
});

/** The second page of each list is the last one, and empty. */
const lastPageOf = (body: unknown): string =>
  withoutCursor(body, (value) => (Array.isArray(value) ? [] : value));

function withoutCursor(body: unknown, change = (value: unknown) => value): string {
  return JSON.stringify(body, (name, value) => (name === 'nextCursor' ? undefined : change(value)));
}

let url: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sihat-test-'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  received.length = 0;
});

async function run(args: readonly string[], answers?: readonly string[]) {
  const output = { stdout: '', stderr: '' };
  const left = [...(answers ?? [])];
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return left.shift() ?? '';
  };
  const code = await administer(['--api', url, ...args], {
    environment: { SIHAT_TOKEN: 'token', XDG_CONFIG_HOME: '/nonexistent' },
    terminal: answers && { ask, askSecret: ask },
    write: (text) => {
      output.stdout += text;
    },
    writeError: (text) => {
      output.stderr += text;
    },
  });
  return { code, asked, ...output };
}

const commandLines = allCommandLines();
/** The commands that ask before they do something that cannot be undone, or that gives an account a role. */
const asking = [
  'archive-onboarding',
  'assign-club-owner',
  'assign-workspace-owner',
  'cancel-event',
  'close-campaign',
  'grant-admin',
  'publish',
  'publish-campaign',
  'publish-challenge',
  'publish-onboarding',
  'review-club',
  'unpublish-club',
  'unpublish-event',
  'verify-practitioner',
  'withdraw-practitioner',
];
const CAMPAIGNS_STAY = /^These campaigns stay published and listed: "[^"]+" \([^)]+\)\.\n$/;
const KNOWN_ACCOUNT = /^Account [0-9a-f-]{36}: [^\n]*practitioner Dr [^\n]+, withdrawn at [^\n]+\.\n$/;
/** What commands say that have found something out, also with `--yes`. */
const warnings: Readonly<Record<string, RegExp>> = {
  'unpublish-club': CAMPAIGNS_STAY,
  'unpublish-event': CAMPAIGNS_STAY,
  'review-club': CAMPAIGNS_STAY,
  'grant-admin': KNOWN_ACCOUNT,
  'verify-practitioner': KNOWN_ACCOUNT,
  'assign-club-owner': KNOWN_ACCOUNT,
  'assign-workspace-owner': KNOWN_ACCOUNT,
};
const warningOf = ({ name }: CommandLine): RegExp => warnings[name] ?? /^$/;

/** The arguments of a line, without a question. */
function argumentsOf({ name, args, file }: CommandLine): string[] {
  const path = join(folder, 'body.json');
  if (file) writeFileSync(path, JSON.stringify(file));
  return [...args, ...(file ? [path] : []), ...(asking.includes(name) ? ['--yes'] : [])];
}

/** The requests that a line describes: one, or one for each of the two pages of a list. */
function requestsOf({ operation, query, body, keepsOtherFields }: CommandLine): Received[] {
  const { method, paged }: Contract = contracts[operation];
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const request = {
    operation,
    method,
    path: pathOf(operation),
    query: Object.fromEntries(texts),
    body: keepsOtherFields ? expect.objectContaining(body ?? {}) : body,
  };
  if (!paged) return [request];
  const first = { ...request, query: { ...request.query, limit: String(MAX_PAGE_ITEMS) } };
  return [first, { ...first, query: { ...first.query, cursor: CURSOR } }];
}

/** The response that `--json` prints; a list without the cursor, and nothing for a 204. */
function responseOf({ operation }: CommandLine) {
  const [body] = Object.values(exampleOf(operation).success);
  return body === undefined ? undefined : JSON.parse(withoutCursor(body));
}

describe('every operation of administrators has a command', () => {
  it.each(commandLines)('$operation: $name $way', async (line) => {
    const args = argumentsOf(line);
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toMatch(warningOf(line));
    expect(code).toBe(0);
    const own = received.filter(({ operation }) => operation === line.operation);
    expect(own).toEqual(requestsOf(line));
    for (const { operation, method } of received)
      if (operation !== line.operation) expect(method).toBe('GET');
    expect(stdout).toMatch(/\S/);
    expect(stdout).not.toMatch(/undefined|\[object|NaN/);
  });

  it.each(commandLines)('$operation: $name $way --json prints the response', async (line) => {
    const { code, stdout } = await run(['--json', ...argumentsOf(line)]);
    expect(code).toBe(0);
    const response = responseOf(line);
    if (response === undefined) expect(stdout).toBe('');
    else expect(JSON.parse(stdout)).toMatchObject(response);
  });

  it('and none is missing', () => {
    const covered = declaredCommands.map(({ operation }) => operation);
    const operations = endpoints.filter(({ caller }) => caller === 'platform_admin');
    expect(covered).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)));
  });
});

describe('the runbook of a breach', () => {
  /** What the line of the runbook writes down of the printed list, with other times. */
  async function accountsBetween(from: string, to: string): Promise<string[]> {
    const runbook = readFileSync(new URL('../../docs/operations/runbook.md', import.meta.url), 'utf8');
    const [line = ''] = /^ *awk .* uses\.txt .*$/m.exec(runbook) ?? [];
    const { stdout } = await run(['access-log', newId(), 'Stolen phone']);
    writeFileSync(join(folder, 'uses.txt'), stdout);
    const times = [from, to];
    const command = line.replaceAll(/"\d{4}-[^"]+"/g, () => `"${times.shift()}"`);
    execFileSync('bash', ['-c', command], { cwd: folder });
    return readFileSync(join(folder, 'accounts.txt'), 'utf8').split('\n').filter(Boolean);
  }

  it('finds the patients of the time in what access-log prints', async () => {
    const [entry] = accessLog.searchAccessLog.success[200].entries;
    const { at = '', patientId } = entry ?? {};
    const inMalaysia = malaysianTime(new Date(at));
    expect(await accountsBetween(inMalaysia, '2100-01-01 00:00')).toEqual([patientId]);
    expect(await accountsBetween('2000-01-01 00:00', '2000-01-02 00:00')).toEqual([]);
    expect(await accountsBetween('2000-01-01 00:00', inMalaysia)).toEqual([]);
  });
});

describe('a change', () => {
  const id = newId();
  const { event } = examples.getPlatformEvent.success[200];
  const { title, summary, startsAt, endsAt, timezone, venue, expectedAttendees, version } = event;

  it('keeps the fields that are not named, and states the version it has read', async () => {
    await run(['change-event', 'larian', '--venue', 'Putrajaya']);
    expect(received.map(({ operation }) => operation)).toEqual(['getPlatformEvent', 'updateEvent']);
    expect(received[1]?.body).toEqual({
      title,
      summary,
      startsAt,
      endsAt,
      timezone,
      expectedAttendees,
      version,
      ...(event.coverImage && { coverImage: event.coverImage }),
      venue: 'Putrajaya',
    });
    expect(venue).not.toBe('Putrajaya');
  });

  it('can state the version that the administrator has read', async () => {
    await run(['change-event', 'larian', '--venue', 'Putrajaya', '--read-version', '77']);
    expect(received[1]?.body).toMatchObject({ version: 77 });
  });

  it('takes a file with a byte order mark, as editors of Windows save it', async () => {
    const file = join(folder, 'event-with-mark.json');
    const whole = { title, summary, startsAt, endsAt, timezone, venue, expectedAttendees, version: 3 };
    writeFileSync(file, `\ufeff${JSON.stringify(whole)}`);
    await run(['change-event', 'larian', '--file', file]);
    expect(received).toMatchObject([{ operation: 'updateEvent', body: whole }]);
  });

  it('reads nothing with a file, which then needs every field', async () => {
    const file = join(folder, 'event.json');
    writeFileSync(file, JSON.stringify({ title, summary, startsAt, timezone, venue, expectedAttendees }));
    const { code, stderr } = await run(['change-event', 'larian', '--file', file]);
    expect([code, stderr, received]).toEqual([
      2,
      `error: endsAt is required\nversion is required\n${HINT}`,
      [],
    ]);
    await run(['change-event', 'larian', '--file', file, '--ends-at', endsAt, '--read-version', '3']);
    expect(received).toMatchObject([{ operation: 'updateEvent', body: { title, endsAt, version: 3 } }]);
  });

  it('of a challenge names its exhibition, which must have the challenge', async () => {
    const { code, stderr } = await run(['change-challenge', 'larian', id, '--title', 'Baru']);
    expect([code, stderr]).toEqual([1, `The exhibition larian has no challenge ${id}.\n`]);
    expect(received).toHaveLength(1);
  });

  it('refuses problems of several options at once', async () => {
    const { code, stderr } = await run([
      'create-event',
      '--club-id',
      'x',
      '--starts-at',
      'tomorrow',
      '--title',
      '',
    ]);
    expect([code, received]).toEqual([2, []]);
    expect(stderr.split('\n')).toEqual([
      'error: missing options: --join-code, --summary, --ends-at, --venue, --expected-attendees',
      '--title must have at least 1 character',
      expect.stringMatching(/^--starts-at must be a time of RFC 3339/),
      ...HINT.split('\n'),
    ]);
  });
});

describe('what cannot be undone, or gives an account a role', () => {
  const irreversible = commandLines.filter(({ name }) => asking.includes(name));
  const writes = () => received.filter(({ method }) => method !== 'GET');

  it('is these commands', () => {
    const withYes = declaredCommands.filter(({ options = {} }) => 'yes' in options);
    expect(withYes.map(({ name }) => name).toSorted()).toEqual(asking.toSorted());
  });

  it.each(irreversible)('$name asks first, and refuses in a script without --yes', async (line) => {
    const question = argumentsOf(line).filter((argument) => argument !== '--yes');
    const script = await run(question);
    expect([script.code, script.stdout]).toEqual([2, '']);
    expect(script.stderr).toContain('Add --yes');
    for (const answer of ['', 'n', 'no', 'yess']) {
      const refused = await run(question, [answer]);
      expect([refused.code, refused.stderr, refused.asked]).toEqual([
        1,
        'Nothing was changed.\n',
        [expect.stringMatching(/\. Continue\? \[y\/N\] $/)],
      ]);
    }
    expect(writes()).toEqual([]);
    for (const answer of ['y', ' YES ']) expect((await run(question, [answer])).code).toBe(0);
    expect(writes()).toHaveLength(2);
    const withoutQuestion = await run(argumentsOf(line), []);
    expect([withoutQuestion.code, withoutQuestion.asked]).toEqual([0, []]);
    expect(withoutQuestion.stderr).toMatch(warningOf(line));
  });
});
