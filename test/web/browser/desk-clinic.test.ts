import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountOf } from '../../../local/demo/people.ts';
import { accessRequest } from '../../../shared/clinical/items.ts';
import { accessMark } from '../../../web/client/short-codes.ts';
import { markOf } from '../../../web/desk/clinic/marks.ts';
import { checked } from '../../support/connection.ts';
import { demoFolder } from '../../support/demo-world.ts';
import { startInProcess } from '../../support/running.ts';
import { auditLooks } from './accessibility.ts';
import { openBrowser } from './browser.ts';
import { type DeskPage, expectNoErrors, openDesk, personaNamed, tabTo } from './desk-driver.ts';
import { ownBytes } from './own-bytes.ts';

let browser: Browser;
let local: Awaited<ReturnType<typeof startInProcess>>;
let database: DynamoDBDocumentClient;
beforeAll(async () => {
  const connect = <Connection extends DynamoDBClientConfig>(connection: Connection) => {
    database = DynamoDBDocumentClient.from(new DynamoDBClient(connection));
    return checked(connection);
  };
  const started = async () => startInProcess({ empty: false, folder: await demoFolder(), connect });
  [browser, local] = await Promise.all([openBrowser(), started()]);
});
afterAll(async () => {
  database?.destroy();
  await local?.stop();
});

const LAPTOP = { viewport: { width: 1280, height: 900 } };
const REQUESTS = '/v1/clinical/access-requests';

type Patient = ReturnType<typeof newPatient>;

/** A patient with an app, who is not known to anybody. */
function newPatient(accountId = crypto.randomUUID() as string) {
  const call = async (method: string, path: string, body?: object) =>
    local.call(method, path, { token: await local.tokenOf({ accountId }), ...(body && { body }) });
  const latest = async () =>
    (await call('GET', `${REQUESTS}?as=patient&limit=1`)).body.accessRequests[0] as { readonly id: string };
  const decide = async (what: 'approval' | 'denial' | 'revocation') => {
    const { id } = await latest();
    const { status } = await call('POST', `${REQUESTS}/${id}/${what}`);
    expect(status, what).toBe(200);
  };
  return {
    accountId,
    code: async () => (await call('POST', '/v1/clinical/qr-tokens')).body.token as string,
    latest,
    decide,
    records: async () => (await call('GET', '/v1/clinical/records')).body.records,
    log: async () =>
      (await call('GET', '/v1/clinical/access-log')).body.entries.map(
        ({ action }: { readonly action: string }) => action,
      ),
  };
}

/** What practitioners do on the page. @param hasClock whether the page has a clock that can be moved on */
function clinicOn({ page, show }: DeskPage, hasClock = false) {
  /** Lets the page ask again what the patient has decided. */
  const ask = async () => hasClock && page.clock.runFor(11_000);

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });
  const today = async () => {
    const back = page.getByRole('button', { name: /^(Back to Today|Go on with another patient)$/ });
    if (await back.first().isVisible()) await back.first().click();
  };
  return {
    button,
    heading,
    today,
    ask,
    /** Scans the code of a patient. @returns the mark on the screen, which the patient's phone shows, too */
    async scan(patient: Patient) {
      await today();
      const isScanning = heading('Scan the code on the patient’s phone');
      await button('Scan a patient’s code').or(isScanning).first().waitFor();
      if (!(await isScanning.isVisible())) await button('Scan a patient’s code').click();
      await show(await patient.code());
      await heading('Compare the four characters').waitFor();
      const mark = (await page.locator('.giant .mark').getAttribute('aria-label'))?.replaceAll(' ', '') ?? '';
      expect(mark).toBe(accessMark((await patient.latest()).id));
      return mark.slice(0, 4);
    },
    async approve(patient: Patient) {
      await patient.decide('approval');
      await ask();
      await button('Load the notes').waitFor();
    },
    async load() {
      await button('Load the notes').click();
      await heading(/^\d+ notes?$/).waitFor();
    },
    /** Begins a note, and leaves it unfinished. */
    async begin(mark: string, title: string, body: string) {
      if (await button(`Add a note to ${mark}`).isVisible()) await button(`Add a note to ${mark}`).click();
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Note', { exact: true }).fill(body);
    },
    async add(mark: string) {
      await button(`Add the note to ${mark}`).click();
      await page.getByText(`The note was added to ${mark}`).waitFor();
    },
  };
}

