import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../infra/project-root.ts';
import { startInProcess } from '../support/running.ts';
import { newAccount, newId } from '../support/world.ts';
import { shellOf } from './shell.ts';

/** The command line with more than one club, exhibition and campaign. */

let local: Awaited<ReturnType<typeof startInProcess>>;
let folder: string;
const admin = newAccount();
const { run, asAdmin, done, json } = shellOf(() => local, admin);

const CODE = 'larian-merdeka';
const TIMES = ['--starts-at', '2030-08-30T16:00:00Z', '--ends-at', '2030-09-02T16:00:00Z'];
const TITLE = '国庆日长跑 Larian Merdeka bersama keluarga di Dataran Merdeka, Kuala Lumpur';
let ids: Readonly<Record<'workspace' | 'club' | 'event' | 'challenge' | 'campaign' | 'flow', string>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sihat-test-'));
  local = await startInProcess();
  expect((await run('first-admin', admin, '--local')).code).toBe(0);
  const created = async (...args: string[]) => (await done(...args)).trim();
  const named = (title: string) => ['--title', title, '--summary', ''];
  const owner = ['--owner-id', newAccount()];
  const workspace = await created(
    ...['create-workspace', '--name', 'Pasar Segar', '--workspace-kind', 'merchant', ...owner],
  );
  const club = await created('create-club', ...named('Kelab Larian'), '--visibility', 'public', ...owner);
  await created('create-club', ...named('Kelab Basikal'), '--visibility', 'public', ...owner);
  const event = await created(
    ...['create-event', '--club-id', club, '--join-code', CODE, ...named(TITLE), ...TIMES],
    ...['--venue', 'Dataran Merdeka', '--expected-attendees', '500'],
  );
  const challenge = await created(
    ...['create-challenge', CODE, ...named('Sepuluh ribu langkah'), ...TIMES],
    ...['--rules', 'Jalan kaki.', '--reward-eligible', 'false'],
  );
  const campaign = await created(
    ...['create-campaign', '--merchant-tenant-id', workspace, '--event-id', event, ...named('Botol Air')],
    ...[...TIMES, '--redeem-by', '2030-09-10T16:00:00Z', '--rules', 'Satu seorang.', '--stock-units', '50'],
    ...['--reservation-ttl-seconds', '3600', '--requires-verified-identity', 'false'],
  );
  const inEach = (text: string) => ({ 'en-MY': text, 'ms-MY': text, 'zh-Hans-MY': text });
  const image = { url: 'https://images.example.my/a.png', alt: inEach('a') };
  const slides = [{ id: 'welcome', title: inEach('Welcome'), body: inEach('To walk.\nTo run.'), image }];
  const options = [{ id: 'sleep', label: inEach('Sleep') }];
  const questions = [{ id: 'goal', prompt: inEach('Your goal?'), kind: 'single', options, maxSelections: 1 }];
  const definition = JSON.stringify({ name: 'Pertama', slides, questions });
  const flow = await created('create-onboarding', '--definition', definition);
  ids = { workspace, club, event, challenge, campaign, flow };
});
afterAll(async () => {
  await local?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** `--json … | change-… --file -`, with a file in place of the pipe and with some fields changed on the way. */
async function piped(
  show: readonly string[],
  change: readonly string[],
  edited: (text: string) => string = (text) => text,
) {
  const file = join(folder, 'piped.json');
  writeFileSync(file, edited(await done('--json', ...show)));
  return asAdmin(...change, '--file', file);
}

describe('what --json prints is a file for the command that changes it', { shuffle: false }, () => {
  it.each([
    ['campaign', () => [ids.campaign], 'Botol Air'],
    ['stock', () => [ids.campaign], 'Botol Air'],
    ['challenge', () => [CODE, ids.challenge], 'Sepuluh ribu langkah'],
    ['club', () => [ids.club], 'Kelab Larian'],
    ['event', () => [CODE], TITLE],
    ['onboarding-flow', () => [ids.flow], 'Pertama'],
  ])('%s', async (name, args, title) => {
    const change =
      { stock: 'change-campaign', 'onboarding-flow': 'change-onboarding' }[name] ?? `change-${name}`;
    const before = JSON.parse(await done('--json', name, ...args()));
    const edit = (text: string) => text.replace(/("(?:name|title)": "[^"]*)"/, '$1!"');
    const changed = await piped([name, ...args()], [change, ...args()], edit);
    expect([changed.code, changed.stderr]).toEqual([0, '']);
    expect(changed.stdout).toMatch(new RegExp(`^"${title}!+" has version [23]\\.\\n$`));
    const after = JSON.parse(await done('--json', name, ...args()));
    const asBefore = JSON.stringify(after)
      .replace(/("(?:name|title)":"[^"]*)!"/, '$1"')
      .replaceAll(/"(version|updatedAt)":[^,}]+/g, '');
    expect(asBefore).toBe(JSON.stringify(before).replaceAll(/"(version|updatedAt)":[^,}]+/g, ''));
  });

  it('through a pipe, which has nothing at first', async () => {
    const command = `npm run -s admin -- --api ${local.url} --as ${admin}`;
    const pipe = `${command} --json event ${CODE} | ${command} change-event ${CODE} --file - --venue 'Padang Merbok'`;
    const { stdout } = await promisify(execFile)('bash', ['-o', 'pipefail', '-c', pipe], {
      cwd: projectRoot,
    });
    expect(stdout).toMatch(/" has version \d\.\n$/);
    expect((await json('event', CODE)).event.venue).toBe('Padang Merbok');
  });

  it('but not for another one, and not with a field that nothing has', async () => {
    const other = newId();
    const wrong = await piped(['club', ids.club], ['change-club', other]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining(`the file holds ${ids.club}, and not ${other}`),
    ]);
    const wrongEvent = await piped(['event', CODE], ['change-event', 'another-code']);
    expect([wrongEvent.code, wrongEvent.stderr]).toEqual([
      2,
      expect.stringContaining(`the file holds ${CODE}`),
    ]);
    const edit = (text: string) => text.replace('{', '{"sumary": "x",');
    const unknown = await piped(['club', ids.club], ['change-club', ids.club], edit);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('sumary is unknown')]);
  });
});

