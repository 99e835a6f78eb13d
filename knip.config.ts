import { globSync, readFileSync } from 'node:fs';

/** The files that Lambda runs. The bundles find them by the ids of operations and workers. */
const handlers = globSync('functions/**/*.ts').filter((path) =>
  /^export const handler\b/m.test(readFileSync(path, 'utf8')),
);

/**
 * `npm run check` fails for a file, an export or a dependency that nothing uses. Entries are files that are used in another way than by
 * an import: functions, commands, scripts of pages, tests, and the files beside contracts whose exports are read by their names.
 */
export default {
  entry: [
    ...handlers,
    'functions/**/contract.ts',
    '{functions,shared}/**/*.examples.ts',
    'infra/app.ts',
    'infra/*/{main,start,write,handler}.ts',
    'local/{main,dev}.ts',
    'local/pages/phone/phone.tsx',
    'web/display/{display,worker}.ts',
    'web/documents/browser/{documents,search,send}.ts',
    'web/invitation/invitation.ts',
    'web/join/join.ts',
    'web/desk/{desk.tsx,sha256.ts}',
    'web/client/{client,build}.ts',
    'test/**/*.test.ts',
    'test/**/{main,run,setup}.ts',
    'test/bench/peers/*.ts',
    'test/local/{fake-docker,stopped-run/vitest.config}.ts',
    'test/support/curl.ts',
    'test/does-not-compile.ts',
  ],
  project: ['{functions,shared,infra,local,web,test}/**/*.{ts,tsx}', '!test/clients/{calls/*,*.config}.ts'],
  include: ['files', 'exports', 'types', 'duplicates', 'dependencies'],
  // A type that is exported for a signature in its own file is part of that signature.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // These are found by the paths of their files.
  ignoreDependencies: ['@fontsource-variable/*', '@sparticuz/chromium'],
};
