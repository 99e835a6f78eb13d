import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../functions/analytics/reports/contract.examples.ts';
import { administer } from '../../infra/admin/program.ts';
import { analyticsReport, ownMerchantReport } from '../../infra/admin/reports/report.ts';
import { shownCells, spreadsheetReport } from '../../infra/admin/reports/spreadsheet.ts';
import { bars, terminalReport } from '../../infra/admin/reports/terminal.ts';
import { MERCHANT_WORKSPACE } from '../../local/demo/people.ts';
import { days } from '../../shared/values/clock.ts';
import { startDemo } from '../support/demo-world.ts';
import { eventually, startInProcess } from '../support/running.ts';
import { newAccount, newId } from '../support/world.ts';

/** Reports of a workspace in the terminal, for spreadsheets and as a page. */

const answer = examples.workspaceAnalytics.success[200];
const rowsOf = (csv: string) => csv.slice(1).split('\r\n').slice(0, -1);

describe('bars in the terminal', () => {
  it('are in proportion to the largest count, and never hide a small one', () => {
    const counts = { a: 1000, bb: 500, c: 1, none: 0 };
    const shown = bars(Object.entries(counts).map(([label, count]) => ({ label, count })));
    expect(shown.split('\n')).toEqual([
      `  a     1000  ${'█'.repeat(30)}`,
      `  bb     500  ${'█'.repeat(15)}`,
      '  c        1  ▏',
      '  none     0',
    ]);
    expect(bars([{ label: 'a', count: 0 }])).toBe('  a  0');
    const eighths = bars(
      [...Array(8).keys()].map((n) => ({ label: '', count: 8 + n })).concat({ label: '', count: 240 }),
    );
    expect(eighths.split('\n').map((line) => line.trim().split('  ').at(-1))).toEqual([
      ...['█', '█▏', '█▎', '█▍', '█▌', '█▋', '█▊', '█▉'],
      '█'.repeat(30),
    ]);
  });
});

describe('the table in the terminal', () => {
  const ofDays = (count: number) => {
    const daily = answer.daily.slice(0, 1).flatMap((day) =>
      Array.from({ length: count }, (_, n) => ({
        ...day,
        date: new Date(Date.UTC(2026, 0, 1) + days(n)).toISOString().slice(0, 10),
        membersJoined: n,
      })),
    );
    return terminalReport(analyticsReport('Pasar Segar', { ...answer, daily }));
  };
  /** The dates and the first counts of the table. */
  const rows = (text: string) =>
    [...text.matchAll(/^(\d{4}-\d\d-\d\d) +(\d+) /gm)].map(([, date, joined]) => [date, Number(joined)]);

  it('has a row for each day of a month', () => {
    const text = ofDays(31);
    expect(text).toMatch(/By day\n.*\n.*\ndate +joined/);
    expect(rows(text)).toHaveLength(31);
    expect(rows(text).at(-1)).toEqual(['2026-01-31', 30]);
  });

  it('has the sum of each week of a longer period, and of the rest at its end', () => {
    const text = ofDays(33);
    expect(text).toMatch(/By week\n.*\n.*\nfrom day +joined/);
    expect(rows(text)).toEqual([
      ['2026-01-01', 21],
      ['2026-01-08', 70],
      ['2026-01-15', 119],
      ['2026-01-22', 168],
      ['2026-01-29', 28 + 29 + 30 + 31 + 32],
    ]);
  });
});

