import { parseArgs } from 'node:util';
import type { Check } from './smoke.ts';

const USAGE = `Usage: npm run smoke -- --url URL [--only WORD | --closed]

Asks a platform what anyone can ask it, wherever it runs, and changes nothing there.

  --url URL    where it is: https://api.example, or http://127.0.0.1:3000 of npm start
  --only WORD  only checks whose name holds this, such as an operation's id
  --closed     expects a stage that is closed: every answer is the 503 of its firewall
  --help       this text

Environment:
  SIHAT_TOKEN  somebody's access token: what they may read is read as well
`;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const { url, only, closed, help } = parseArgs({
    options: {
      url: { type: 'string' },
      only: { type: 'string' },
      closed: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  }).values;
  if (help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (url === undefined || !URL.canParse(url)) throw new Error(`Say where it is.\n\n${USAGE}`);
  await fetch(url, { redirect: 'manual' }).catch((error: unknown) => {
    const { cause = error } = error as Error;
    throw new Error(`Nothing answers at ${url}: ${cause instanceof Error ? cause.message : cause}`);
  });
  // The OpenAPI document takes a while to load, and usage errors should appear at once.
  const { smoke, smokeOfClosed } = await import('./smoke.ts');
  const report = ({ name, problem }: Check) =>
    console.log(problem === undefined ? `ok      ${name}` : `FAILED  ${name}: ${problem}`);
  const checks = closed
    ? await smokeOfClosed(url, report)
    : await smoke({
        url,
        only: only === undefined ? undefined : new RegExp(only),
        token: process.env['SIHAT_TOKEN'] || undefined,
        report,
      });
  const failed = checks.filter(({ problem }) => problem !== undefined);
  console.log(`\n${checks.length - failed.length} of ${checks.length} checks passed`);
  return failed.length > 0 ? 1 : 0;
}
