import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CORPORATE_WORKSPACE } from '../../../local/demo/people.ts';
import { tableOf } from '../../../web/spreadsheet/table.ts';
import { auditLooks } from './accessibility.ts';
import { demoPlatform } from './demo-platform.ts';
import { expectNoErrors, openDesk, personaNamed } from './desk-driver.ts';

/** An HR officer invites 300 people from the spreadsheets that people have. */
const demo = demoPlatform();
const LAPTOP = { viewport: { width: 1280, height: 900 } };

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}-${10_000 + n}`);

async function openInvitations(more: Parameters<typeof openDesk>[2] = {}) {
  const desk = await openDesk(demo.browser, demo.local.url, { as: 'hr-admin', ...LAPTOP, ...more });
  await desk.open('Invitations');
  await desk.page.locator('input[type=file]').waitFor();
  return { ...desk, ...actionsOn(desk.page) };
}

function actionsOn(page: Page) {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const downloaded = async (name: string | RegExp) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press(name)]);
    return {
      name: file.suggestedFilename(),
      ...tableOf(await text(await file.createReadStream())),
    };
  };
  return {
    press,
    downloaded,
    choose: (content: string | Buffer) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }),
    /** The rows of the table with this heading. */
    rows: async () =>
      (await page.locator('tbody tr').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ').trim()),
    async create(count: number) {
      await press(/^Check \d+ rows?$/);
      await press(new RegExp(`^Create ${count} invitations$`));
      await page.getByText(`${count} invitations created`, { exact: true }).waitFor();
    },
  };
}

async function listed(prefix: string) {
  const found: { id: string; reference?: string; status: string }[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await demo.local.call(
      'GET',
      `/v1/partner/workspaces/${CORPORATE_WORKSPACE}/invitations?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      { as: 'hr-admin' },
    );
    found.push(...body.invitations);
    if (!body.nextCursor) break;
    cursor = body.nextCursor;
  }
  return found.filter(({ reference }) => reference?.startsWith(prefix));
}
const references = async (prefix: string) =>
  (await listed(prefix)).map(({ reference }) => reference).toSorted();

