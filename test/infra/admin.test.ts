import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts } from '../../functions/contracts.ts';
import { inMalaysia } from '../../infra/admin/print.ts';
import { adviceOn } from '../../infra/admin/program.ts';
import { club } from '../../shared/community/items.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { accountStanding } from '../../shared/identity/account.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { type Running, runAdmin, runToTheEnd, startLocal } from '../support/running.ts';
import { newAccount, newId } from '../support/world.ts';
import { shellOf, tablesOf } from './shell.ts';

/** The administrators' command line, as a shell runs it, on a platform with one administrator. */

let local: Running;
const UUID = '[0-9a-f-]{36}';
const admin = newAccount();
beforeAll(async () => {
  local = await startLocal({ args: ['--empty'] });
  expect((await run('first-admin', admin, '--local', local.url)).code).toBe(0);
});
afterAll(() => local?.stop());

const { ask, run, asAdmin, done, json, refusal } = shellOf(() => local, admin);

async function post(path: string, body: object, as = admin) {
  const answer = await local.call('POST', path, { token: await local.tokenOf({ accountId: as }), body });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** A draft of a campaign for a public exhibition. */
async function givenDraft(requiresVerifiedIdentity = false): Promise<string> {
  const workspace = { name: 'Pasar Segar', workspaceKind: 'merchant', ownerId: newAccount() };
  const { id: merchantTenantId } = await post('/v1/platform/workspaces', workspace);
  const words = { title: 'Kelab Larian', summary: 'Berlari' };
  const club = { ...words, visibility: 'public', ownerId: newAccount() };
  const { id: clubId } = await post('/v1/platform/community/clubs', club);
  const times = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2060-01-01T00:00:00.000Z' };
  const joinCode = `expo-${newId()}`;
  const { id: eventId } = await post('/v1/platform/community/events', {
    ...words,
    ...times,
    clubId,
    joinCode,
    venue: 'KLCC',
    expectedAttendees: 100,
  });
  await done('publish-club', clubId);
  await done('publish-event', joinCode);
  const { id } = await post('/v1/platform/campaigns', {
    ...words,
    ...times,
    merchantTenantId,
    eventId,
    title: 'Beg Guni',
    rules: 'Satu seorang',
    redeemBy: times.endsAt,
    reservationTtlSeconds: 3600,
    requiresVerifiedIdentity,
    stockUnits: 5,
  });
  return id;
}

it('leads from a refusal to the API reference, which a stage without a domain does not have', () => {
  expect(adviceOn('out_of_stock', 'https://api.sihat.my')).toBe(
    'What to do: https://api.sihat.my/docs/refusals.html#out_of_stock\n',
  );
  expect(adviceOn('out_of_stock', 'https://a1.execute-api.ap-southeast-5.amazonaws.com')).toBe('');
});

describe('an administrator at a shell', { shuffle: false }, () => {
  it('grants the role, lists who holds it and takes it away', async () => {
    const other = newAccount();
    const granted = await run('--as', admin, 'grant-admin', other, '--yes');
    expect(granted).toMatchObject({
      code: 0,
      stdout: `${other} is an administrator.\n`,
      stderr: `Account ${other}: neither an administrator nor a practitioner so far.\n`,
    });
    const both = [admin, other].sort();
    const since = expect.stringMatching(/^\d{4}-.+Z$/);
    expect((await json('list-admins')).administrators).toEqual(
      both.map((accountId) => ({ accountId, since })),
    );
    expect(await json('whoami')).toMatchObject({ id: admin, platformAdmin: true });
    expect(await done('whoami')).toBe(`account ${admin}\nadministrator of the platform\n`);
    expect(await done('revoke-admin', other)).toBe(`${other} is no longer an administrator.\n`);
    expect(await refusal('revoke-admin', other)).toMatch(/^administrator_not_found: The account is not /);
    expect(await refusal('revoke-admin', admin)).toMatch(/^own_role: /);
  });

  it('verifies a practitioner until the end of a Malaysian day, and withdraws that', async () => {
    const doctor = newAccount();
    const command = [
      ...['verify-practitioner', doctor, '--name', 'Dr Aminah', '--license-authority', 'MMC'],
      ...['--license-number', '12345', '--specialty', 'GP', '--organization', 'Klinik Kita', '--yes'],
    ];
    expect(await asAdmin(...command, '--until', '2059-12-31')).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Dr Aminah is a verified practitioner until the end of 2059-12-31, Malaysian time\.\nPatients see the practitioner id [0-9a-f-]{36}\.\n$/,
      ),
      stderr: `Account ${doctor}: neither an administrator nor a practitioner so far.\n`,
    });
    const shorter = ['--until', '2059-12-30', '--specialist-registration', 'NSR 9'];
    const verified = JSON.parse((await asAdmin('--json', ...command, ...shorter)).stdout);
    expect(verified).toEqual({
      id: expect.any(String),
      accountId: doctor,
      name: 'Dr Aminah',
      licenseAuthority: 'MMC',
      licenseNumber: '12345',
      specialistRegistration: 'NSR 9',
      specialty: 'GP',
      organization: 'Klinik Kita',
      verifiedAt: expect.any(String),
      verifiedSince: expect.any(String),
      verificationValidUntil: '2059-12-30T16:00:00.000Z',
    });
    expect(await done('practitioners', '--practitioner-id', verified.id)).toMatch(
      new RegExp(`^${doctor} .* Dr Aminah\\n${verified.id}`, 'm'),
    );
    expect(await done('practitioners', '--practitioner-id', doctor)).toBe('There are no practitioners.\n');
    const known = `Account ${doctor}: practitioner Dr Aminah, verified until 2059-12-31 00:00 MYT.\n`;
    const [first, refused] = (await refusal(...command, '--until', '2020-01-01')).split(/(?<=\n)/);
    expect([first, refused]).toEqual([known, expect.stringMatching(/^verification_in_past: /)]);
    const { stderr } = await run('--as', admin, 'grant-admin', admin, '--yes');
    expect(stderr).toBe(`Account ${admin}: administrator of the platform.\n`);
    expect(await done('withdraw-practitioner', doctor, '--yes')).toBe(
      `${doctor} is no longer a verified practitioner.\n`,
    );
    expect(await refusal('withdraw-practitioner', newAccount(), '--yes')).toMatch(
      /^practitioner_not_found: /,
    );
  });

  it('publishes a campaign, shows its stock, adds to it and closes it', async () => {
    expect(await done('campaigns', '--status', 'closed')).toBe('There are no campaigns.\n');
    const id = await givenDraft();
    const { eventId } = await json('campaign', id);
    const { exhibitions } = await json('events', '--words', 'KELAB larian');
    const { joinCode } = exhibitions
      .map(({ event }: { readonly event: { readonly id: string } }) => event)
      .find(({ id }: { readonly id: string }) => id === eventId);
    const named = (state: string) => `"Beg Guni" (${state}), of Pasar Segar at Kelab Larian (${joinCode})`;
    expect(await done('campaigns', '--status', 'draft')).toMatch(
      new RegExp(
        `^campaignId +status +from, to \\(MYT\\) +left +title, merchant, exhibition\n${id} +draft +2020-01-01 08:00 +0 of 5 +Beg Guni\n +2060-01-01 08:00 +Pasar Segar\n +Kelab Larian \\(expo-`,
      ),
    );
    expect(await done('stock', id)).toBe(
      `${named('draft')}\n\n5 units are planned. Publishing the campaign creates them.\n`,
    );
    expect(await done('publish-campaign', id, '--yes')).toBe('"Beg Guni" is published, with 5 units.\n');
    expect(await done('publish-campaign', id, '--yes')).toBe('"Beg Guni" is published, with 5 units.\n');
    await post(`/v1/rewards/campaigns/${id}/claims`, { claimId: newId() });
    expect(await done('stock', id)).toBe(
      [
        `${named('published')}\n`,
        'total  free  held  lapsed  redeemed  withdrawn',
        '    5     4     1       0         0          0\n',
      ].join('\n'),
    );
    const restockId = newId();
    for (let n = 0; n < 2; n++) {
      expect(await done('restock', id, '12', '--restock-id', restockId)).toBe(
        '"Beg Guni" now has 17 units.\n',
      );
    }
    expect(await done('restock', id, '3')).toBe('"Beg Guni" now has 20 units.\n');
    expect((await json('stock', id)).stock).toEqual({
      total: 20,
      free: 19,
      held: 1,
      lapsed: 0,
      redeemed: 0,
      withdrawn: 0,
    });
    expect(await done('withdraw-stock', id, '--units', '1', '--reason', 'broken')).toBe(
      '"Beg Guni" now has 19 units.\n',
    );
    expect(await refusal('withdraw-stock', id, '--units', '19', '--reason', 'missing')).toBe(
      `too_few_free: Only 18 units are free.\nWhat to do: ${local.url}/docs/refusals.html#too_few_free\n`,
    );
    // More units than one command can create do not keep the texts from being corrected.
    await done('restock', id, '100000');
    expect(await done('change-campaign', id, '--summary', 'Percuma')).toBe('"Beg Guni" has version 2.\n');
    expect(await done('close-campaign', id, '--yes')).toMatch(/^"Beg Guni" is closed\./);
    expect((await json('campaigns')).campaigns).toMatchObject([{ id, status: 'closed' }]);
    expect(await refusal('stock', newId())).toMatch(/^campaign_not_found: /);
  });

  it('reviews the clubs that people have founded, in the version that was read', async () => {
    expect(await done('clubs')).toBe('There are no clubs that are unreviewed.\n');
    const owner = newAccount();
    const picture = { url: 'https://images.example.my/jalan.png', alt: 'A lake\nat dawn' };
    const words = {
      summary: 'Setiap pagi\nEvery morning',
      coverImage: { ...picture, source: 'ai_generated' },
    };
    const found = (title: string) =>
      post('/v1/community/clubs', { title, ...words, visibility: 'public' }, owner);
    const [walk, run] = [await found('Jalan Pagi'), await found('Lari Malam')];
    expect(await done('clubs')).toMatch(
      new RegExp(`^clubId .*title\\n${walk.id} +1 .*Jalan Pagi\\n${run.id} +1 .*Lari Malam\\n$`),
    );
    expect(await done('club', walk.id)).toBe(
      [
        '"Jalan Pagi"',
        'state         unreviewed',
        'version       1',
        'visibility    public',
        `owner         ${owner}`,
        `createdAt     ${inMalaysia(walk.createdAt)}`,
        `updatedAt     ${inMalaysia(walk.updatedAt)}`,
        'picture       https://images.example.my/jalan.png',
        'picture text  A lake at dawn',
        '',
        'Setiap pagi\nEvery morning\n',
      ].join('\n'),
    );
    expect(await json('club', walk.id)).toEqual(walk);
    expect(await done('review-club', walk.id, '--approve', '--read-version', '1')).toBe(
      '"Jalan Pagi" is approved in version 1.\n',
    );
    expect(await refusal('review-club', run.id, '--approve', '--read-version', '7')).toMatch(
      /^version_conflict: /,
    );
    const rejected = await json(
      'review-club',
      run.id,
      '--reject',
      '--reason',
      'Iklan',
      '--read-version',
      '1',
    );
    expect(rejected).toMatchObject({ state: 'rejected', rejectionReason: 'Iklan' });
    expect((await json('clubs', '--state', 'rejected')).clubs).toEqual([rejected]);
    expect(await refusal('review-club', newId(), '--reject', '--read-version', '1')).toMatch(
      /^club_not_found: /,
    );
    expect(await refusal('club', newId())).toMatch(/^club_not_found: /);
  });

  it('sees what would turn a text round or move the terminal as what it is', async () => {
    const { id } = await post('/v1/platform/community/clubs', {
      title: 'Kelab',
      summary: '',
      visibility: 'public',
      ownerId: newAccount(),
    });
    const tables = await tablesOf(local);
    const { table } = tables.session();
    const stored = club.parse((await table.get(club.key({ id }))) ?? {});
    const title = 'a\u001b[31m\u202eb\u2028\u009b';
    await table.transact({ club: { Put: { Item: club.stored({ ...stored, title }) } } });
    tables.close();
    const shown = 'a\\u001b[31m\\u202eb\\u2028\\u009b';
    expect(await done('club', id)).toMatch(/^"/);
    for (const printed of [await done('club', id), await done('clubs', '--state', 'draft')]) {
      expect(printed).toContain(shown);
    }
    const printed = await done('--json', 'club', id);
    expect(printed).toContain(`"title": "${shown}"`);
    expect(JSON.parse(printed).title).toBe(title);
  });

  it('runs an exhibition with a challenge, from nothing to the display', async () => {
    const [owner, walker] = [newAccount(), newAccount()];
    const club = await done(
      ...['create-club', '--title', 'Kelab Langkah', '--summary', '', '--visibility', 'public'],
      ...['--owner-id', owner],
    );
    const clubId = club.trim();
    const times = ['--starts-at', '2020-01-01T08:00:00+08:00', '--ends-at', '2060-01-01T00:00:00Z'];
    const code = `langkah-${newId().slice(0, 8)}`;
    await done(
      ...['create-event', '--club-id', clubId, '--join-code', code, '--title', 'Ekspo', '--summary', ''],
      ...[...times, '--venue', 'KLCC', '--expected-attendees', '500'],
    );
    const challenge = await done(
      ...['create-challenge', code, '--title', 'Sepuluh ribu', '--summary', '', ...times],
      ...['--rules', 'Berjalan', '--reward-eligible', 'false'],
    );
    const id = challenge.trim();
    expect(await done('change-challenge', code, id, '--title', 'Sepuluh ribu langkah')).toBe(
      '"Sepuluh ribu langkah" has version 2.\n',
    );
    expect(await done('change-event', code, '--venue', 'Pusat Konvensyen')).toBe('"Ekspo" has version 2.\n');
    expect(await done('publish-club', clubId)).toBe('"Kelab Langkah" is published.\n');
    expect(await done('publish-event', code)).toMatch(/^"Ekspo" is published\. People can see it while/);
    expect(await done('publish-challenge', id, '--yes')).toMatch(/^"Sepuluh ribu langkah" is published\. /);
    expect(await done('club-events', clubId)).toMatch(
      new RegExp(`^code, eventId .*title\n${code} +published .*Ekspo\n${UUID} +2060-.*\n$`),
    );
    expect(await done('event', code)).toMatch(
      new RegExp(`startsAt +2020-01-01 08:00:00 MYT\n[^]*venue +Pusat Konvensyen[^]*\n${id} +published `),
    );

    const token = await local.tokenOf({ accountId: walker });
    const enrollment = `/v1/community/challenges/${id}/enrollment`;
    const body = { alias: 'Harimau', shareLeaderboard: true, sharePublicDisplay: true };
    await local.call('PUT', enrollment, { token, body });
    const top = async () => {
      const { body } = await local.call('GET', `/v1/community/events/${code}/display`);
      return body.challenges?.[0]?.top;
    };
    await expect.poll(top).toEqual([{ alias: 'Harimau', steps: 0, rank: 1 }]);
    expect(await done('hide-alias', id, 'harimau')).toBe('The alias "Harimau" is hidden.\n');
    await expect.poll(top).toEqual([]);
    expect(await done('show-alias', id, 'harimau')).toBe('The alias "Harimau" is shown.\n');
    await expect.poll(top).toMatchObject([{ alias: 'Harimau' }]);
    const [, exclusionId = ''] =
      /readmit \S+ (\S+)/.exec(await done('exclude', id, 'harimau', 'Treadmill.')) ?? [];
    await expect.poll(top).toEqual([]);
    expect(await done('exclusions', id)).toMatch(new RegExp(`\n${exclusionId} +\\S+ \\S+ +Harimau\n$`));
    expect(await done('readmit', id, exclusionId, 'A mistake.')).toBe('The participant takes part again.\n');
    await expect.poll(top).toMatchObject([{ alias: 'Harimau' }]);
    expect(await done('unpublish-challenge', id)).toBe('"Sepuluh ribu langkah" is draft.\n');
    expect(await done('unpublish-event', code)).toBe('"Ekspo" is draft.\n');
    expect(await done('unpublish-club', clubId)).toBe('"Kelab Langkah" is draft.\n');
  });

  it('writes, changes, publishes and archives an onboarding flow', async () => {
    const inEach = (text: string) => ({ 'en-MY': text, 'ms-MY': text, 'zh-Hans-MY': text });
    const image = { url: 'https://images.example.my/a.png', alt: inEach('a') };
    const slide = { id: 'one', title: inEach('Selamat datang'), body: inEach('Mari'), image };
    const definition = (name: string) => JSON.stringify({ name, slides: [slide] });
    const id = (await done('create-onboarding', '--definition', definition('Pertama'))).trim();
    expect(await done('change-onboarding', id, '--definition', definition('Kedua'))).toBe(
      '"Kedua" has version 2.\n',
    );
    expect(await done('publish-onboarding', id, '--yes')).toBe('"Kedua" is published.\n');
    expect(await done('onboarding-flows')).toMatch(new RegExp(`\n${id} +published +\\d+ .*Kedua\n$`));
    expect(await done('onboarding-flow', id)).toMatch(
      /^name +Kedua\n[\s\S]*\nslides.one.title\n +Selamat datang +Selamat/,
    );
    expect(await done('archive-onboarding', id, '--yes')).toBe('"Kedua" is archived.\n');
    expect(await refusal('publish-onboarding', id, '--yes')).toMatch(/^not_draft: /);
  });

  it('creates an exhibition and a campaign with the lines of docs/administration.md', async () => {
    const document = readFileSync(new URL('../../docs/administration.md', import.meta.url), 'utf8');
    const [, lines = ''] =
      /## Creating an exhibition and a campaign\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(document) ?? [];
    const env = {
      ...process.env,
      SIHAT_API: local.url,
      SIHAT_TOKEN: await local.tokenOf({ accountId: admin }),
      OWNER: newAccount(),
    };
    const { stdout, stderr } = await promisify(execFile)('bash', ['-e', '-c', lines], { env });
    expect(stderr).toBe('');
    expect(stdout).toBe(
      [
        '"Kelab Larian" is published.',
        '"Larian Merdeka" is published. People can see it while its club is published, too.',
        '"Sepuluh ribu langkah" is published. People can see it while its exhibition and its club are published, too.',
        '"Botol Air" is published, with 100 units.\n',
      ].join('\n'),
    );
    const { body } = await local.call('GET', '/v1/rewards/campaigns');
    expect(body.campaigns).toMatchObject([{ title: 'Botol Air' }]);

    const { clubId } = (await json('event', 'larian-merdeka')).event;
    const named = `These campaigns stay published and listed: "Botol Air" (${body.campaigns[0].id}).`;
    const versionOf = async () => String((await json('club', clubId)).version);
    for (const command of [
      async () => ['unpublish-event', 'larian-merdeka'],
      async () => ['unpublish-club', clubId],
      async () => ['review-club', clubId, '--reject', '--read-version', await versionOf()],
    ]) {
      const hiding = await command();
      const asked = await asAdmin(...hiding);
      expect([asked.code, asked.stderr.split('\n')[0]]).toEqual([
        2,
        `error: ${named} Add --yes to do it without a question.`,
      ]);
      const told = await asAdmin(...hiding, '--yes');
      expect([told.code, told.stderr]).toEqual([0, `${named}\n`]);
    }
    expect((await json('club', clubId)).state).toBe('rejected');
    expect((await local.call('GET', '/v1/rewards/campaigns')).body.campaigns).toHaveLength(1);
  });

  it('is warned before publishing a campaign that nobody can reserve from', async () => {
    const id = await givenDraft(true);
    const warning = 'This campaign requires verified identity, so for now nobody can reserve from it.';
    expect((await asAdmin('publish-campaign', id)).stderr).toContain(warning);
    const told = await asAdmin('publish-campaign', id, '--yes');
    expect([told.code, told.stderr]).toEqual([0, `${warning}\n`]);
  });

  it('is told what is wrong with a file before anything is sent', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sihat-test-'));
    const [none, wrong] = [join(folder, 'none.json'), join(folder, 'wrong.json')];
    writeFileSync(wrong, '{"name":"A","workspaceKind":"shop","more":1}');
    const asked = async (file: string) => {
      const { code, stderr } = await asAdmin('create-workspace', '--file', file);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await asked(none)).toContain('It cannot be read.');
    expect(await asked(wrong)).toMatch(
      /workspaceKind must be one of: .*\nownerId is required\nmore is unknown/,
    );
    writeFileSync(wrong, '{');
    expect(await asked(wrong)).toContain('It is not valid JSON.');
    writeFileSync(wrong, '["name"]');
    expect(await asked(wrong)).toContain('It must hold a JSON object.');
    rmSync(folder, { recursive: true });
  });

  it('lists more administrators than a page holds', async () => {
    const others = Array.from({ length: 100 }, newAccount);
    const tables = await tablesOf(local);
    const put = (accountId: AccountId) => ({
      Put: { Item: accountStanding.stored({ accountId, platformAdmin: true }) },
    });
    await tables
      .session()
      .table.transact(Object.fromEntries(others.map((accountId) => [accountId, put(accountId)])));
    tables.close();
    const [header = '', ...rows] = (await done('list-admins')).trim().split('\n');
    expect(header.split(/ {2,}/)).toEqual(['accountId', 'since (MYT)']);
    expect(rows.map((row) => row.split(' ')[0])).toEqual([admin, ...others].sort());
  });
});

