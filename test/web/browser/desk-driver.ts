import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { encode } from 'uqr';
import { expect } from 'vitest';
import { type PersonaName, personas } from '../../../local/demo/people.ts';
import { claimCode } from '../../../web/client/qr-codes.ts';
import { openPage } from './browser.ts';

/** Plays the people of the desk in a real browser, with a camera that shows what a test draws. */

declare global {
  /** Draws rows of modules, `1` for dark, into the picture of the camera; an empty list clears it. */
  var showToCamera: (rows: readonly string[]) => void;
}

/** Replaces the camera by a canvas, which the page gets as a video. */
function fakeCamera(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  let shown: readonly string[] = [];
  const draw = () => {
    context.fillStyle = '#889';
    context.fillRect(0, 0, 640, 480);
    const size = Math.floor(400 / Math.max(shown.length, 1));
    const [left, top] = [(640 - shown.length * size) / 2, (480 - shown.length * size) / 2];
    for (const [y, row] of shown.entries()) {
      for (const [x, module] of [...row].entries()) {
        context.fillStyle = module === '1' ? '#000' : '#fff';
        context.fillRect(left + x * size, top + y * size, size, size);
      }
    }
  };
  globalThis.showToCamera = (rows) => {
    shown = rows;
    draw();
  };
  // A canvas sends a frame only when it is drawn.
  setInterval(draw, 50);
  draw();
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
}

export interface DeskPage extends Awaited<ReturnType<typeof openPage>> {
  readonly signIn: (person: PersonaName) => Promise<void>;
  readonly show: (text: string) => Promise<void>;
  readonly scan: (claimId: string) => Promise<void>;
  readonly hideCode: () => Promise<void>;
  /** Waits until the counter shows a kind of result. */
  readonly result: (kind: string) => Promise<void>;
}

export async function openDesk(
  browser: Browser,
  url: string,
  options: BrowserContextOptions & { readonly camera?: 'fake' | 'refused'; readonly clock?: true } = {},
): Promise<DeskPage> {
  const { camera = 'fake', clock, ...context } = options;
  const opened = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    locale: 'en-MY',
    ...context,
  });
  const { page } = opened;
  if (clock) await page.clock.install();
  if (camera === 'fake') await page.addInitScript(fakeCamera);
  await page.goto(`${url}/desk`);
  return { ...opened, ...actionsOn(page) };
}

function actionsOn(page: Page) {
  const show = async (text: string) => {
    const { data } = encode(text, { ecc: 'M', border: 4 });
    const rows = data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
    await page.evaluate((drawn) => globalThis.showToCamera(drawn), rows);
  };
  return {
    show,
    scan: (claimId: string) => show(claimCode(claimId)),
    hideCode: () => page.evaluate(() => globalThis.showToCamera([])),
    async signIn(name: PersonaName) {
      const person = personas.find((persona) => persona.name === name);
      if (!person) throw new Error(`There is no ${name}.`);
      await page.locator('input[type=email]').fill(person.mail);
      await page.locator('input[name=password]').fill(person.password);
      await page.locator('button[type=submit]').click();
    },
    async result(kind: string) {
      await page.locator(`.result[data-result=${kind}]`).waitFor();
    },
  };
}

/** Every script of the desk, and nothing else, runs without an error. */
export const expectNoErrors = ({ errors }: Pick<DeskPage, 'errors'>): void => expect(errors).toEqual([]);
