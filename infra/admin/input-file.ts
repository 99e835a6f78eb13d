import { readFileSync, readSync } from 'node:fs';
import { textOf } from '../../web/spreadsheet/text.ts';

/** Reads a file, or standard input for `-`. @throws {Error} if it cannot be read */
export function inputBytes(path: string): Uint8Array {
  return path === '-' ? standardInput() : readFileSync(path);
}

/** Reads the text of a file in UTF-8, with or without a byte order mark. @throws {Error} if it cannot be read, or is in another encoding */
export function inputText(path: string): string {
  const text = textOf(inputBytes(path));
  if (text === undefined) throw new Error('it is not in UTF-8');
  return text;
}

const CHUNK = 65_536;
const PAUSE_MS = 10;

/** A pipe may have nothing yet, because the command before it is still at work. Reading it then fails with EAGAIN. */
function standardInput(): Uint8Array {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.alloc(CHUNK);
    const length = readOrNothing(chunk);
    if (length === 0) return Buffer.concat(chunks);
    if (length === undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    else chunks.push(chunk.subarray(0, length));
  }
}

/** Returns the number of bytes, 0 at the end, or nothing if there are none yet. */
function readOrNothing(into: Buffer): number | undefined {
  try {
    return readSync(0, into);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}