describe('what is asked wrongly is told before anything is sent', () => {
  const id = newId();
  const practitioner = [
    ...['verify-practitioner', id, '--name', 'A', '--license-authority', 'B', '--license-number', 'C'],
  ];
  const whole = [...practitioner, '--specialty', 'D', '--organization', 'E', '--until'];
  it.each([
    [['withdraw-practitioner', 'one', '--yes'], "argument 'accountId'. It must be a UUID."],
    [[...whole, '2026-02-30'], "'--until <YYYY-MM-DD>' argument '2026-02-30' is invalid. It must be one day"],
    [practitioner, 'missing options: --specialty, --organization, --until'],
    [[...whole, '2059-01-01', '--name', ''], '--name must have at least 1 character'],
    [['restock', id, 'many'], 'It must be a whole number.'],
    [['restock', id, '0'], 'units must be at least 1'],
    [['campaigns', '--status', 'open'], 'Allowed choices are draft, published, closed.'],
    [['review-club', id, '--read-version', '1'], 'use --approve or --reject'],
    [['review-club', id, '--approve'], 'missing options: --read-version'],
    [['create-workspace', '--workspace-kind', 'corporate'], 'missing options: --name, --owner-id'],
    [['create-challenge', 'expo', '--title', ''], 'missing options: --summary, --starts-at, --ends-at'],
    [['create-challenge', 'expo', '--title', ''], '--title must have at least 1 character'],
    [['acts', '--month', '2026-03', '--subject', id], 'the options must have at most one of month'],
    [['create-challenge', 'expo', '--reward-eligible', 'maybe'], 'It must be true or false.'],
    [['create-club', '--visibility', 'hidden'], 'Allowed choices are public, private.'],
    [['create-club', '--cover-image', '{'], 'It is not valid JSON.'],
    [['change-event', 'expo'], 'missing options: at least one of --title, --summary, --cover-image'],
    [['close-campaign', id], 'A closed campaign can never be opened again. Add --yes to do it'],
    [
      ['review-club', id, '--approve', '--reject', '--read-version', '1'],
      "cannot be used with option '--reject'",
    ],
    [
      ['review-club', id, '--approve', '--reason', 'because', '--read-version', '1'],
      '--reason can only be used with --reject',
    ],
    [['first-admin', id], 'use --table and --region, or --local'],
    [['first-admin', id, '--local', '--table', 'T'], "cannot be used with option '--table"],
    [['--api', 'http://api.example.com', 'stock', id], 'an https URL, or an http URL on this machine'],
    [['stock'], "missing required argument 'campaignId'"],
    [['stok', id], "unknown command 'stok'"],
    [['list-admins'], 'SIHAT_TOKEN'],
  ])('%j', async (args, told) => {
    // Nothing listens there, so a command that sends a request exits with 1.
    const { code, stdout, stderr } = await ask(['--api', 'http://127.0.0.1:1', ...args], { SIHAT_TOKEN: '' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
  });
});

describe('what is refused or fails is told on stderr', () => {
  const withToken = (token: string, ...args: string[]) => ask(args, { SIHAT_TOKEN: token });

  it('to somebody who is no administrator', async () => {
    const token = await local.tokenOf({ accountId: newAccount() });
    const inShell = { SIHAT_API: local.url, SIHAT_TOKEN: token };
    const { code, stderr } = await runAdmin(['list-admins'], inShell);
    expect([code, stderr]).toEqual([1, 'not_platform_admin: Only platform administrators may do this.\n']);
  });

  it('without the token', async () => {
    const { code, stdout, stderr } = await withToken('nothing-of-the-kind', 'list-admins');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^invalid_token: /);
    expect(stderr).not.toContain('nothing-of-the-kind');
  });

  it('without what cannot be a token, but was meant to be', async () => {
    const { code, stdout, stderr } = await withToken('half-a-token\nand-the-rest', 'list-admins');
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('SIHAT_TOKEN')]);
    expect(stderr).not.toMatch(/half-a-token|and-the-rest/);
    const whole = await local.tokenOf({ accountId: admin });
    expect((await withToken(`${whole}\n`, 'list-admins')).code).toBe(0);
  });

  it('with the way to a fresh session', async () => {
    const token = await local.tokenOf({ accountId: admin, signIn: 'refresh' });
    const { code, stderr } = await withToken(token, 'revoke-admin', newAccount());
    expect(code).toBe(1);
    expect(stderr).toBe(
      [
        'fresh_session_required: Sign in with the password again. The sign-in must be at most 15 minutes ago.',
        'Run `login` at a terminal, or set SIHAT_TOKEN to a new access token.\n',
      ].join('\n'),
    );
    expect((await withToken(token, 'list-admins')).code).toBe(0);
  });

  it('when nobody is there, or somebody else', async () => {
    expect(await refusal('--api', 'http://127.0.0.1:1', 'list-admins')).toMatch(
      /^No response from http:\/\/127.0.0.1:1: /,
    );
    expect(await refusal('--as', 'patient', 'list-admins')).toBe(
      [
        'Cannot sign in as patient: body.persona must be omitted, because an empty world has no personas;',
        'name an accountId, any UUID\n',
      ].join(' '),
    );
    const { stderr } = await withToken('token', '--api', `${local.url}/elsewhere`, 'list-admins');
    expect(stderr).toBe('The API returned 404: Not Found\n');
    const none = await run('first-admin', admin, '--local', `${local.url}/elsewhere`);
    expect(none.stderr).toBe(`${local.url}/elsewhere is not a local platform.\n`);
    expect(await refusal('--api', `${local.url}/elsewhere`, 'list-admins')).toContain(
      'is not a local platform',
    );
  });

  it('when the platform is in trouble, or answers what its contract does not promise', async () => {
    const { getPlatformCampaign, restockCampaign } = contracts;
    const answers = new Map<string, readonly [status: number, body: string]>([
      [pathOf(restockCampaign), [503, '{"code":"try_again","message":"Try again."}']],
      [pathOf(getPlatformCampaign), [200, '{"id":"of something else"}']],
    ]);
    const server = createServer(({ url = '' }, response) => {
      const [status, body] = answers.get(url) ?? [500, 'no JSON'];
      response.writeHead(status).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const api = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
    const told = async (...args: string[]) => (await withToken('token', '--api', api, ...args)).stderr;
    try {
      expect(await told('restock', admin, '5', '--restock-id', admin)).toBe(
        `try_again: Try again.\nRetry with --restock-id ${admin}\n`,
      );
      expect(await told('stock', admin)).toContain('does not match this version of the contract');
      expect(await told('list-admins')).toBe(
        'The API returned 500: The response with status 500 is not JSON, so it does not come from the platform.\n',
      );
    } finally {
      server.close();
    }
  });

  const pathOf = ({ path }: Contract) => path.replace('{campaignId}', admin);
});

describe('help', () => {
  it('names every command, and tells more of each', async () => {
    const { code, stdout } = await runAdmin(['--help']);
    expect(code).toBe(0);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+(?:-[a-z]+)*)(?: \[options\])?(?: [<[]| {2})/gm)].map(
      ([, name = '']) => name,
    );
    expect(new Set(commands).size).toBe(commands.length);
    expect(commands).toEqual(expect.arrayContaining(['login', 'report', 'certificate-totals']));
    expect(stdout).toMatch(/\nDaily work:\n( {2}.*\n){10,}\nSigning in:\n/);
    expect(commands.slice(0, 10)).toEqual([
      ...['events', 'publish', 'cancel-event', 'hide-alias-everywhere', 'exclude'],
      ...['review-club', 'verify-practitioner', 'campaigns', 'withdraw-stock', 'report'],
    ]);
    expect(stdout).toContain('SIHAT_TOKEN');
    const document = readFileSync(new URL('../../docs/administration.md', import.meta.url), 'utf8');
    const shown = [...document.matchAll(/npm run (?:--silent )?admin -- (?:--as \S+ )?(\w[\w-]*)/g)].map(
      ([, name]) => name,
    );
    expect(shown.length).toBeGreaterThan(10);
    expect(commands).toEqual(expect.arrayContaining(shown.filter((name) => !name?.endsWith('-'))));
    const more = await runAdmin(['help', 'restock']);
    expect(more.code).toBe(0);
    expect(more.stdout).toContain('Usage: npm run admin -- restock [options] <campaignId> <units>');
    expect(more.stdout).toContain('--restock-id <id>');
    expect((await runAdmin([])).code).toBe(2);
  });

  it('ends without an error when the next command of a pipe reads no further', async () => {
    const command = `"${process.execPath}" infra/admin/main.ts --help | true`;
    expect((await promisify(execFile)('sh', ['-c', command])).stderr).toBe('');
  });

  it("keeps nobody waiting for AWS's SDK but the first administrator", async () => {
    const loaded = `data:text/javascript,import{Module}from'node:module';process.on('exit',()=>console.error(
      Object.keys(Module._cache).some((path)=>path.includes('@aws-sdk'))));`.replaceAll(/\n\s*/g, '');
    const loadedBy = async (...args: string[]) => {
      const options = { args, nodeArgs: ['--import', loaded], env: { SIHAT_API: local.url } };
      return (await runToTheEnd(options, 'infra/admin/main.ts')).stderr.trim().split('\n').at(-1);
    };
    expect(await loadedBy('--as', admin, 'list-admins')).toBe('false');
    expect(await loadedBy('first-admin', admin, '--local')).toBe('true');
  });
});
