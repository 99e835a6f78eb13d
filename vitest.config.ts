import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits for a browser, for time-outs or for every function begins first: at the end all would wait for it. */
const LONG = /\/(browser|fault-injection\/database-outage|aws-emulator\/used-is-granted)\b/;

/** One project after the other, so that a worker keeps what it has loaded; nobody waits for the end of the first. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      (project.name === 'aws-emulator' ? 2 : 0) + (LONG.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * Two projects: the platform as its sources are, and the emulator of what has been synthesized from them. The life
 * stories are told in both. Each worker of the first has an engine of its own, and each world in it a table, so nothing is
 * shared that could interfere.
 */
export default defineConfig({
  test: {
    isolate: false,
    setupFiles: ['test/support/after-each-file.ts'],
    // The sources run as they are: nothing has to be transformed, and each call from module to module is spared a detour.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongFirst },
    maxWorkers: 4,
    // Tests share two cores and may wait for them; what must be quick is asserted where it is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env: { CDK_VALIDATION: 'false' }, // `cdk synth` validates the templates; to look into them that is not needed
    projects: [
      {
        extends: true,
        test: {
          name: 'platform',
          include: ['test/**/*.test.ts'],
          exclude: ['test/aws-emulator/**'],
          globalSetup: ['test/support/run-folder.ts', 'test/support/engine.ts', 'test/web/browser/setup.ts'],
          provide: { platform: 'local' },
        },
      },
      {
        extends: true,
        test: {
          name: 'aws-emulator',
          include: ['test/aws-emulator/**/*.test.ts', 'test/end-to-end/journeys/*.test.ts'],
          globalSetup: ['test/support/run-folder.ts', 'test/aws-emulator/setup.ts'],
          provide: { platform: 'aws-emulator' },
        },
      },
    ],
  },
});
