import jsQrModule from 'jsqr';

// The package is CommonJS, whose default export Node.js wraps.
const jsQr = ((jsQrModule as { default?: unknown }).default ?? jsQrModule) as typeof import('jsqr').default;

const PIXELS = 4;
/** Whether the upper and the lower half of a character are light. */
const LIGHT: Readonly<Record<string, readonly [boolean, boolean]>> = {
  '█': [true, true],
  '▀': [true, false],
  '▄': [false, true],
  ' ': [false, false],
};

/** Reads a QR code that was drawn with half blocks on a dark terminal. */
export function readTerminalQrCode(drawn: string): string | undefined {
  const rows = drawn
    .split('\n')
    .flatMap((line) => [0, 1].map((half) => [...line].map((character) => LIGHT[character]?.[half] ?? false)));
  const width = Math.max(...rows.map((row) => row.length)) * PIXELS;
  const height = rows.length * PIXELS;
  const pixels = Array.from({ length: width * height }, (_, n) => {
    const [x, y] = [Math.floor((n % width) / PIXELS), Math.floor(n / width / PIXELS)];
    const value = rows[y]?.[x] ? 255 : 0;
    return [value, value, value, 255];
  });
  return jsQr(new Uint8ClampedArray(pixels.flat()), width, height)?.data;
}