describe('a spreadsheet', () => {
  it('has one row for each number, in the order of the report', () => {
    const csv = spreadsheetReport(analyticsReport('Pasar, Segar', answer));
    expect(csv.charCodeAt(0)).toBe(0xfeff);
    const rows = rowsOf(csv);
    const head = '"Pasar, Segar",2026-03-01,2026-03-02,2026-03-02T02:15:09.412Z,2026-03-02T02:15:08.000Z';
    expect(rows[0]).toBe('workspace,from,to,reported_at,counted_up_to,section,date,measure,count');
    expect(rows[1]).toBe(`${head},Now,,active members,184`);
    expect(rows.filter((row) => row.includes(',By day,'))).toHaveLength(2 * 8);
    expect(rows).toContain(`${head},By day,2026-03-02,claims redeemed,1`);
    expect(rows).toContain(`${head},"Claims of the period, by their state now",,expired,1`);
  });

  it('holds no formulas, whatever a workspace is named, and keeps every other text', () => {
    /** The one cell of a file, without the mark and the line break. */
    const cell = (value: string | number) => shownCells([[value]]).slice(1, -2);
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1', '\u00a0=1']) {
      expect(cell(formula)).toBe(`'${formula}`);
    }
    expect(cell('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
    expect(cell('\t=1')).toBe('\\u0009=1');
    expect(cell('\r\n=1')).toBe(`"\\u000d\n'=1"`);
    expect(cell('Pasar;=1+1; @x')).toBe(`"Pasar;'=1+1;' @x"`);
    // Quotes that double inside quotes begin a cell where a semicolon separates.
    expect(cell('x;"=1+1;y')).toBe(`"x;'""=1+1;y"`);
    expect(['Syarikat "A"; B', 'Kedai-kopi = baik', '咖啡'].map(cell)).toEqual([
      '"Syarikat ""A""; B"',
      'Kedai-kopi = baik',
      '咖啡',
    ]);
    expect(cell(-5)).toBe('-5');
  });
});

describe('the report of a merchant', () => {
  const { campaigns } = examples.listMerchantCampaigns.success[200];
  const report = ownMerchantReport('Pasar Segar', examples.merchantReport.success[200], campaigns);

  it('has the stock of each campaign, the claims by day, and no members', () => {
    expect(report.sections.map(({ title }) => title)).toEqual([
      'Stock of all campaigns',
      'Stock of "Botol air Jalan Sihat" from 2026-03-01 (closed)',
      'Claims of the period, by their state now',
    ]);
    expect(terminalReport(report)).toMatch(
      /^Merchant report: "Pasar Segar"\n.*\n.*\n.*\n\n.*\n {2}total +200 {2}█+\n/,
    );
    const csv = spreadsheetReport(report);
    expect(rowsOf(csv)).toHaveLength(1 + 4 + 4 + 3 + 2 * 4);
    expect(csv).toContain('By day,2026-03-01,claims redeemed,3\r\n');
    expect(csv).not.toContain('member');
  });
});

describe('the commands', () => {
  let local: Awaited<ReturnType<typeof startInProcess>>;
  let folder: string;
  const [admin, owner, employee] = [newAccount(), newAccount(), newAccount()];
  let workspaceId: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sihat-test-'));
    local = await startInProcess();
    await run('first-admin', admin, '--local');
    const created = await run(
      ...['--as', admin, 'create-workspace', '--name', '=Syarikat <b>', '--workspace-kind', 'corporate'],
      ...['--owner-id', owner],
    );
    workspaceId = created.stdout.trim();
    const as = owner;
    const send = async (path: string, body: object, who: string) => {
      const token = await local.tokenOf({ accountId: who });
      return (await local.call('POST', path, { token, body })).body;
    };
    const { invitationToken } = await send(
      `/v1/partner/workspaces/${workspaceId}/invitations`,
      { invitationId: newId(), role: 'member' },
      as,
    );
    await send('/v1/workspaces/invitations/acceptance', { invitationToken }, employee);
    const days = { firstDay: today, lastDay: today };
    const { id } = await send('/v1/workspaces/medical-certificates', { workspaceId, ...days }, employee);
    await send(`/v1/workspaces/medical-certificates/${id}/submission`, { sharingConsent: true }, employee);
    await eventually('both reports have counted', async () =>
      [await report(), await totals()].every(({ stdout }) => /(joined +2|submitted +1) {2}█+\n/.test(stdout)),
    );
  });
  afterAll(async () => {
    await local?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const period = ['--from', today, '--to', today];

  async function run(...args: readonly string[]) {
    const output = { stdout: '', stderr: '' };
    const code = await administer(['--api', local.url, ...args], {
      environment: { XDG_CONFIG_HOME: folder },
      write: (text) => {
        output.stdout += text;
      },
      writeError: (text) => {
        output.stderr += text;
      },
    });
    return { code, ...output };
  }
  const report = (...args: string[]) => run('--as', admin, 'report', workspaceId, ...period, ...args);
  const totals = (...args: string[]) =>
    run('--as', owner, 'certificate-totals', workspaceId, ...period, ...args);

  it('writes the reports of all merchants in a month, each to a page and a table of its own', async () => {
    for (const name of ['Kedai Botol', 'kedai - botol', 'Pasar 阿明'])
      await run(
        ...['--as', admin, 'create-workspace', '--name', name, '--workspace-kind', 'merchant'],
        ...['--owner-id', owner],
      );
    const reports = join(folder, 'reports', 'february');
    const all = (...args: string[]) => run('--as', admin, 'report', '--all-merchants', reports, ...args);
    const { code, stdout } = await all('--month', '2026-02');
    expect([code, stdout]).toEqual([0, `Wrote 6 files to ${reports}\n`]);
    const files = readdirSync(reports).sort();
    expect(files).toHaveLength(6);
    expect(files).toContain('pasar-阿明-2026-02-01-2026-02-28.html');
    const alike = /^kedai-botol-[0-9a-f-]{36}-2026-02-01-2026-02-28\.(csv|html)$/;
    expect(files.filter((file) => alike.test(file))).toHaveLength(4);
    expect(readFileSync(join(reports, files.at(-1) ?? ''), 'utf8')).toContain('Pasar 阿明');
    for (const [wrong, said] of [
      [['--month', '2026-13'], '--month must be a month'],
      [['--month', '2026-02', '--from', today], '--month must be a month'],
      [[], 'missing options: --month, or --from and --to'],
      [['--month', '2026-02', '--csv'], 'cannot be used with'],
    ] as const)
      expect((await all(...wrong)).stderr).toContain(said);
    expect((await run('--as', admin, 'report', '--month', '2026-02')).stderr).toContain(
      'use the id of a workspace, or --all-merchants',
    );
    const whole = await run('--as', admin, '--json', 'report', workspaceId, '--month', '2024-02');
    const { daily } = JSON.parse(whole.stdout);
    expect([daily.at(0).date, daily.at(-1).date]).toEqual(['2024-02-01', '2024-02-29']);
  });

  it('report shows bars and a table', async () => {
    const { code, stdout } = await report();
    expect(code).toBe(0);
    expect(stdout).toMatch(/members joined +2 {2}█+\n/);
    expect(stdout).toMatch(
      /^Workspace report: "=Syarikat <b>"\n\d{4}-.* \(1 day\)\nAs of \d{4}-.{11} MYT, so the period is not complete\nWith all changes up to \d{4}-.{11} MYT\n/,
    );
    expect(stdout).toMatch(new RegExp(`By day\\n[^]* +members .*\\ndate +joined .*\\n${today} +2 +0 `));
  });

  it('report --csv prints a spreadsheet, and --html writes a page', async () => {
    const { stdout: csv } = await report('--csv');
    expect(rowsOf(csv)).toContainEqual(
      expect.stringMatching(
        new RegExp(`^'=Syarikat <b>,${today},${today},.*,By day,${today},members joined,2$`),
      ),
    );
    const file = join(folder, 'report.html');
    expect(await report('--html', file)).toMatchObject({ code: 0, stdout: `Wrote ${file}\n` });
    expect(readFileSync(file, 'utf8')).toContain(
      '<p>Workplace report · =Syarikat &lt;b&gt;</p><h1>2 members now; 2 joined',
    );
    const both = await report('--csv', '--html', file);
    expect(rowsOf(both.stdout)[0]).toBe(
      'workspace,from,to,reported_at,counted_up_to,section,date,measure,count',
    );
    const nowhere = await report('--html', join(folder, 'none', 'report.html'));
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('Cannot write ')]);
    const { stdout } = await run('--json', '--as', admin, 'report', workspaceId, ...period);
    expect(JSON.parse(stdout)).toMatchObject({ workspaceId, periodCounts: { membersJoined: 2 } });
  });

  it('certificate-totals shows the same forms to the owner, and nothing to an administrator', async () => {
    expect((await totals()).stdout).toMatch(/Requests\n {2}submitted +1 {2}█+\n/);
    expect((await totals()).stdout).toContain('do not establish an entitlement');
    expect(rowsOf((await totals('--csv')).stdout)).toHaveLength(1 + 2 * 4);
    const file = join(folder, 'totals.html');
    expect((await totals('--html', file)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('<title>Medical certificate report: =Syarikat');
    const refused = await run('--as', admin, 'certificate-totals', workspaceId, ...period);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^workspace_not_found/);
  });

  it('merchant-report shows the same forms to the staff of a merchant, and nothing to an administrator', async () => {
    const demo = await startDemo();
    try {
      const of = (who: string, ...args: string[]) =>
        run('--api', demo.url, '--as', who, 'merchant-report', MERCHANT_WORKSPACE, ...period, ...args);
      const { code, stdout } = await of('merchant-staff');
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^Merchant report: "Pasar Segar Sdn Bhd"\n/)]);
      expect(stdout.match(/^Stock of "/gm)?.length).toBeGreaterThan(1);
      expect(stdout).toContain(`By day\ndate `);
      expect(rowsOf((await of('merchant-staff', '--csv')).stdout).at(-1)).toMatch(/,claims expired,\d+$/);
      const file = join(folder, 'merchant.html');
      expect((await of('merchant-staff', '--html', file)).code).toBe(0);
      expect(readFileSync(file, 'utf8')).toContain('Merchant report: Pasar Segar');
      const json = JSON.parse((await of('merchant-staff', '--json')).stdout);
      expect([json.workspaceId, json.campaigns.length]).toEqual([MERCHANT_WORKSPACE, expect.any(Number)]);
      expect(await of('platform-admin')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^workspace_not_found/),
      });
    } finally {
      await demo.stop();
    }
  });

  it('name all missing options at once, and refuse a period that is too long or backwards', async () => {
    const none = await run('--as', admin, 'report', workspaceId);
    expect([none.code, none.stderr]).toEqual([
      2,
      'error: missing options: --month, or --from and --to\n(use --help for more information)\n',
    ]);
    const backwards = await run('--as', admin, 'report', workspaceId, '--from', today, '--to', '2020-01-01');
    expect([backwards.code, backwards.stdout]).toEqual([2, '']);
    const long = await run(
      '--as',
      admin,
      'report',
      workspaceId,
      '--from',
      '2020-01-01',
      '--to',
      '2021-01-01',
    );
    expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('366')]);
  });
});
