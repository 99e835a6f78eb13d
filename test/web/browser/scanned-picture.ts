import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';

declare const jsQR: typeof import('jsqr').default;

let reader: Promise<Page> | undefined;

async function openReader(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.addScriptTag({ path: fileURLToPath(import.meta.resolve('jsqr')) });
  return page;
}

/** Decodes the QR code in a picture, in a page that the files of a worker share. @param shortSide the pixels to which the shorter side is scaled */
export async function scannedPicture(
  browser: Browser,
  picture: Buffer,
  shortSide: number,
): Promise<string | undefined> {
  reader ??= openReader(browser);
  return (await reader).evaluate(
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