describe('the texts of an onboarding flow', () => {
  it('stand side by side in each language, and one of them is changed with one command', async () => {
    const shown = async () => await done('onboarding-flow', ids.flow);
    expect(await shown()).toMatch(/\n {2}en-MY +ms-MY +zh-Hans-MY\n/);
    expect(await shown()).toMatch(
      /\nslides\.welcome\.body\n {2}To walk\. +To walk\. +To walk\.\n {2}To run\. +To run\. /,
    );
    expect(await done('change-text', ids.flow, 'slides.welcome.title', 'zh-Hans-MY', '欢迎')).toMatch(
      /^"Pertama!?" has version \d\.\n$/,
    );
    await done('change-text', ids.flow, 'questions.goal.options.sleep.label', 'ms-MY', 'Tidur');
    expect(await shown()).toMatch(/\nslides\.welcome\.title\n {2}Welcome +Welcome +欢迎\n/);
    expect(await shown()).toMatch(/\nquestions\.goal\.options\.sleep\.label\n {2}Sleep +Tidur +Sleep\n/);
    const none = await asAdmin('change-text', ids.flow, 'slides.welcome', 'ms-MY', 'x');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no text slides.welcome')]);
    expect((await asAdmin('change-text', ids.flow, 'slides.welcome.title', 'ta-MY', 'x')).code).toBe(2);
  });
});

