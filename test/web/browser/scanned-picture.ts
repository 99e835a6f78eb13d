import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openUsedTab, WALL } from './browser.ts';

declare const jsQR: typeof import('jsqr').default;

/** Decodes the QR code in a picture, in another page. @param shortSide the pixels to which the shorter side is scaled */
export async function scannedPicture(
  browser: Browser,
  picture: Buffer,
  shortSide: number,
): Promise<string | undefined> {
  const { page } = await openUsedTab(browser, WALL, loadReader);
  return page.evaluate(
    async ([source, side]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const scale = side / Math.min(image.width, image.height);
      const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('This browser cannot draw.');
      drawing.imageSmoothingQuality = 'high';
      drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = drawing.getImageData(0, 0, canvas.width, canvas.height);
      return jsQR(data, width, height)?.data;
    },
    [picture.toString('base64'), shortSide] as const,
  );
}

async function loadReader(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(import.meta.resolve('jsqr')) });
  await page.goto('about:blank');
}
