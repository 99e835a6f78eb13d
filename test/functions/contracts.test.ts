import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

const FUNCTIONS = join(import.meta.dirname, '../../functions');

it.each(['contract.ts', 'workers.ts'])('functions/contracts.ts lists every %s', (name) => {
  const list = readFileSync(join(FUNCTIONS, 'contracts.ts'), 'utf8');
  const files = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(`${sep}${name}`))
    .map((file) => `./${file.split(sep).join('/')}`);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => !list.includes(`'${file}'`))).toEqual([]);
});
