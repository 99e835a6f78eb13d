import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLUMNS } from '../../infra/admin/import/rows.ts';
import { tableOf } from '../../infra/admin/import/table-file.ts';
import { startInProcess } from '../support/running.ts';
import { newAccount, newId } from '../support/world.ts';
import { shellOf } from './shell.ts';

/** Many exhibitions with their challenges and campaigns from a CSV file. */

/** More than a page of a list holds, and fewer than campaigns can be published. */
const EXHIBITIONS = 150;

let local: Awaited<ReturnType<typeof startInProcess>>;
let folder: string;
let club: string;
let merchant: string;
const admin = newAccount();
const { run, asAdmin, done, json } = shellOf(() => local, admin);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sihat-test-'));
  local = await startInProcess();
  await run('first-admin', admin, '--local');
  const owner = ['--owner-id', newAccount()];
  const words = ['--title', 'Kelab', '--summary', '', '--visibility', 'public'];
  club = (await done('create-club', ...words, ...owner)).trim();
  const kind = ['--workspace-kind', 'merchant'];
  merchant = (await done('create-workspace', '--name', 'Pasar Segar', ...kind, ...owner)).trim();
});
afterAll(async () => {
  await local?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Row = Readonly<Record<string, string | number | boolean>>;

const times = { startsAt: '2030-11-24 08:00', endsAt: '2030-11-26' };
const exhibition = (joinCode: string, more: Row = {}): Row => ({
  kind: 'exhibition',
  ...{
    joinCode,
    clubId: club,
    title: `Larian ${joinCode}, 国庆日`,
    venue: 'Dataran',
    expectedAttendees: '1,500',
  },
  ...times,
  ...more,
});
const challenge = (joinCode: string, more: Row = {}): Row => ({
  kind: 'challenge',
  ...{ joinCode, title: 'Sepuluh ribu', rules: 'Jalan kaki.\n"Setiap hari"', rewardEligible: 'FALSE' },
  ...times,
  ...more,
});
const campaign = (joinCode: string, more: Row = {}): Row => ({
  kind: 'campaign',
  ...{ joinCode, merchantTenantId: merchant, title: 'Botol Air', rules: 'Satu seorang.', stockUnits: 50 },
  ...{ redeemBy: '2030-12-01T00:00:00Z', reservationTtlSeconds: 3600, requiresVerifiedIdentity: false },
  ...times,
  ...more,
});

/** Passes requests on to the platform, of which one write is refused because the platform is busy, and the answer of another one is lost. */
async function losing(lost: number, { busy = 0, endsThen = false } = {}) {
  let sent = 0;
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', headers, url } = request;
    const isWrite = method === 'POST' && url?.startsWith('/v1/platform') === true;
    if (endsThen && sent >= lost) return request.socket.destroy();
    if (isWrite && busy > 0 && sent === busy) {
      busy = 0;
      return response
        .writeHead(503)
        .end(JSON.stringify({ code: 'try_again', message: 'The table is busy.' }));
    }
    const answer = await fetch(local.url + url, {
      method,
      headers: {
        ...(headers.authorization && { authorization: headers.authorization }),
        ...(chunks.length > 0 && { 'content-type': 'application/json' }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    if (isWrite && ++sent === lost) return request.socket.destroy();
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const address = proxy.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address?.port}`,
    sent: () => sent,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** Writes a file and imports it. */
async function imported(rows: readonly Row[], ...args: string[]) {
  const file = join(folder, 'import.csv');
  writeFileSync(file, Papa.unparse([...rows], { columns: [...COLUMNS], delimiter: ';' }));
  return asAdmin('import-events', file, ...args);
}
/** The report of the rows of the last import. */
function reported(): readonly Row[] {
  const text = readFileSync(join(folder, 'report.csv'), 'utf8').slice(1);
  return Papa.parse<Row>(text, { header: true, skipEmptyLines: true }).data;
}

describe('import-events', { shuffle: false }, () => {
  it('names every problem of every row before anything is sent', async () => {
    const { code, stdout, stderr } = await imported([
      exhibition('larian-a', { expectedAttendees: 'many', endsAt: '2030-11-01' }),
      exhibition('Larian B'),
      { kind: 'shop', joinCode: 'larian-c' },
      challenge('larian-d', { rules: '', stockUnits: 5 }),
      exhibition('larian-e'),
      exhibition('larian-e'),
      challenge('larian-e', { endsAt: '2030-11-27' }),
      campaign('larian-e', { redeemBy: 'soon' }),
      ...Array.from({ length: 17 }, (_, n) => challenge('larian-e', { title: `Cabaran ${n}` })),
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n').slice(1, -2)).toEqual([
      'Row 2: expectedAttendees must be a number.',
      expect.stringMatching(/^Row 3: joinCode must have 3 to 64 lower-case letters/),
      'Row 4: kind must be one of exhibition, challenge, campaign.',
      'Row 5: stockUnits is no field of a challenge.',
      'Row 5: rules must have at least 1 character.',
      'Row 9: redeemBy must be a time such as 2026-11-24 08:00, or one of RFC 3339.',
      'Row 7: row 6 has another exhibition with this joinCode.',
      'Row 25: larian-e would have more than 16 challenges.',
      'Row 8: the challenge must not end after its exhibition.',
    ]);
    expect((await json('events')).exhibitions).toEqual([]);
  });

  it('refuses columns, clubs, merchants and exhibitions that do not exist', async () => {
    const file = join(folder, 'columns.csv');
    writeFileSync(file, 'kind,joinCode,tittle\nexhibition,larian-a,x\n');
    expect((await asAdmin('import-events', file)).stderr).toContain(
      'There is no column tittle. Columns are kind, joinCode,',
    );
    const unknown = await imported([
      exhibition('larian-a', { clubId: newId() }),
      campaign('larian-a', { merchantTenantId: newId() }),
      challenge('larian-b'),
    ]);
    expect([unknown.code, unknown.stderr.split('\n').slice(1, -2)]).toEqual([
      2,
      [
        'Row 2: no club has this clubId.',
        'Row 4: there is no exhibition larian-b.',
        'Row 3: no merchant has this merchantTenantId.',
      ],
    ]);
    expect((await asAdmin('import-events', join(folder, 'none.csv'))).stderr).toMatch(/^Cannot read /);
    expect((await json('events')).exhibitions).toEqual([]);
  });

  it('reads a file in another encoding only when somebody has chosen it, and names its rows', async () => {
    const file = join(folder, 'gbk.csv');
    // 马来西亚 in GBK, as Excel in China saves it.
    const title = Buffer.from([0xc2, 0xed, 0xc0, 0xb4, 0xce, 0xf7, 0xd1, 0xc7]);
    const row = `exhibition;larian-gbk;${club};;Dataran;100;2030-11-24 08:00;2030-11-26;`;
    writeFileSync(
      file,
      Buffer.concat([
        Buffer.from(`kind;joinCode;clubId;summary;venue;expectedAttendees;startsAt;endsAt;title\r\n${row}`),
        title,
        Buffer.from('\r\n'),
      ]),
    );
    const refused = await asAdmin('import-events', file, '--check');
    expect(refused.stderr).toContain('is not in UTF-8');
    for (const guess of ['--encoding gb18030', '| 马来西亚', '--encoding windows-1252', '| ÂíÀ´Î÷ÑÇ'])
      expect(refused.stderr).toContain(guess);
    expect((await asAdmin('import-events', file, '--check', '--encoding', 'gb18030')).stdout).toBe(
      'All 1 rows are right; 1 do not exist yet.\n',
    );
    const broken = join(folder, 'broken.csv');
    writeFileSync(broken, 'sep=;\nkind;joinCode;title\nexhibition;a;"b\nexhibition;\ufffd;c\n');
    expect((await asAdmin('import-events', broken)).stderr).toMatch(/Row 2: a quote is not closed/);
    writeFileSync(broken, 'kind\tjoinCode\tvenue\nexhibition\t\ufffd\tb\nexhibition\ta\tb\tc\n');
    const { stderr } = await asAdmin('import-events', broken);
    expect(stderr).toMatch(/Row 2: parts of its text were lost/);
    expect(stderr).toMatch(/Row 3: a cell has no column/);
    expect((await json('events')).exhibitions).toEqual([]);
  });

  it(`creates ${EXHIBITIONS} exhibitions with their challenges and campaigns, also if the platform ends in between`, async () => {
    const codes = Array.from({ length: EXHIBITIONS }, (_, n) => `larian-${n}`);
    const rows = codes.flatMap((code) => [campaign(code), challenge(code), exhibition(code)]);
    const all = rows.length;
    expect((await imported(rows, '--check')).stdout).toBe(
      `All ${all} rows are right; ${all} do not exist yet.\n`,
    );

    // The request arrives, and its answer does not, and nothing works afterwards.
    const lost = EXHIBITIONS + 50;
    const proxy = await losing(lost, { endsThen: true });
    const report = ['--report', join(folder, 'report.csv')];
    const first = await imported(rows, ...report, '--api', proxy.url);
    proxy.close();
    expect([first.code, first.stdout.split('\n')[0]]).toEqual([
      1,
      `${all} rows: ${lost - 1} created, 1 unknown, ${all - lost} not sent.`,
    ]);
    expect(first.stderr).toMatch(new RegExp(`^50 of ${all} rows\n100 of ${all} rows\n`));
    expect(first.stdout).toMatch(/ not sent +the import stopped at row \d+\n/);
    expect(first.stderr).toContain(`${all - lost + 1} rows are not known to exist. `);
    expect(reported().map(({ row }) => Number(row))).toEqual(rows.map((_, n) => n + 2));
    expect(reported().filter(({ reason }) => /No response/.test(String(reason)))).toMatchObject([
      { kind: 'challenge', outcome: 'unknown' },
    ]);
    expect(proxy.sent()).toBe(lost);

    const second = await imported(rows, ...report);
    expect([second.code, second.stdout]).toEqual([
      0,
      `${all} rows: ${lost} existed, ${all - lost} created.\n`,
    ]);
    expect(new Set(reported().map(({ id }) => id)).size).toBe(all);

    const { events } = await json('club-events', club);
    expect(events).toHaveLength(EXHIBITIONS);
    expect(events.find((event: Row) => event['joinCode'] === 'larian-7')).toMatchObject({
      title: 'Larian larian-7, 国庆日',
      summary: '',
      expectedAttendees: 1500,
      startsAt: '2030-11-24T00:00:00.000Z',
      endsAt: '2030-11-25T16:00:00.000Z',
    });
    const shown = await json('event', 'larian-7');
    expect(shown.challenges).toMatchObject([{ rules: 'Jalan kaki.\n"Setiap hari"', rewardEligible: false }]);
    const { campaigns } = await json('campaigns');
    expect(campaigns).toHaveLength(EXHIBITIONS);
    expect(campaigns.filter(({ eventId }: Row) => eventId === shown.event.id)).toMatchObject([
      { title: 'Botol Air', stockUnits: 50, redeemBy: '2030-12-01T00:00:00.000Z', status: 'draft' },
    ]);
  });

  it('goes on when the platform was busy, or an answer was lost', async () => {
    const codes = Array.from({ length: 6 }, (_, n) => `sibuk-${n}`);
    const rows = codes.flatMap((code) => [exhibition(code), challenge(code), campaign(code)]);
    // The exhibitions come first, then the challenges and campaigns.
    for (const [nth, code] of [
      [2, 'exhibition'],
      [8, 'challenge'],
      [14, 'campaign'],
    ] as const) {
      const some = rows.map((row) => ({ ...row, joinCode: `${row['joinCode']}-${code}` }));
      const proxy = await losing(nth, { busy: nth + 2 });
      const { code: exit, stdout } = await imported(some, '--api', proxy.url);
      proxy.close();
      expect([exit, stdout, proxy.sent()]).toEqual([
        0,
        `${rows.length} rows: ${rows.length} created.\n`,
        rows.length,
      ]);
    }
  });

  it('refuses a row that differs from what it has created, and sends no other', async () => {
    const { code, stderr } = await imported([
      exhibition('larian-7', { venue: 'Stadium' }),
      campaign('larian-7', { stockUnits: 60 }),
      exhibition('larian-new'),
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /Row 2: the exhibition exists already \([0-9a-f-]{36}\), with another venue; correct the row, or change it with change-event\.\n/,
    );
    expect(stderr).toMatch(
      /Row 3: the campaign exists already .* with another stockUnits; .* change-campaign\.\n/,
    );
    expect((await asAdmin('event', 'larian-new')).code).toBe(1);
  });

  it('refuses new challenges that end after their exhibition, or are too many for it, and sends none', async () => {
    // The exhibition has one challenge, and is not in the file.
    const { code, stderr } = await imported([
      challenge('larian-7', { title: 'Lewat', endsAt: '2030-11-27' }),
      ...Array.from({ length: 15 }, (_, n) => challenge('larian-7', { title: `Cabaran ${n}` })),
    ]);
    expect([code, stderr.split('\n').slice(1, -2)]).toEqual([
      2,
      [
        'Row 2: the challenge must not end after its exhibition.',
        'Row 17: larian-7 would have more than 16 challenges.',
      ],
    ]);
    expect((await json('event', 'larian-7')).challenges).toHaveLength(1);
  });

  it('goes on after a refused row, and leaves out what belongs to a refused exhibition', async () => {
    // Nobody else may have the code, but somebody takes it between the check and the request.
    const file = [
      exhibition('larian-x'),
      challenge('larian-x'),
      exhibition('larian-y'),
      challenge('larian-y'),
    ];
    const taken = 'larian-x';
    const racing = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      if (request.method === 'POST' && body.includes(`"joinCode":"${taken}"`)) {
        return response
          .writeHead(409)
          .end('{"code":"code_taken","message":"Another exhibition already has this joinCode."}');
      }
      const { authorization = '' } = request.headers;
      const answer = await fetch(local.url + request.url, {
        method: request.method ?? '',
        headers: { ...(authorization && { authorization }), 'content-type': 'application/json' },
        ...(request.method === 'POST' && { body }),
      });
      response.writeHead(answer.status).end(await answer.text());
    });
    await new Promise<void>((listening) => racing.listen(0, '127.0.0.1', listening));
    const address = racing.address();
    const api = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
    const { code, stdout } = await imported(file, '--api', api);
    racing.closeAllConnections();
    racing.close();
    expect([code, stdout.split('\n')[0]]).toEqual([1, '4 rows: 1 refused, 2 created, 1 not sent.']);
    expect(stdout).toMatch(/ 2 +exhibition +larian-x +refused +code_taken: /);
    expect(stdout).toMatch(/ 3 +challenge +larian-x +not sent +its exhibition was refused\n/);
    expect((await json('event', 'larian-y')).challenges).toHaveLength(1);
  });
});

describe('a CSV file', () => {
  it('may come from any spreadsheet', () => {
    for (const separator of [',', ';', '\t']) {
      const { columns, rows, problems } = tableOf(
        `\ufeffa${separator} b \r\n1${separator}"x\ny"\r\n${separator}\r\n2${separator}\r\n`,
      );
      expect([columns, problems]).toEqual([['a', 'b'], []]);
      expect(rows).toEqual([
        { number: 2, cells: { a: '1', b: 'x\ny' } },
        { number: 4, cells: { a: '2' } },
      ]);
    }
  });

  it('is refused with a repeated column, a cell without a column, or open quotes', () => {
    expect(tableOf('a,a\n1,2\n').problems).toEqual(['The column a appears twice.']);
    expect(tableOf('a,b\n1,2,3\n').problems).toEqual(['Row 2: a cell has no column.']);
    expect(tableOf('a,b\n1,"2\n').problems).toEqual([expect.stringMatching(/^Row \d: /)]);
  });

  it('has the columns that docs/administration.md describes', () => {
    const document = readFileSync(new URL('../../docs/administration.md', import.meta.url), 'utf8');
    const [, section = ''] = /\n## Many exhibitions at once\n([\s\S]*?)(?=\n## |$)/.exec(document) ?? [];
    const described = [...section.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(described.toSorted()).toEqual([...COLUMNS].toSorted());
  });

  it(`publishes ${EXHIBITIONS} exhibitions with their challenges and campaigns, although it is interrupted twice`, async () => {
    const report = join(folder, 'report.csv');
    await done('publish-club', club);
    const publish = (...args: string[]) => asAdmin('publish', '--file', report, '--yes', ...args);
    const isPublished = async () =>
      (await json('events', '--phase', 'announced')).exhibitions.filter(
        ({ challenges, campaigns }: Readonly<Record<string, Row>>) =>
          challenges?.['published'] === 1 && campaigns?.['published'] === 1,
      ).length;
    // The connection ends in the first third, and in the second third.
    for (const answers of [EXHIBITIONS, EXHIBITIONS]) {
      const proxy = await losing(answers, { endsThen: true });
      const { code, stdout, stderr } = await publish('--api', proxy.url);
      proxy.close();
      expect(code).toBe(1);
      expect(stdout).toMatch(/ unknown +No response/);
      expect(stdout).toMatch(/ not sent +the command stopped before/);
      expect(stderr).toMatch(/^10 of /);
    }
    // One lost answer does not stop a request that can be repeated.
    const proxy = await losing(10);
    const last = await publish('--api', proxy.url);
    proxy.close();
    expect([last.code, last.stdout]).toEqual([
      0,
      `${EXHIBITIONS} of ${EXHIBITIONS} exhibitions are published.\n`,
    ]);
    expect(await isPublished()).toBe(EXHIBITIONS);
    const acts = (await json('acts')).acts.map(({ operation }: Row) => operation);
    const times = (operation: string) => acts.filter((each: unknown) => each === operation).length;
    expect(['publishChallenge', 'publishEvent', 'publishCampaign'].map(times)).toEqual([
      EXHIBITIONS,
      EXHIBITIONS,
      EXHIBITIONS,
    ]);
  });

  it('asks before it publishes, and refuses a file that is no report or has rows that were not created', async () => {
    const file = join(folder, 'other.csv');
    writeFileSync(file, 'row,kind,joinCode,outcome\n2,exhibition,larian-7,refused\n');
    expect((await asAdmin('publish', '--file', file, '--yes')).stderr).toContain(
      'were not created, the first in row 2',
    );
    expect((await asAdmin('publish')).stderr).toContain('use the codes of exhibitions, or --file');
    expect((await asAdmin('publish', 'larian-7')).stderr).toContain(
      'This publishes 1 exhibitions, 0 challenges and 0 campaigns.',
    );
  });
});
