import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUTATE_VARIABLE, type Mutation, RECORD_VARIABLE, termsOf } from '../support/mutations.ts';

/**
 * Takes each term out of each ConditionExpression that the tests ever send, one at a time, and runs the tests: a run
 * that still passes means that no test asks for that term. `npm run test:mutation [-- <part of a condition>]`.
 */
const SUITES = [
  'test/analytics',
  'test/clinical',
  'test/community',
  'test/deletion',
  'test/onboarding',
  'test/rewards',
  'test/refusals.test.ts',
];

function runTests(environment: Record<string, string>): boolean {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--bail', '1', ...SUITES], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  return status === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'sihat-mutation-'));
const list = join(folder, 'conditions');
console.log('listing the conditions …');
if (!runTests({ [RECORD_VARIABLE]: list })) {
  console.error('The tests do not pass as they are; mend that first.');
  process.exit(1);
}
const wanted = process.argv[2] ?? '';
const conditions = [...new Set(readFileSync(list, 'utf8').trim().split('\n'))]
  .filter((one) => one.includes(wanted))
  .sort();
rmSync(folder, { recursive: true });

const all: Mutation[] = conditions.flatMap((condition) =>
  termsOf(condition).map((without) => ({ condition, without })),
);
const survivors: Mutation[] = [];
for (const [n, mutation] of all.entries()) {
  const noticed = !runTests({ [MUTATE_VARIABLE]: JSON.stringify(mutation) });
  if (!noticed) survivors.push(mutation);
  console.log(
    `${n + 1}/${all.length} ${noticed ? 'noticed ' : 'SURVIVED'} ${mutation.condition}  without  ${mutation.without}`,
  );
}
console.log(`${all.length - survivors.length} of ${all.length} noticed, ${survivors.length} survived`);
process.exit(survivors.length > 0 ? 1 : 0);