/** What a browser keeps of the page beyond the tab. */
const keptBy = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...sessionStorage },
      { ...localStorage },
      await caches.keys(),
      await indexedDB.databases(),
      location.href,
      document.title,
      history.length,
      history.state,
    ]),
  );

describe('the mark of a request', () => {
  it('gets its second four characters where two open requests share the first four', () => {
    const byMark = new Map<string, string>();
    let [earlier, later] = ['', ''];
    for (let n = 0; later === '' && n < 100_000; n++) {
      const id = crypto.randomUUID();
      const large = accessMark(id).slice(0, 4);
      [earlier, later] = [byMark.get(large) ?? '', byMark.has(large) ? id : ''];
      byMark.set(large, id);
    }
    const open = [{ id: earlier }, { id: later }, { id: crypto.randomUUID() }];
    expect(markOf(earlier, open).replace(' ', '')).toBe(accessMark(earlier));
    expect(markOf(earlier, [{ id: earlier }])).toBe(accessMark(earlier).slice(0, 4));
    expect(markOf(earlier, open)).not.toBe(markOf(later, open));
  });
});

describe('a clinic’s day', () => {
  it('has 25 patients, each with the own note, a complete log, and nothing left in the browser', {
    timeout: 300_000,
  }, async () => {
    const desk = await openDesk(browser, local.url, { as: 'practitioner', clock: true });
    const { page } = desk;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clinic = clinicOn(desk, true);
    /** Moves the clocks of the platform and the browser. */
    const later = async (minutes: number) => {
      await local.advance(minutes * 60);
      await page.clock.fastForward(minutes * 60_000);
    };
    const patients = Array.from({ length: 25 }, () => newPatient());
    const notes = new Map<Patient, number>();
    const read = new Set<Patient>();
    const marked = new Set<Patient>();
    const noteOf = ({ accountId }: Patient) => `Findings of ${accountId}`;
    const write = async (patient: Patient, mark: string) => {
      await clinic.begin(mark, 'Consultation', noteOf(patient));
      await clinic.add(mark);
      notes.set(patient, 1);
    };

    for (const [n, patient] of patients.entries()) {
      const mark = await clinic.scan(patient);
      if (n === 4) {
        // The approval comes late, while the next patient is there.
        await later(5);
        const next = patients[25] ?? newPatient();
        const nextMark = await clinic.scan(next);
        await patient.decide('approval');
        await clinic.ask();
        await page.getByText(`Access approved: ${mark}`).waitFor();
        expect(await page.getByText(nextMark).first().isVisible()).toBe(true);
        await clinic.button(`Open ${mark}`).click();
        await write(patient, mark);
        // Nobody answers for the next one, who has gone.
        await later(14);
        await page.mouse.click(1, 1);
        await later(2);
        await clinic.today();
        await page.getByText(/^No answer within 15 minutes/).waitFor();
        continue;
      }
      if (n === 8) {
        await patient.decide('denial');
        await clinic.ask();
        await clinic.heading('The patient denied the access').waitFor();
        continue;
      }
      await clinic.approve(patient);
      if (n % 3 === 0) {
        await clinic.load();
        read.add(patient);
      }
      if (n === 6) {
        // Two answers are lost: the note arrives, and the page asks again with the same id.
        let lost = 0;
        await page.route('**/records', async (route) => {
          if (route.request().method() !== 'POST' || lost === 2) return route.fallback();
          lost += 1;
          await route.fetch();
          return route.abort();
        });
        await clinic.begin(mark, 'Consultation', noteOf(patient));
        await clinic.button(`Add the note to ${mark}`).click();
        await page.getByText('No answer yet: the note may have been added').waitFor();
        expect(await page.getByLabel('Title').getAttribute('readonly')).not.toBeNull();
        await page.getByText(`The note was added to ${mark}`).waitFor();
        await page.unroute('**/records');
        expect(lost).toBe(2);
        notes.set(patient, 1);
        // A repeated note is shown again, which the log has as a reading.
        read.add(patient);
      } else if (n === 11) {
        await clinic.begin(mark, 'Consultation', noteOf(patient));
        await page.clock.fastForward(16 * 60_000);
        await clinic.heading('Locked after 15 minutes without use').waitFor();
        expect(await page.content()).not.toContain(noteOf(patient));
        expect(await keptBy(page)).not.toContain('Findings');
        await local.advance(16 * 60);
        await page.locator('input[name=password]').fill(personaNamed('practitioner').password);
        await page.locator('button[type=submit]').click();
        await page.getByLabel('Note', { exact: true }).waitFor();
        expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe(noteOf(patient));
        await clinic.add(mark);
        notes.set(patient, 1);
      } else if (n === 9 || n === 17) {
        // The patient ends the access while the practitioner reads, or in the middle of a note.
        if (n === 9) await write(patient, mark);
        else await clinic.begin(mark, 'Vaccine', noteOf(patient));
        await patient.decide('revocation');
        await clinic.ask();
        await clinic.heading('The access was ended').waitFor();
        expect(await page.locator('.notes, .side').count()).toBe(0);
        if (n === 17) {
          await page.getByText('Your unfinished note was not added').waitFor();
          await clinic.button('Copy the text of my note').click();
          await page.getByText('Copied.').waitFor();
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
            `Vaccine\n\n${noteOf(patient)}`,
          );
        }
      } else if (n === 19) {
        await write(patient, mark);
        await clinic.today();
        const twin = await twinOf(patient);
        await later(2);
        const whole = [await patient.latest(), twin].map(({ id }) => accessMark(id));
        for (const each of whole)
          await page.locator(`.visit .mark[aria-label="${[...each].join(' ')}"]`).waitFor();
        await page.locator(`.visit:has([aria-label="${[...(whole[0] ?? '')].join(' ')}"])`).click();
        await clinic.button(`Add a note to ${mark} ${whole[0]?.slice(4)}`).waitFor();
      } else if (n === 22) {
        await write(patient, mark);
        await patient.decide('revocation');
        await clinic.ask();
        await clinic.heading('The access was ended').waitFor();
        await clinic.today();
        await clinic.button('Notes that you added in the last 7 days').click();
        const { id } = await patient.latest();
        const addition = page.locator('.addition', {
          has: page.locator(`[aria-label="${[...accessMark(id)].join(' ')}"]`),
        });
        await addition.getByRole('button', { name: 'Entered in error?' }).click();
        await addition
          .getByLabel('Why the note is wrong, without names')
          .fill('Entered for the wrong patient.');
        await addition.getByRole('button', { name: 'Mark as entered in error' }).click();
        await page.getByText('Marked as entered in error. The patient is told.').waitFor();
        marked.add(patient);
      } else if (n === 23) {
        await write(patient, mark);
        await clinic.button('End').click();
        await clinic.button(`End the access to ${mark}`).click();
        await clinic.heading('You ended the access').waitFor();
      } else await write(patient, mark);
      await later(10);
    }

    await clinic.today();
    expect(await keptBy(page)).not.toMatch(/Findings|Vaccine|access-request/);
    for (const patient of patients) {
      const { id } = await patient.latest();
      expect(await keptBy(page)).not.toContain(id);
      expect(await keptBy(page)).not.toContain(accessMark(id).slice(0, 4));
      const records = await patient.records();
      expect(records.map(({ body }: { body: string }) => body)).toEqual(
        Array.from({ length: notes.get(patient) ?? 0 }, () => noteOf(patient)),
      );
      if (marked.has(patient))
        expect(records[0].enteredInError.reason).toBe('Entered for the wrong patient.');
      const log = await patient.log();
      expect(log.filter((action: string) => action === 'record_added')).toHaveLength(notes.get(patient) ?? 0);
      expect(log.includes('records_read')).toBe(read.has(patient));
      expect(log.includes('record_marked_in_error')).toBe(marked.has(patient));
    }
    expect(notes.size).toBe(23);
    expect(desk.errors.filter((error) => !/ERR_FAILED|net::/.test(error))).toEqual([]);
  });
});