describe('finding', () => {
  it('exhibitions and clubs by their words, in every club and every state', async () => {
    const found = async (...options: string[]) => (await json('events', ...options)).exhibitions;
    expect(await found('--words', 'DATARAN larian')).toMatchObject([{ event: { joinCode: CODE } }]);
    expect((await json('club-events', ids.club)).events).toHaveLength(1);
    expect(await done('events', '--words', 'dataran basikal')).toBe('There are no such exhibitions.\n');
    expect(await found()).toHaveLength(1);
    expect((await json('clubs', '--words', 'kelab')).clubs).toHaveLength(2);
    expect(await done('clubs', '--words', 'basikal')).toMatch(
      /^clubId +state +version .*\n\S+ +draft +1 .*Kelab Basikal\n$/,
    );
    expect((await json('clubs', '--words', 'kelab', '--state', 'rejected')).clubs).toEqual([]);
    expect(await done('clubs', '--words', 'sukan')).toBe('There are no clubs with these words.\n');
  });

  it('what a name or a code stands for, in place of an id', async () => {
    const { title: club } = await json('club', ids.club);
    expect(await json('club', club.toUpperCase())).toMatchObject({ id: ids.club });
    const { name } = await json('workspace', ids.workspace);
    expect(await json('workspace', ` ${name.toLowerCase()}`)).toMatchObject({ id: ids.workspace });
    const { title: campaign } = await json('campaign', ids.campaign);
    expect(await json('stock', campaign)).toMatchObject({ id: ids.campaign });
    const { title: challenge } = await json('challenge', CODE, ids.challenge);
    expect(await json('challenge', CODE, `${CODE}/${challenge}`)).toMatchObject({ id: ids.challenge });
    expect(await json('challenge', CODE, CODE)).toMatchObject({ id: ids.challenge });
    const none = await asAdmin('club', 'Kelab Sukan');
    expect([none.code, none.stderr]).toEqual([1, 'There is no club "Kelab Sukan".\n']);
    const given = ['--summary', '', '--visibility', 'public', '--owner-id', newAccount()];
    const twins = [];
    for (const title of ['Kelab Kembar', 'kelab kembar'])
      twins.push((await done('create-club', '--title', title, ...given)).trim());
    const { code, stderr } = await asAdmin('publish-club', 'Kelab Kembar');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^2 of them are "Kelab Kembar"\. Use one of these ids: /);
    for (const id of twins) expect(stderr).toContain(id);
  });

  it('the merchant and the exhibition of a campaign', async () => {
    const shown = await done('campaigns');
    for (const text of ['Botol Air', 'Pasar Segar', '国庆日长跑', `(${CODE})`]) expect(shown).toContain(text);
    expect(await done('campaign', ids.campaign)).toMatch(
      /^merchant +Pasar Segar\nexhibition +国庆日[\s\S]*\nredeemBy +2030-09-11 00:00:00 MYT\n[\s\S]*stock.total +0\n/,
    );
    expect(await done('stock', ids.campaign)).toMatch(
      /^"Botol Air!*" \(draft\), of Pasar Segar at 国庆日长跑/,
    );
    const { campaigns } = await json('campaigns');
    expect(campaigns).toMatchObject([{ id: ids.campaign, startsAt: '2030-08-30T16:00:00.000Z' }]);
  });
});

describe('a second exclusion of a participant', () => {
  it('says that the first one and its reason stay', async () => {
    for (const command of [
      ['publish-club', ids.club],
      ['publish-event', CODE],
      ['publish-challenge', ids.challenge, '--yes'],
    ])
      await done(...command);
    const token = await local.tokenOf({ accountId: newAccount() });
    const body = { alias: 'Harimau', shareLeaderboard: true, sharePublicDisplay: true };
    await local.call('PUT', `/v1/community/challenges/${ids.challenge}/enrollment`, { token, body });
    const first = await done('exclude', ids.challenge, 'Harimau', 'Treadmill.');
    expect(first).toMatch(/^"Harimau" is excluded\. To end it: readmit \S+ \S+ <reason>\n$/);
    expect(await done('exclude', ids.challenge, 'Harimau', 'A car.')).toMatch(
      /^The participant has been excluded as "Harimau" since \d{4}-.{11} MYT\. That exclusion and its reason stay; .* To end it: readmit/,
    );
    const reasons = (await json('acts')).acts.flatMap(
      ({ reason }: { readonly reason?: string }) => reason ?? [],
    );
    expect(reasons).toEqual(['Treadmill.']);
  });
});

describe('every list and detail', () => {
  it('fits in 100 columns, and shows Malaysian time', async () => {
    const commands = [
      ['acts'],
      ['campaigns'],
      ['campaign', ids.campaign],
      ['club', ids.club],
      ['clubs', '--words', 'kelab'],
      ['event', CODE],
      ['events'],
      ['club-events', ids.club],
      ['exclusions', ids.challenge],
      ['list-admins'],
      ['onboarding-flow', ids.flow],
      ['onboarding-flows'],
      ['workspace', ids.workspace],
      ['workspaces'],
    ];
    for (const command of commands) {
      const shown = await done(...command);
      const widths = shown.split('\n').map((line) => stringWidth(line));
      expect([command, Math.max(...widths) <= 100]).toEqual([command, true]);
      expect(shown).toContain('MYT');
      expect(shown).not.toMatch(/\dT\d\d:\d\d/);
      expect(await done('--json', ...command)).not.toContain('MYT');
    }
  });
});
