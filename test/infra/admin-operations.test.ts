import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { examples } from '../../functions/community/events/contract.examples.ts';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { exampleOf } from '../../functions/examples.ts';
import { administer } from '../../infra/admin/program.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { newId } from '../support/world.ts';

/** Each operation of administrators has a command, which is run at a server that answers with the examples of the API. */

type Contracts = typeof contracts;
type AdministratorOperation = {
  [Id in OperationId]: Contracts[Id]['caller'] extends 'platform_admin' ? Id : never;
}[OperationId];

const id = newId();
const times = ['--starts-at', '2030-01-01T00:00:00Z', '--ends-at', '2030-01-02T00:00:00+08:00'];
const HINT = '(use --help for more information)\n';
const days = ['--from', '2026-03-01', '--to', '2026-03-02'];

/** One command line for each operation. An operation without one does not compile. */
const commandLines: { readonly [Id in AdministratorOperation]: readonly string[] } = {
  getVerification: ['practitioner', id],
  listVerifications: ['practitioners'],
  verifyPractitioner: [
    ...['verify-practitioner', id, '--name', 'Dr Aminah', '--license-authority', 'MMC'],
    ...[
      '--license-number',
      '12345',
      '--specialty',
      'GP',
      '--organization',
      'Klinik Kita',
      '--until',
      '2059-12-31',
    ],
  ],
  searchAccessLog: ['access-log', id, 'Lost laptop.'],
  withdrawVerification: ['withdraw-practitioner', id, '--yes'],
  archiveOnboardingFlow: ['archive-onboarding', id, '--yes'],
  createOnboardingDraft: ['create-onboarding', '--definition', '{"name":"Selamat datang","slides":[]}'],
  getOnboardingFlow: ['onboarding-flow', id],
  listOnboardingFlows: ['onboarding-flows'],
  publishOnboardingFlow: ['publish-onboarding', id, '--yes'],
  updateOnboardingDraft: ['change-onboarding', id, '--definition', '{"name":"Selamat datang","slides":[]}'],
  assignClubOwner: ['assign-club-owner', id, newId()],
  createPlatformClub: [
    ...['create-club', '--title', 'Kelab', '--summary', '', '--visibility', 'public', '--owner-id', newId()],
  ],
  getPlatformClub: ['club', id],
  listPlatformClubs: ['clubs'],
  publishClub: ['publish-club', id],
  reviewClub: ['review-club', id, '--approve', '--read-version', '1'],
  unpublishClub: ['unpublish-club', id, '--yes'],
  updatePlatformClub: ['change-club', id, '--title', 'Kelab Baru'],
  createEvent: [
    ...['create-event', '--club-id', id, '--join-code', 'larian', '--title', 'Larian', '--summary', ''],
    ...[...times, '--venue', 'KLCC', '--expected-attendees', '500'],
  ],
  getPlatformEvent: ['event', 'larian'],
  listPlatformEvents: ['events', id],
  publishEvent: ['publish-event', 'larian'],
  unpublishEvent: ['unpublish-event', 'larian', '--yes'],
  updateEvent: ['change-event', 'larian', '--venue', 'Putrajaya'],
  createChallenge: [
    ...['create-challenge', 'larian', '--title', 'Langkah', '--summary', '', ...times, '--rules', 'Berjalan'],
    ...['--reward-eligible', 'false'],
  ],
  publishChallenge: ['publish-challenge', id, '--yes'],
  unpublishChallenge: ['unpublish-challenge', id],
  updateChallenge: ['change-challenge', 'larian', '', '--reward-eligible', 'true'],
  moderateAlias: ['hide-alias', id, 'Harimau'],
  excludeParticipant: ['exclude', id, 'Harimau', 'Treadmill.'],
  listExclusions: ['exclusions', id],
  readmitParticipant: ['readmit', id, newId(), 'A mistake.'],
  closeCampaign: ['close-campaign', id, '--yes'],
  createCampaign: [
    ...['create-campaign', '--merchant-tenant-id', id, '--event-id', id, '--title', 'Botol', '--summary', ''],
    ...['--rules', 'Satu', ...times, '--redeem-by', '2030-01-03T00:00:00Z'],
    ...['--reservation-ttl-seconds', '60', '--requires-verified-identity', 'false', '--stock-units', '5'],
  ],
  getPlatformCampaign: ['stock', id],
  listPlatformCampaigns: ['campaigns', '--status', 'draft'],
  publishCampaign: ['publish-campaign', id, '--yes'],
  restockCampaign: ['restock', id, '5', '--yes'],
  updateCampaign: ['change-campaign', id, '--stock-units', '600'],
  grantAdministrator: ['grant-admin', id],
  listAdministrators: ['list-admins'],
  listAdministratorActs: ['acts', '--month', '2026-03'],
  revokeAdministrator: ['revoke-admin', id],
  assignOwner: ['assign-workspace-owner', id, newId()],
  createWorkspace: ['create-workspace', '--name', 'Sdn', '--workspace-kind', 'corporate', '--owner-id', id],
  getWorkspace: ['workspace', id],
  listWorkspaces: ['workspaces'],
  renameWorkspace: ['rename-workspace', id, 'Pasar Segar'],
  workspaceAnalytics: ['report', id, ...days],
};

