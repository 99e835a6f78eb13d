import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import * as z from 'zod/mini';
import type { Emulator } from './emulator.ts';
import type { Usage } from './services/principals.ts';

/** The calls and used grants of each function in all emulators of a run, which are printed at its end. */
const Seen = z.array(
  z.object({
    name: z.string(),
    calls: z.number(),
    granted: z.number(),
    /** The used grants as text. */
    used: z.array(z.string()),
  }),
);
type Seen = z.infer<typeof Seen>;

const names = new WeakMap<Usage, string>();

/** Writes the usage of an emulator so far to its part of the report. */
export function remember({ functions, usage }: Emulator): void {
  const name = names.get(usage) ?? `${randomUUID()}.json`;
  names.set(usage, name);
  const seen: Seen = functions.map(({ principal, calls }) => ({
    name: principal.name,
    calls: calls(),
    granted: principal.policy?.grants.length ?? 0,
    used: [...usage.used(principal).keys()].map((grant) => JSON.stringify(grant)),
  }));
  writeFileSync(join(inject('emulatorReports'), name), JSON.stringify(seen));
}

export function printReport(folder: string): void {
  const all = readdirSync(folder).flatMap((file) =>
    Seen.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  if (all.length === 0) return;
  const rows = [...Map.groupBy(all, ({ name }) => name)].map(([name, seen]) => ({
    name,
    calls: seen.reduce((sum, { calls }) => sum + calls, 0),
    used: new Set(seen.flatMap(({ used }) => used)).size,
    granted: seen[0]?.granted ?? 0,
  }));
  const line = (name: string, calls: unknown, used: unknown, granted: unknown) =>
    `${name.padEnd(40)}${String(calls).padStart(8)}${String(used).padStart(8)}${String(granted).padStart(10)}`;
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  console.log(
    [
      '',
      line('function', 'calls', 'used', 'granted'),
      ...rows.map(({ name, calls, used, granted }) => line(name, calls, used, granted)),
      line(
        `${rows.length} functions`,
        ...([total((r) => r.calls), total((r) => r.used), total((r) => r.granted)] as const),
      ),
      '',
    ].join('\n'),
  );
}
