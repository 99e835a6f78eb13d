import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  MUTATE_VARIABLE,
  type Mutation,
  mutationsOf,
  RECORD_VARIABLE,
  type Recorded,
} from '../../support/condition-mutations.ts';
import { SOURCE_VARIABLE } from './mutate-source.ts';
import { mutationsIn, RULES } from './source-mutations.ts';

/**
 * Removes each term of each ConditionExpression that the tests send, one at a time, and runs the test files that send it; and
 * removes each part of the rules of names. If the tests still pass, none covers that part.
 * `npm run test:mutation [-- <pattern>]`, or `npm run test:mutation -- rules` for the rules alone.
 */
const SUITES = [
  'test/functions',
  'test/shared',
  'test/every-operation/id-collisions.test.ts',
  'test/every-operation/refusals.test.ts',
];
/** The number of mutations that are tested concurrently, each in its own process. */
const AT_ONCE = 2;

function runTests(
  environment: Record<string, string>,
  files: readonly string[],
  workers: number,
): Promise<boolean> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const own = ['--project', 'platform', '--bail', '1', '--maxWorkers', `${workers}`];
  const arguments_ = [vitest, 'run', ...own, ...files];
  const child = spawn(process.execPath, arguments_, {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)));
}

async function listConditions(): Promise<Map<string, Recorded[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'sihat-mutation-'));
  const list = join(folder, 'conditions');
  console.log('listing the conditions …');
  if (!(await runTests({ [RECORD_VARIABLE]: list }, SUITES, AT_ONCE))) {
    console.error('The tests fail without a mutation; fix them first.');
    process.exit(1);
  }
  const lines = new Set(readFileSync(list, 'utf8').trim().split('\n'));
  rmSync(folder, { recursive: true });
  const recorded = [...lines]
    .map((line): Recorded => JSON.parse(line))
    .sort((a, b) => (`${a.site}: ${a.condition}` < `${b.site}: ${b.condition}` ? -1 : 1));
  return Map.groupBy(recorded, ({ site, condition }) => `${site}: ${condition}`);
}

/** Whether a test fails: first the tests of the area, then the long test of all refusals. */
async function isNoticed(mutation: Mutation, files: readonly string[]): Promise<boolean> {
  const environment = { [MUTATE_VARIABLE]: JSON.stringify(mutation) };
  const isLong = (file: string) => file.endsWith('refusals.test.ts');
  for (const some of [files.filter((file) => !isLong(file)), files.filter(isLong)]) {
    if (some.length > 0 && !(await runTests(environment, some, 1))) return true;
  }
  return false;
}

interface Trial {
  readonly name: string;
  readonly without: string;
  readonly isNoticed: () => Promise<boolean>;
}

async function trialsOfConditions(wanted: RegExp): Promise<Trial[]> {
  const conditions = await listConditions();
  return [...conditions]
    .filter(([name]) => wanted.test(name))
    .flatMap(([name, senders]) => {
      const files = senders.map(({ file }) => relative(process.cwd(), file));
      const [first] = senders;
      return (first ? mutationsOf(first) : []).map((mutation) => ({
        name,
        without: mutation.without,
        isNoticed: () => isNoticed(mutation, files),
      }));
    });
}

const MUTATE_SOURCE = join(import.meta.dirname, 'mutate-source.ts');

const trialsOfRules = (): Trial[] =>
  Object.entries(RULES).flatMap(([file, tests]) =>
    mutationsIn(file).map((mutation) => ({
      name: file,
      without: mutation.without,
      isNoticed: async () => {
        const environment = {
          [SOURCE_VARIABLE]: JSON.stringify(mutation),
          NODE_OPTIONS: `--import ${MUTATE_SOURCE}`,
        };
        return !(await runTests(environment, tests, 1));
      },
    })),
  );

const [pattern = ''] = process.argv.slice(2);
const all = [
  ...(pattern === '' || pattern === 'rules' ? trialsOfRules() : []),
  ...(pattern === 'rules' ? [] : await trialsOfConditions(new RegExp(pattern))),
];
let survivors = 0;
let tried = 0;
const queue = [...all];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { name, without } = next;
      const noticed = await next.isNoticed();
      if (!noticed) survivors += 1;
      tried += 1;
      console.log(`${tried}/${all.length} ${noticed ? 'noticed ' : 'SURVIVED'} ${name}  without  ${without}`);
    }
  }),
);
console.log(`${all.length - survivors} of ${all.length} noticed, ${survivors} survived`);
process.exit(survivors > 0 ? 1 : 0);
