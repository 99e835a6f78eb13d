import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { costsOfEngine } from './test/support/engine-kind.ts';
import { forgetAccount } from './test/support/no-account.ts';

forgetAccount(process.env);

/** Files that take long start first, so that the run does not wait for them at its end. */
const LONG =
  /\/(browser|journeys|refusals|simulation|client-steps-day|fault-injection\/database-outage|wiring)\b/;

/** Needs the browser and the emulator. */
const DEPLOYED_DESK = 'test/web/browser/deployed-desk.test.ts';

/** Sorts the long files first, and the others by project, so that a worker keeps its loaded modules. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      LONG.test(moduleId) ? 0 : project.name === 'aws-emulator' ? 2 : 1;
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * Two projects: the platform from its sources, and the emulator with the synthesized stacks. The journeys run in both. Each
 * worker of the first project has its own engine, and each world its own table, so that tests do not interfere.
 */
export default defineConfig({
  test: {
    isolate: false,
    setupFiles: ['test/support/after-each-file.ts'],
    // The tests with these tags are skipped where the engine of the run cannot show what they test.
    tags: [
      {
        name: 'calls',
        description: 'Counts calls to the database, or depends on their order or on how long they take.',
        skip: !costsOfEngine().areCallsExact,
      },
      {
        name: 'units',
        description: 'Compares consumed units.',
        skip: !costsOfEngine().areUnitsExact,
      },
    ],
    // Node.js runs the sources directly, which is faster than vitest's transformation.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongFirst },
    maxWorkers: 2, // on two cores; more workers only compete, and each loads everything again
    // Tests share two cores, so their time-outs are long. Tests of time limits use their own clock.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: { CDK_VALIDATION: 'false' }, // `npm run check` validates the templates; tests only read them
    projects: [
      {
        extends: true,
        test: {
          name: 'platform',
          include: ['test/**/*.test.ts'],
          exclude: ['test/aws-emulator/**', DEPLOYED_DESK, '**/node_modules/**'],
          globalSetup: ['test/support/run-folder.ts', 'test/support/engine.ts', 'test/web/browser/setup.ts'],
          provide: { platform: 'local' },
        },
      },
      {
        extends: true,
        test: {
          name: 'aws-emulator',
          // One worker, so that the journeys share an emulator.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ['test/aws-emulator/**/*.test.ts', 'test/end-to-end/journeys/*.test.ts', DEPLOYED_DESK],
          globalSetup: [
            'test/support/run-folder.ts',
            'test/aws-emulator/setup.ts',
            'test/web/browser/setup.ts',
          ],
          provide: { platform: 'aws-emulator' },
        },
      },
    ],
  },
});