describe('a list of 300 people', () => {
  const tabbed = numbered('TAB', 300).map((reference) => `${reference}\tAhmad\tOperasi`);
  it.each([
    [
      'semicolons',
      'SEMI',
      ['No. Pekerja;Nama', ...numbered('SEMI', 300).map((each) => `${each};"Lim; Wei"`)].join('\r\n'),
    ],
    ['tabs', 'TAB', ['Staff number\tName\tTeam', ...tabbed].join('\n')],
    [
      'a line that names its separator, with a byte order mark',
      'SEP',
      `\ufeffsep=;\r\nreference;role\r\n${numbered('SEP', 300)
        .map((each) => `${each};member\r\n`)
        .join('')}`,
    ],
    ['quotes', 'QUOTE', ['"reference"', ...numbered('QUOTE', 300).map((each) => `"${each}"`)].join('\n')],
  ])(
    'is read from a file with %s, and its own columns come back beside the links',
    async (_, prefix, file) => {
      const desk = await openInvitations();
      await desk.choose(file);
      await desk.page.getByText('Which column is the staff number?').waitFor();
      // The first five rows are shown before anything is sent.
      expect(await desk.page.locator('.mapping .used').first().locator('li').count()).toBe(5);
      await desk.create(300);
      const saved = await desk.downloaded('Download 300 links (CSV)');
      const own = tableOf(file);
      expect(saved.columns).toEqual([...own.columns, 'link', 'valid_until']);
      expect(saved.rows.map(({ cells }) => cells.slice(0, -2))).toEqual(own.rows.map(({ cells }) => cells));
      expect(new Set(saved.rows.map(({ cells }) => cells.at(-2))).size).toBe(300);
      for (const { cells } of saved.rows) expect(cells.at(-1)).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(await references(prefix)).toEqual(numbered(prefix, 300));
      expectNoErrors(desk);
    },
  );

  it('in GBK is read after somebody has looked at the rows', async () => {
    const desk = await openInvitations();
    // 陈伟 in GBK, as Excel in China saves it.
    const name = Buffer.from([0xb3, 0xc2, 0xce, 0xb0]);
    const rows = numbered('GBK', 2).flatMap((each) => [Buffer.from(`${each},`), name, Buffer.from('\n')]);
    await desk.choose(Buffer.concat([Buffer.from('reference,name\n'), ...rows]));
    await desk.page.getByText('How does the file read?').waitFor();
    expect(await desk.page.locator('.guess').allInnerTexts()).toEqual([
      expect.stringContaining('GBK-10000 · 陈伟'),
      expect.stringContaining('GBK-10000 · ³ÂÎ°'),
    ]);
    await auditLooks(desk.page, 'the encoding of a file');
    await desk.press('Use these rows: Chinese (GB18030)');
    await auditLooks(desk.page, 'the columns of a file');
    await desk.create(2);
    const saved = await desk.downloaded('Download 2 links (CSV)');
    expect(saved.rows.map(({ cells }) => cells[1])).toEqual(['陈伟', '陈伟']);
  });

  it('has references that a spreadsheet would change, and keeps them', async () => {
    const desk = await openInvitations();
    const odd = ['00123', '1E10', '3-4', '12345678901234567', 'x;=1+1'];
    await desk.choose(`No. Pekerja\n${odd.map((each) => `"${each}"\n`).join('')}`);
    await desk.create(5);
    const [file] = await Promise.all([
      desk.page.waitForEvent('download'),
      desk.press('Download 5 links (CSV)'),
    ]);
    const content = await text(await file.createReadStream());
    for (const each of odd.slice(0, 4)) expect(content).toContain(`"=""${each}"""`);
    expect(content).toContain(`"x;'=1+1"`);
    expect(tableOf(content).rows.map(({ cells }) => cells[0])).toEqual([...odd.slice(0, 4), "x;'=1+1"]);
  });

  it.each([
    ['a quote that is not closed', 'reference\nTM-1\n"TM-2\nTM-3\n', '3', 'A quote is not closed.'],
    ['a comma without quotes', 'reference\nTM-1\nLim, Wei Han\n', '3', 'A cell has no column.'],
    [
      'a lost letter',
      'reference\nTM-1\n\ufffd\ufffd\n',
      '3',
      'Parts of the text were lost before the file was saved.',
    ],
  ])('is refused by its row with %s', async (_, file, row, why) => {
    const desk = await openInvitations();
    await desk.choose(file);
    await desk.page.getByText(why).waitFor();
    const [shown = ''] = await desk.rows();
    expect([shown.startsWith(`${row} `), shown.endsWith(why)]).toEqual([true, true]);
    expect(await desk.page.getByRole('button', { name: /^(Create|Check)/ }).count()).toBe(0);
  });

  it('is refused with a tab inside a cell, by its row', async () => {
    const desk = await openInvitations();
    await desk.choose('reference\nTM-1\nTM\t2\n');
    await desk.press('Check 2 rows');
    await desk.page.getByText('It has a tab or another control character.').waitFor();
    expect((await desk.rows())[0]).toMatch(/^3 /);
  });

  it('reports each wrong row before anything is sent, and creates a corrected list once although the connection is lost in between', async () => {
    const desk = await openInvitations();
    const { page } = desk;
    const people = numbered('KMJ', 300);
    const hostile = '<img src=x onerror=alert(1)>'.padEnd(41, '!');
    const csvOf = (rows: readonly string[]) => ['reference,role', ...rows].join('\r\n');
    const puts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(request.url());
    });
    const rows = people.map((reference) => `${reference},member`);
    const wrong = rows
      .with(10, 'KMJ-10000,member')
      .with(50, ',member')
      .with(120, `${hostile},member`)
      .with(200, 'KMJ-10200,chef')
      .with(299, 'KMJ-10005,member');
    // Spreadsheets keep empty rows, and count them.
    await desk.choose(csvOf(wrong.toSpliced(3, 0, ',')));
    await desk.press('Check 300 rows');
    await page.getByText('5 of 300 rows have an error').first().waitFor();
    expect(await desk.rows()).toEqual([
      expect.stringContaining('13 KMJ-10000, member It is the same as in row 2.'),
      expect.stringContaining('53 empty, member The staff number is missing.'),
      expect.stringContaining(`123 ${hostile}, member It has more than 40 characters.`),
      expect.stringContaining('203 KMJ-10200, chef “chef” is not a role of this workplace. Write member.'),
      expect.stringContaining('302 KMJ-10005, member It is the same as in row 8.'),
    ]);
    await auditLooks(page, 'wrong rows');
    expect(
      await page.getByRole('button', { name: 'Create 300 invitations' }).getAttribute('aria-disabled'),
    ).toBe('true');
    await page.getByRole('button', { name: 'Create 300 invitations' }).dispatchEvent('click');
    expect(puts).toEqual([]);

    await desk.press('Choose another list');
    await desk.choose(csvOf(rows));
    // The platform gets the fourth batch twice, and both of its answers are lost.
    let batches = 0;
    await page.route('**/batches/*', async (route) => {
      batches += 1;
      if (batches !== 4 && batches !== 5) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await desk.press('Check 300 rows');
    await desk.press('Create 300 invitations');
    await page.getByText('The connection was lost after 120 of 300 invitations.').waitFor();
    await desk.press('Go on');
    await page.getByText('300 invitations created', { exact: true }).waitFor();
    expect(batches).toBe(10);
    const saved = await desk.downloaded('Download 300 links (CSV)');
    expect(saved.rows.map(({ cells }) => cells[0])).toEqual(people);
    expect(await references('KMJ')).toEqual(people);
  });

  it('is corrected in place, row by row, or without the rows that stay wrong', async () => {
    const desk = await openInvitations();
    const { page } = desk;
    await desk.choose(
      'No. Pekerja;Peranan;Nama\nBETUL-1;;Ali\n;;Siti\n1.00E+10;;Chong\nBETUL-1;;Devi\nBETUL-5;chef;Kumar\n',
    );
    await desk.press('Check 5 rows');
    await page.getByText('4 of 5 rows have an error').first().waitFor();
    const staffNumber = (row: number) => page.getByLabel(`Staff number: Row ${row}`);
    await staffNumber(3).fill('BETUL-1');
    await page.getByText('It is the same as in row 2.').nth(1).waitFor();
    await staffNumber(3).fill('  BETUL-3 ');
    await staffNumber(4).fill('10000000017');
    await page.getByRole('button', { name: 'Leave out: Row 5' }).click();
    await page.getByText('Still wrong: row 6').waitFor();
    await auditLooks(page, 'rows that were corrected or left out');
    // An HR admin makes nobody an HR admin.
    await expect
      .poll(() => page.getByLabel('Joins as: Row 6').locator('option').allInnerTexts())
      .toEqual(['–', 'Member']);
    await page.getByLabel('Joins as: Row 6').selectOption('member');
    await page.getByText('All 4 people can be invited').waitFor();
    await page.getByRole('button', { name: 'Undo: Row 5' }).click();
    await page.getByText('Still wrong: row 5').waitFor();
    await page.getByRole('button', { name: 'Leave out: Row 5' }).click();
    await desk.press('Create 4 invitations');
    const saved = await desk.downloaded('Download 4 links (CSV)');
    expect(saved.rows.map(({ cells }) => [cells[0], cells[2]])).toEqual([
      ['BETUL-1', 'Ali'],
      ['BETUL-3', 'Siti'],
      ['10000000017', 'Chong'],
      ['BETUL-5', 'Kumar'],
    ]);
    expect(await references('BETUL')).toEqual(['BETUL-1', 'BETUL-3', 'BETUL-5']);
    expectNoErrors(desk);
  });

  it('is finished on another device after the tab was closed: no second invitation, all links again, and revoked as one', async () => {
    const people = numbered('TUTUP', 300);
    const file = ['reference', ...people].join('\n');
    const first = await openInvitations();
    // The connection is cut after the third batch.
    let batches = 0;
    await first.page.route('**/batches/*', (route) => {
      batches += 1;
      return batches > 3 ? route.abort() : route.continue();
    });
    await first.choose(file);
    await first.press('Check 300 rows');
    await first.press('Create 300 invitations');
    await first.page.getByText('The connection was lost after 120 of 300 invitations.').waitFor();
    await first.page.context().close();

    const second = await openInvitations({ viewport: { width: 390, height: 844 } });
    await second.choose(file);
    await second.press('Check 300 rows');
    await second.page.getByText('120 rows have an open invitation already').first().waitFor();
    await auditLooks(second.page, 'rows with open invitations');
    await second.press('Leave out 120 rows: Create 180 invitations');
    await second.page.getByText('180 invitations created', { exact: true }).waitFor();
    expect(await references('TUTUP')).toEqual(people);
    const created = await second.downloaded('Download 180 links (CSV)');
    await second.page.getByLabel('Search by staff number').fill('TUTUP-10000');
    const again = await second.downloaded(/^Save the links again/);
    expect(again.rows).toHaveLength(120);
    expect([...again.rows, ...created.rows].map(({ cells }) => cells[0])).toEqual(people);
    expect(again.name).toMatch(/^invitations-20\d\d-\d\d-\d\d\.csv$/);
    await second.page.getByText(/^120 links of .* saved again$/).waitFor();
    await auditLooks(second.page, 'the lists of invitations');

    await second.press(/^Revoke all/);
    await second.press('Revoke 120 links');
    await expect.poll(async () => (await listed('TUTUP')).length).toBe(180);
    await second.page.getByLabel('Search by staff number').fill('no such number');
    await second.page.getByText('No invitation has “no such number” in its staff number.').waitFor();
    expectNoErrors(second);
  });

  it('continues with the same ids after a lock in the middle', async () => {
    const desk = await openInvitations();
    const { page } = desk;
    const sent: string[] = [];
    let isHeld = true;
    await page.route('**/batches/*', (route) => {
      sent.push(route.request().url());
      if (isHeld && sent.length > 2) return; // no answer until the lock ends the request
      return route.continue();
    });
    await desk.choose(
      ['No. Pekerja;Nama', ...numbered('KUNCI', 100).map((each) => `${each};Ali`)].join('\n'),
    );
    await desk.press('Check 100 rows');
    await desk.press('Create 100 invitations');
    await page.getByText('80 of 100 invitations created').waitFor();
    expect(await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(
      true,
    );
    await page.evaluate(() =>
      sessionStorage.setItem(
        'sihat-desk-use',
        JSON.stringify({ at: Date.now() - 16 * 60_000, wasLeft: false }),
      ),
    );
    await page.getByRole('heading', { name: 'Locked after 15 minutes without use' }).waitFor();
    isHeld = false;
    await page.locator('input[name=password]').fill(personaNamed('hr-admin').password);
    await page.locator('button[type=submit]').click();
    await page.getByText('100 invitations created', { exact: true }).waitFor();
    expect(new Set(sent).size).toBe(3);
    expect(await references('KUNCI')).toEqual(numbered('KUNCI', 100));
    const saved = await desk.downloaded('Download 100 links (CSV)');
    expect(saved.rows.map(({ cells }) => cells[1])).toEqual(Array(100).fill('Ali'));
    // What is kept of a list ends with the sign-in.
    expect(
      await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
    ).not.toContain('KUNCI');
  });
});
