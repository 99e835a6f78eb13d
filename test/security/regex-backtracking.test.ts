import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isNativeError } from 'node:util/types';
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import ts from '../../infra/openapi/classic-typescript.ts';
import openapi from '../../openapi.json' with { type: 'json' };
import { cpuTime } from '../support/cpu-time.ts';

/** No regular expression backtracks for long. Adversarial texts are generated from each pattern. */

const ROOT = resolve(import.meta.dirname, '../..');

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** The patterns of the API document, as a client generator compiles them. */
function publishedPatterns(value: unknown = openapi): Pattern[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'pattern' && typeof part === 'string' ? [{ source: part, flags: 'u' }] : publishedPatterns(part),
  );
}

/** The patterns in all sources that process requests. */
function ownPatterns(folder: string): Pattern[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(ROOT, folder, name), 'utf8');
      const found: Pattern[] = [];
      const look = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const end = node.text.lastIndexOf('/');
          found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
        }
        ts.forEachChild(node, look);
      };
      look(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
      return found;
    });
}

const found = [
  ...publishedPatterns(),
  ...['functions', 'shared', 'local', 'web', 'infra/admin'].flatMap(ownPatterns),
];
const patterns = [...new Map(found.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]))];

/** Texts of about this length that start with a match, repeat a part of it, and end with a mismatch. */
function adversarial({ source }: Pattern, samples: readonly string[], length: number): string[] {
  const literal = [...source.replace(/\\[pPu]\{?[\w=]*\}?|\\./g, ' ')].filter((character) =>
    /[^\\()[\]{}?*+|^$]/.test(character),
  );
  const letters = [...new Set([...literal, ...' \t\na0-./,;="\\é林\u0301\u202e\u200b\ud800'])];
  const parts = [...letters, 'ab', 'a ', ' a', '0.', '\r\n', '🏃', '🏃\u200d', '🏴\u{e0061}', 'க்\u200d'].map(
    (part) => ['', part] as const,
  );
  const beginnings = samples.flatMap((sample) =>
    Array.from(
      { length: Math.min(sample.length, 12) },
      (_, at) => [sample.slice(0, at), sample.slice(at, at + 1 + (at % 3))] as const,
    ),
  );
  return [...parts, ...beginnings].flatMap(([start, part]) =>
    ['', '\u0000', '!', '  ', '\n\n'].map(
      (end) => (start + part.repeat(Math.ceil(length / part.length))).slice(0, length) + end,
    ),
  );
}

function samplesOf({ source, flags }: Pattern): string[] {
  if (/\\p/i.test(source)) return []; // fast-check samples Unicode classes slowly
  try {
    return fc.sample(fc.stringMatching(new RegExp(source, flags.replace(/[gy]/g, '')), { maxLength: 40 }), {
      numRuns: 3,
      seed: 5,
    });
  } catch {
    return []; // fast-check does not support lookaround
  }
}

/** This script runs in its own context, where a time-out can stop it. */
const tried = new Script(`(() => {
  const pattern = new RegExp(source, flags);
  // Compiling a pattern is not backtracking. V8 compiles again for characters above U+00FF, and after the first executions.
  for (const short of ['a', 'a', '林', '林']) short.replace(pattern, '');
  return texts.map((text) => {
    let best = Infinity;
    for (let n = 0; n < 10 && best > 2; n++) {
      pattern.lastIndex = 0;
      const began = now();
      if (flags.includes('g')) text.replace(pattern, '');
      else pattern.test(text);
      best = Math.min(best, now() - began);
    }
    return best;
  });
})()`);

const globals: object = { now: cpuTime };
const context = createContext(globals);

/**
 * The milliseconds of CPU time that a pattern takes for each text, as the best of ten runs, or `undefined` when it was
 * stopped by the time-out.
 */
function milliseconds({ source, flags }: Pattern, texts: readonly string[]): number[] | undefined {
  for (let timeout = ENDED_AFTER; ; timeout *= 2) {
    const began = cpuTime();
    try {
      Object.assign(globals, { source, flags, texts });
      return tried.runInContext(context, { timeout });
    } catch (error) {
      const isCut = isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!isCut) throw error;
      // The time-out is wall-clock time, so the pattern may only have waited for the CPU.
      if (cpuTime() - began > ENDED_AFTER / 2) return;
    }
  }
}

/** Shorter times say nothing about how they grow. */
const NOTICEABLE = 20;
/** The limit for all texts of one length together. A good pattern takes some milliseconds, and ten times as many on a busy machine. */
const ENDED_AFTER = 1_000;
const LENGTHS = [20, 200, 1_000, 5_000, 20_000, 100_000];

/**
 * Whether the time of a pattern grows faster than its texts, however fast the machine is. A busy machine can delay one measurement,
 * so only a pattern that grows in three of them counts.
 */
function backtracks(pattern: Pattern): boolean {
  const samples = samplesOf(pattern);
  return [1, 2, 3].every(() => growsFasterThanTexts(pattern, samples));
}

/** One measurement. Longer texts are built from the slowest shorter ones. */
function growsFasterThanTexts(pattern: Pattern, samples: readonly string[]): boolean {
  let chosen: readonly number[] | undefined;
  let before = { length: 1, time: 0 };
  for (const length of LENGTHS) {
    const all = adversarial(pattern, samples, length);
    const tries = chosen ?? [...all.keys()];
    const times = milliseconds(
      pattern,
      tries.map((n) => all[n] ?? ''),
    );
    if (!times) return true;
    const time = Math.max(...times);
    if (time > NOTICEABLE && time > 2 * before.time * (length / before.length)) return true;
    before = { length, time };
    if (length >= 1_000)
      chosen = [...tries.keys()]
        .sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0))
        .slice(0, 6)
        .map((at) => tries[at] ?? 0);
  }
  return false;
}

describe('a regular expression', () => {
  it.each(patterns)('%s takes time in proportion to the text, up to 100 KB', (_, pattern) => {
    expect(backtracks(pattern)).toBe(false);
  });

  it.each(['^(a+)+$', '^(a|a)*$', '\\s+$', '^(\\S+ ?)+$', '^(.*,)*x$', '^\\d+\\d+\\d+$'])(
    'that backtracks is detected: %s',
    (source) => {
      expect(backtracks({ source, flags: '' })).toBe(true);
    },
  );

  it('is found in the sources and in the API document', () => {
    expect(patterns.length).toBeGreaterThan(40);
  });
});