/** Another open request of the practitioner whose mark begins like that of the patient's. */
async function twinOf(patient: Patient) {
  const { id } = await patient.latest();
  const large = accessMark(id).slice(0, 4);
  let twin: string = id;
  while (twin === id || accessMark(twin).slice(0, 4) !== large) twin = crypto.randomUUID();
  const TableName = 'sihat-local';
  const { Item = {} } = await database.send(new GetCommand({ TableName, Key: accessRequest.key({ id }) }));
  const stored = accessRequest.stored({
    ...accessRequest.parse(Item as never),
    id: twin,
    patientId: newPatient().accountId as never,
  });
  await database.send(new PutCommand({ TableName, Item: stored }));
  return { id: twin };
}

describe('the page of a practitioner', () => {
  it('has nothing for axe, and fits, in every state', { timeout: 300_000 }, async () => {
    const desk = await openDesk(browser, local.url, { as: 'practitioner' });
    const { page } = desk;
    const clinic = clinicOn(desk);
    await clinic.button('Scan a patient’s code').waitFor();
    await auditLooks(page, 'today');
    await clinic.button('Scan a patient’s code').click();
    await auditLooks(page, 'scan');
    const patient = newPatient();
    const mark = await clinic.scan(patient);
    await auditLooks(page, 'waiting');
    await page.getByLabel('Your own label').fill('14, room 2');
    await clinic.approve(patient);
    await auditLooks(page, 'approved');
    await clinic.load();
    await clinic.begin(mark, 'Consultation', 'Well.');
    await auditLooks(page, 'writing');
    await clinic.add(mark);
    await clinic.begin(mark, 'Wrong', 'Not this one.');
    await clinic.add(mark);
    await clinic.button('Entered in error? Wrong').click();
    await auditLooks(page, 'marking');
    await page.getByLabel('Why the note is wrong, without names').fill('Wrong patient.');
    await clinic.button('Mark as entered in error').click();
    await page.getByText('Reason: Wrong patient.').waitFor();
    await auditLooks(page, 'notes');
    await clinic.button('End').click();
    await auditLooks(page, 'ending');
    await clinic.button('Keep it open').click();
    await clinic.begin(mark, 'Unfinished', 'Not yet.');
    await patient.decide('revocation');
    await clinic.heading('The access was ended').waitFor();
    await auditLooks(page, 'ended');
    await clinic.button('Back to Today').click();
    await auditLooks(page, 'today with an end');
    await clinic.button('Notes that you added in the last 7 days').click();
    await clinic.button('Entered in error?').first().click();
    await auditLooks(page, 'additions');
    expectNoErrors(desk);
  });

  it('works with the keyboard alone on a laptop, with a USB scanner', async () => {
    const desk = await openDesk(browser, local.url, { as: 'practitioner', camera: 'refused', ...LAPTOP });
    const { page } = desk;
    const clinic = clinicOn(desk);
    const patient = newPatient();
    await clinic.button('Scan a patient’s code').waitFor();
    await tabTo(page, /Scan a patient’s code/);
    await page.keyboard.press('Enter');
    await clinic.heading('Scan the code on the patient’s phone').waitFor();
    await tabTo(page, /Or use a USB scanner/);
    await page.keyboard.type(await patient.code());
    await page.keyboard.press('Enter');
    await clinic.heading('Compare the four characters').waitFor();
    await patient.decide('approval');
    await clinic.button('Load the notes').waitFor();
    await tabTo(page, /^Title$/);
    await page.keyboard.type('Consultation');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Well.');
    await tabTo(page, /^Add the note to/);
    await page.keyboard.press('Enter');
    await page.getByText(/^The note was added to/).waitFor();
    expect(await patient.records()).toMatchObject([{ title: 'Consultation', body: 'Well.' }]);
    expectNoErrors(desk);
  });

  it('says why a code does not work, and takes the next one', async () => {
    const desk = await openDesk(browser, local.url, { as: 'practitioner' });
    const { page, show } = desk;
    const clinic = clinicOn(desk);
    await clinic.button('Scan a patient’s code').click();
    await show('SIHAT:CLAIM:0B7E4C5A-3D4E-4F6A-8B9C-0D1E2F3A4B5C');
    await page.getByText('This code does not work.').waitFor();
    await show(await newPatient(accountOf('practitioner')).code());
    await page.getByText('This is your own code.').waitFor();
    const patient = newPatient();
    const used = await patient.code();
    const { body } = await local.call('POST', REQUESTS, { as: 'practitioner', body: { token: used } });
    await local.call('POST', `${REQUESTS}/${body.id}/denial`, {
      token: await local.tokenOf({ accountId: patient.accountId }),
    });
    await show(used);
    await page.getByText('This code was already used.').waitFor();
    await show(await patient.code());
    await clinic.heading('Compare the four characters').waitFor();
    expectNoErrors(desk);
  });

  it('finds the request whose answer was lost', async () => {
    const desk = await openDesk(browser, local.url, { as: 'practitioner' });
    const { page, show } = desk;
    const clinic = clinicOn(desk);
    const patient = newPatient();
    await clinic.button('Scan a patient’s code').click();
    await page.route(`**${REQUESTS}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await show(await patient.code());
    await clinic.heading('Compare the four characters').waitFor();
    expect(await page.locator('.giant .mark').getAttribute('aria-label')).toBe(
      [...accessMark((await patient.latest()).id)].join(' '),
    );
  });

  it('says when the verification ends, and that it has ended', async () => {
    const desk = await openDesk(browser, local.url, { as: 'practitioner' });
    const { page } = desk;
    const clinic = clinicOn(desk);
    const patient = newPatient();
    await clinic.scan(patient);
    await clinic.approve(patient);
    expect(await page.getByText(/^Your verification ends on/).count()).toBe(0);
    const verification = { as: 'platform-admin' };
    const path = `/v1/platform/practitioners/${accountOf('practitioner')}`;
    const { body } = await local.call('GET', path, verification);
    const { accountId: _, id: __, verifiedAt: ___, verifiedSince: ____, ...entered } = body;
    const soon = new Date(Date.now() + 29 * 86_400_000).toISOString();
    await local.call('PUT', path, { ...verification, body: { ...entered, verificationValidUntil: soon } });
    await page.reload();
    await page.getByText(/^Your verification ends on/).waitFor();
    const mark = accessMark((await patient.latest()).id).slice(0, 4);
    await page.locator('.visit', { hasText: mark }).click();
    await local.call('DELETE', path, verification);
    await clinic.button('Load the notes').click();
    await clinic.heading('Your verification has ended').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'You do not have a workplace here yet' }).waitFor();
    await local.call('PUT', path, { ...verification, body: entered });
    expectNoErrors(desk);
  });

  it('loses an unfinished note with the person: another one never sees it', async () => {
    const desk = await openDesk(browser, local.url, { as: 'practitioner' });
    const { page } = desk;
    const clinic = clinicOn(desk);
    const patient = newPatient();
    const mark = await clinic.scan(patient);
    await clinic.approve(patient);
    await clinic.begin(mark, 'Consultation', 'Only mine.');
    await page.getByText('Menu').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await desk.signIn('practitioner');
    await page.locator('.visit', { hasText: mark }).click();
    await clinic.button(`Add a note to ${mark}`).click();
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('');
    expectNoErrors(desk);
  });

  it('weighs at most 15 KB beyond the desk’s shared part and words, compressed', async () => {
    const bytes = await ownBytes(browser, local.url, 'practitioner', async (desk) => {
      await clinicOn(desk).button('Scan a patient’s code').waitFor();
    });
    expect(bytes).toBeGreaterThan(3 * 1024);
    expect(bytes).toBeLessThanOrEqual(15 * 1024);
  });
});
