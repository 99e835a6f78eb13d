import jsQrModule from 'jsqr';
import type { Browser } from 'playwright-core';
import { openPage, WALL } from './browser.ts';

// The package is CommonJS, whose default export Node.js wraps.
const jsQr = ((jsQrModule as { default?: unknown }).default ?? jsQrModule) as typeof import('jsqr').default;

/** Decodes the QR code in a picture. @param shortSide the pixels to which the shorter side is scaled */
export async function scannedPicture(
  browser: Browser,
  picture: Buffer,
  shortSide: number,
): Promise<string | undefined> {
  const { context, page } = await openPage(browser, WALL);
  const { data, width, height } = await page.evaluate(
    async ([source, side]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const scale = side / Math.min(image.width, image.height);
      const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
      const drawing = canvas.getContext('2d');
      if (drawing) drawing.imageSmoothingQuality = 'high';
      drawing?.drawImage(image, 0, 0, canvas.width, canvas.height);
      const pixels = drawing?.getImageData(0, 0, canvas.width, canvas.height);
      let binary = '';
      for (const value of pixels?.data ?? []) binary += String.fromCharCode(value);
      return { data: btoa(binary), width: canvas.width, height: canvas.height };
    },
    [picture.toString('base64'), shortSide] as const,
  );
  await context.close();
  return jsQr(new Uint8ClampedArray(Buffer.from(data, 'base64')), width, height)?.data;
}
