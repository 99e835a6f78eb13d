/** Loads the fonts that a text needs, so that the board is measured and shown with them. */
const PAUSE_MS = 3_000;

export async function fontsFor(text: string): Promise<void> {
  const han = text.match(/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/gu)?.join('') ?? '';
  const tamil = text.match(/\p{Script=Tamil}/gu)?.join('') ?? '';
  const wanted = [
    ['Instrument Sans', text],
    ['SC', han],
    ['Tamil', tamil],
  ] as const;
  const loads = wanted
    .filter(([, letters]) => letters !== '')
    .map(([family, letters]) => document.fonts.load(`700 16px "${family}"`, letters));
  // Without its fonts the board is shown all the same.
  await Promise.race([Promise.allSettled(loads), new Promise((resolve) => setTimeout(resolve, PAUSE_MS))]);
}