interface Received {
  readonly operation: OperationId;
  readonly body: unknown;
}

const received: Received[] = [];
const endpoints = Object.values<Contract>(contracts);
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const path = (request.url ?? '').split('?')[0] ?? '';
  const asked = endpoints.filter(
    ({ method, path: own }) =>
      method === request.method && new RegExp(`^${own.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  // A fixed path comes before one with a parameter.
  const [found] = asked.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  if (!found) return response.writeHead(404).end('{"message":"Not Found"}');
  const operation = found.operationId as OperationId;
  const text = Buffer.concat(chunks).toString('utf8');
  received.push({ operation, body: text === '' ? undefined : JSON.parse(text) });
  const { success } = exampleOf(operation);
  const [[status, body] = []] = Object.entries(success);
  response
    .writeHead(Number(status))
    .end(JSON.stringify(body, (name, value) => (name === 'nextCursor' ? undefined : value)));
});

let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
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

const [challenge] = examples.getPlatformEvent.success[200].challenges;
const CAMPAIGNS_STAY = /^These campaigns stay published and listed: "[^"]+" \([^)]+\)\.\n$/;
/** The commands that name the campaigns that stay, also with `--yes`. */
const warned = ['unpublish-club', 'unpublish-event', 'review-club'];
const lines = Object.entries(commandLines).map(([operation, args]) => ({
  operation,
  args: args.map((one) => (one === '' && operation === 'updateChallenge' ? (challenge?.id ?? '') : one)),
}));

describe('every operation of administrators has a command', () => {
  it.each(lines)('$operation: $args.0', async ({ operation, args }) => {
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(0);
    expect(stderr).toMatch(args.includes('--yes') && warned.includes(args[0] ?? '') ? CAMPAIGNS_STAY : /^$/);
    expect(received.map((one) => one.operation)).toContain(operation);
    expect(stdout).toMatch(/\S/);
    expect(stdout).not.toMatch(/undefined|\[object|NaN/);
    const json = await run(['--json', ...args]);
    expect(json.code).toBe(0);
    if (json.stdout !== '') expect(JSON.parse(json.stdout)).toBeTypeOf('object');
  });

  it('and the list of these operations is complete', () => {
    const operations = endpoints.filter(({ caller }) => caller === 'platform_admin');
    expect(Object.keys(commandLines).toSorted()).toEqual(
      operations.map(({ operationId }) => operationId).toSorted(),
    );
  });
});

describe('a change', () => {
  const { event } = examples.getPlatformEvent.success[200];
  const { title, summary, startsAt, endsAt, timezone, venue, expectedAttendees, version } = event;

  it('keeps the fields that are not named, and states the version it has read', async () => {
    await run(['change-event', 'larian', '--venue', 'Putrajaya']);
    expect(received.map(({ operation }) => operation)).toEqual(['getPlatformEvent', 'updateEvent']);
    expect(received[1]?.body).toEqual({
      ...{ title, summary, startsAt, endsAt, timezone, expectedAttendees, version },
      ...(event.coverImage && { coverImage: event.coverImage }),
      venue: 'Putrajaya',
    });
    expect(venue).not.toBe('Putrajaya');
  });

  it('can state the version that the administrator has read', async () => {
    await run(['change-event', 'larian', '--venue', 'Putrajaya', '--read-version', '77']);
    expect(received[1]?.body).toMatchObject({ version: 77 });
  });

  it('reads nothing with a file, which then needs every field', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sihat-test-'));
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
    rmSync(folder, { recursive: true });
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
      '--club-id must be a UUID',
      '--title must have at least 1 character',
      expect.stringMatching(/^--starts-at must be a time of RFC 3339/),
      ...HINT.split('\n'),
    ]);
  });
});

describe('what cannot be undone', () => {
  const rejection = ['review-club', id, '--reject', '--read-version', '1', '--yes'];
  const irreversible = [
    ...lines.filter(({ args }) => args.includes('--yes')),
    { operation: 'reviewClub', args: rejection },
  ];

  it('is these commands', () => {
    expect(irreversible.map(({ args }) => args[0]).toSorted()).toEqual([
      ...['archive-onboarding', 'close-campaign', 'publish-campaign', 'publish-challenge'],
      ...['publish-onboarding', 'restock', 'review-club', 'unpublish-club', 'unpublish-event'],
      'withdraw-practitioner',
    ]);
  });

  it.each(irreversible)('$args.0 asks first, and refuses in a script without --yes', async ({ args }) => {
    const question = args.filter((one) => one !== '--yes');
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
    const writes = () => received.filter(({ operation }) => contracts[operation].method !== 'GET');
    expect(writes()).toEqual([]);
    for (const answer of ['y', ' YES ']) expect((await run(question, [answer])).code).toBe(0);
    expect(writes()).toHaveLength(2);
    const withoutQuestion = await run(args, []);
    expect([withoutQuestion.code, withoutQuestion.asked]).toEqual([0, []]);
    expect(withoutQuestion.stderr).toMatch(warned.includes(args[0] ?? '') ? CAMPAIGNS_STAY : /^$/);
  });
});
