import { execFileSync } from 'node:child_process';

/**
 * Checks the subjects of commits: `node .github/commit-subjects.ts <range>`, such as `origin/main..HEAD`. It prints every
 * subject with what is wrong with it, and exits with 1 if there is one.
 */

const MAX_LENGTH = 72;
/** First words that are no imperative although they could be a verb: "Added", "Adding", "Adds". */
const NOT_IMPERATIVE = /^(\w+(ed|ing)|\w*[^s\W]s)$/i;
/** Imperatives that look otherwise. */
const IMPERATIVES = new Set([
  'bring',
  'embed',
  'feed',
  'focus',
  'need',
  'process',
  'seed',
  'speed',
  'string',
]);
/** First words of subjects that describe a state instead of a change. */
const STATES = new Set([
  'a',
  'an',
  'all',
  'each',
  'every',
  'no',
  'the',
  'this',
  'these',
  'some',
  'fix:',
  'wip',
]);

/** @returns what is wrong with a subject; nothing for a good one. */
export function problemsOf(subject: string): string[] {
  const [first = ''] = subject.split(' ');
  const word = first.toLowerCase();
  const isImperative = !STATES.has(word) && (IMPERATIVES.has(word) || !NOT_IMPERATIVE.test(word));
  return [
    ...(subject.length > MAX_LENGTH
      ? [`has ${subject.length} characters, and ${MAX_LENGTH} at most are read`]
      : []),
    ...(isImperative
      ? []
      : [`begins with "${first}": begin with a verb that says what the commit does, such as "Add"`]),
    ...(/^[A-Z]/.test(subject) ? [] : ['begins with no capital letter']),
    ...(/[.!?]$/.test(subject) ? ['ends with a punctuation mark'] : []),
    ...(/^[\x20-\x7e’“”–…]*$/.test(subject) ? [] : ['has characters that are no plain text']),
  ];
}

if (import.meta.main) {
  const [range = 'origin/main..HEAD'] = process.argv.slice(2);
  const log = execFileSync('git', ['log', '--no-merges', '--format=%s', range], { encoding: 'utf8' });
  const bad = log
    .split('\n')
    .filter((subject) => subject !== '')
    .map((subject) => ({ subject, problems: problemsOf(subject) }))
    .filter(({ problems }) => problems.length > 0);
  for (const { subject, problems } of bad) console.error(`${subject}\n  It ${problems.join(', and ')}.`);
  process.exitCode = bad.length > 0 ? 1 : 0;
}
