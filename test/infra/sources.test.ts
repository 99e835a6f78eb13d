import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot, sources } from '../../infra/bundles/bundles.ts';

it('every file with a handler belongs to a contract or a worker that functions/contracts.ts lists', () => {
  const handlers = readdirSync(join(projectRoot, 'functions'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('functions', file))
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /^export const handler\b/m.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(handlers.toSorted()).toEqual(
    sources()
      .map(({ source }) => source)
      .toSorted(),
  );
});
