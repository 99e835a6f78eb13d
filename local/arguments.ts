import { parseArgs } from 'node:util';
import { CannotStart } from './engine/engine.ts';

/** What `npm start` and `npm run dev` accept. */
const OPTIONS = {
  data: { type: 'string' },
  empty: { type: 'boolean' },
  host: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the arguments of a command line.
 * @throws {CannotStart} for anything else than the options, and if npm has taken options for itself because `--` was missing.
 */
export function readArguments(args = process.argv.slice(2), environment: Environment = process.env) {
  refuseTakenByNpm(args, environment);
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('. ')[0] : '';
    throw new CannotStart(`${why}: the options are --data DIR, --empty, --host and --help.`);
  }
}

/**
 * Refuses options that npm has taken for itself. Without `--`, npm passes `--empty` on only as the variable `npm_config_empty`, and of
 * `--data DIR` only the folder, without its option. The platform would start with other data than the person asked for.
 * @throws {CannotStart} with the right command.
 */
export function refuseTakenByNpm(args: readonly string[], environment: Environment): void {
  const taken = (['data', 'empty', 'host'] as const).flatMap((name) => {
    const value = environment[`npm_config_${name}`];
    return value === undefined || ['', 'false'].includes(value) ? [] : [{ name, value }];
  });
  if (taken.length === 0) return;
  const passed = [...args];
  const words = taken.map(({ name, value }) => {
    if (name !== 'data') return `--${name}`;
    const isPassed = value === 'true' && passed[0]?.startsWith('-') === false;
    const folder = isPassed ? passed.shift() : value === 'true' ? undefined : value;
    return `--data ${folder === undefined ? 'DIR' : quoted(folder)}`;
  });
  const event = environment['npm_lifecycle_event'] ?? 'start';
  const command = `npm ${event === 'start' ? event : `run ${event}`} -- ${[...words, ...passed.map(quoted)].join(' ')}`;
  throw new CannotStart(`npm has kept the options for itself, because "--" is missing. Run "${command}".`);
}

/** A word as a shell reads it. */
const quoted = (word: string): string =>
  /^[\w./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
