import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readCode } from '../../../web/client/qr-codes.ts';
import { accessMark, typedCode } from '../../../web/client/short-codes.ts';
import { startInProcess } from '../../support/running.ts';
import { violationsIn } from './accessibility.ts';
import { openPage } from './browser.ts';
import { demoPlatform } from './demo-platform.ts';
import { scannedPicture } from './scanned-picture.ts';

const demo = demoPlatform();

/** Opens the phone of a person, in the dark theme, in which a code could be drawn in the wrong colours. */
async function openPhone(person: string, url = demo.local.url) {
  const opened = await openPage(demo.browser, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  // A page that a phone opens by plain HTTP has no `crypto.randomUUID`.
  await opened.page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }));
  await opened.page.goto(`${url}/local/phone#${person}`);
  return opened;
}

/** Decodes the picture of a code. A camera needs more contrast than the decoder. */
async function scanned(code: Locator) {
  expect(await code.evaluate((svg) => getComputedStyle(svg).backgroundColor)).toBe('rgb(255, 255, 255)');
  return readCode((await scannedPicture(demo.browser, await code.screenshot(), 320)) ?? '');
}

describe('the demo phone', () => {
  it('reserves a gift, and shows its code until the counter has handed the gift out', async () => {
    const { page, errors, failedLoads } = await openPhone('patient');
    await page.getByRole('link', { name: 'somebody new' }).click();
    const gift = page.getByRole('article', { name: 'Botol Air Sihat' });
    await gift.getByRole('button', { name: 'Reserve' }).click();
    const code = await scanned(gift.getByRole('img'));
    if (code?.kind !== 'claim') throw new Error('The picture shows no code of a claim.');
    expect((await gift.locator('.code').innerText()).replace(' ', '').toLowerCase()).toBe(
      typedCode(code.claimId),
    );

    const { status } = await demo.local.call('POST', `/v1/partner/claims/${code.claimId}/redemption`, {
      as: 'merchant-staff',
      body: { redemptionId: crypto.randomUUID() },
    });
    expect(status).toBe(200);
    await gift.getByText('redeemed').waitFor();
    expect(await gift.getByRole('img').count()).toBe(0);
    // Another new person may reserve a gift.
    await page.getByRole('link', { name: 'somebody new' }).click();
    await gift.getByRole('button', { name: 'Reserve' }).waitFor();
    expect([errors, failedLoads]).toEqual([[], []]);
  });

  it('shows a code to a practitioner, and approves one request and denies another', async () => {
    const { page, errors, failedLoads } = await openPhone('patient');
    for (const [decision, outcome] of [
      ['Approve', 'approved'],
      ['Deny', 'denied'],
    ] as const) {
      await page.getByRole('button', { name: /code to a practitioner/ }).click();
      const image = page.getByRole('img', { name: 'Code for a practitioner' });
      const code = await scanned(image);
      if (code?.kind !== 'clinical_token') throw new Error('The picture shows no code for a practitioner.');
      const { body: request } = await demo.local.call('POST', '/v1/clinical/access-requests', {
        as: 'practitioner',
        body: { token: code.token },
      });
      expect(request.status).toBe('pending');
      const pending = page.getByRole('article', { name: 'Request of Dr Lim Wei Han, pending' });
      await pending.waitFor();
      expect(await image.count()).toBe(0);
      await pending.getByRole('button', { name: decision }).click();
      await pending.waitFor({ state: 'detached' });
      const decided = await demo.local.call('GET', `/v1/clinical/access-requests/${request.id}`, {
        as: 'practitioner',
      });
      expect(decided.body.status).toBe(outcome);
      // The phone and the desk show the same mark.
      const mark = accessMark(request.id);
      await page.getByText(`${mark.slice(0, 4)} ${mark.slice(4)}`).waitFor();
    }
    await page.getByRole('button', { name: 'End the access' }).click();
    await page.getByRole('button', { name: 'End the access' }).waitFor({ state: 'detached' });
    expect([errors, failedLoads]).toEqual([[], []]);
  });

  it('shows at once what the platform tells, in three languages, until it is marked as read', async () => {
    const { page, errors } = await openPhone('patient');
    const list = page.locator('section.notices');
    await page.getByRole('button', { name: /code to a practitioner/ }).click();
    const code = await scanned(page.getByRole('img', { name: 'Code for a practitioner' }));
    if (code?.kind !== 'clinical_token') throw new Error('The picture shows no code for a practitioner.');
    const { body: request } = await demo.local.call('POST', '/v1/clinical/access-requests', {
      as: 'practitioner',
      body: { token: code.token },
    });
    const asked = list.locator('.notice.first');
    await asked.getByText('Somebody asks to use your records').waitFor();
    const mark = accessMark(request.id).slice(0, 4);
    const text = await asked.innerText();
    expect(text).toContain(`Approve only if the other screen shows ${mark}.`);
    expect(text).toContain('Dr Lim Wei Han, Family medicine, Klinik Keluarga Damansara');
    expect(await violationsIn(page)).toEqual([]);
    await list.getByRole('button', { name: 'Bahasa Melayu' }).click();
    await asked.getByText('Permohonan akses kepada rekod anda').waitFor();
    await list.getByRole('button', { name: '中文' }).click();
    await asked.getByText('有人请求访问您的健康记录').waitFor();
    expect(await list.getAttribute('lang')).toBe('zh-Hans-MY');
    expect(await violationsIn(page)).toEqual([]);
    await list.getByRole('button', { name: '全部标为已读' }).click();
    await list.getByRole('button', { name: '全部标为已读' }).waitFor({ state: 'detached' });
    const { body } = await demo.local.call('GET', '/v1/account/notices', { as: 'patient' });
    expect([body.unread, body.notices[0].kind, body.notices[0].read]).toEqual([0, 'access_requested', true]);
    await page.getByRole('button', { name: 'Deny' }).click();
    // The practitioner is told what the patient decided, with the same mark.
    const told = async () =>
      (await demo.local.call('GET', '/v1/account/notices', { as: 'practitioner' })).body.notices;
    await expect
      .poll(told)
      .toContainEqual(
        expect.objectContaining({ kind: 'access_denied', about: { accessRequestId: request.id } }),
      );
    expect(errors).toEqual([]);
  });

  it('saves all records of the patient as one FHIR bundle', async () => {
    const { page, errors } = await openPhone('patient');
    const accountId = crypto.randomUUID();
    const token = await demo.local.tokenOf({ accountId });
    const { body: code } = await demo.local.call('POST', '/v1/clinical/qr-tokens', { token });
    const path = '/v1/clinical/access-requests';
    const as = 'practitioner';
    const { body: request } = await demo.local.call('POST', path, { as, body: { token: code.token } });
    await demo.local.call('POST', `${path}/${request.id}/approval`, { token });
    for (let n = 1; n <= 102; n++) {
      const body = { title: `Note ${n}`, body: 'Well.' };
      await demo.local.call('POST', `${path}/${request.id}/records`, { as, body });
    }
    await page.goto(`${demo.local.url}/local/phone#${accountId}`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save my records' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('sihat-records.fhir.json');
    const bundle = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(bundle.entry).toHaveLength(102);
    expect(bundle.entry[0].resource.content[0].attachment.title).toBe('Note 102');
    expect(errors).toEqual([]);
  });

  it('has no finding of axe, fits on a phone, and sends requests only to the platform', async () => {
    const { page, requests, errors } = await openPhone('walker');
    await page.getByRole('button', { name: /code to a practitioner/ }).click();
    await page.getByRole('img', { name: 'Code for a practitioner' }).waitFor();
    await page.getByRole('img', { name: 'Code of Beg Galas Edisi Terhad' }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const url of requests) expect(new URL(url).origin).toBe(demo.local.url);
    expect(errors).toEqual([]);
  });

  it('says that an empty world has no demo people, and works for somebody new', async () => {
    const empty = await startInProcess();
    const { page } = await openPhone('patient', empty.url);
    await page.getByText('an empty world has no personas').waitFor();
    await page.getByRole('link', { name: 'somebody new' }).click();
    await page.getByRole('button', { name: /code to a practitioner/ }).click();
    await page.getByRole('img', { name: 'Code for a practitioner' }).waitFor();
    await page.close();
    await empty.stop();
  });
});
