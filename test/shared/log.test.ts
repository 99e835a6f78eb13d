import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../infra/project-root.ts';
import { failureOf, logFinding, logRequest, logWork } from '../../shared/runtime/log.ts';
import { PartlyFailed } from '../../shared/runtime/worker-handler.ts';
import { newMeter } from '../../shared/table/meter.ts';
import { filesIn } from '../support/tracked-files.ts';
import { NOON, newId } from '../support/world.ts';

/** What reaches a log group whose function logs JSON, at the application log level INFO. */

/** Writes a line in a process whose `console` is replaced as Lambda's runtime replaces it for the log format JSON. */
function writtenInLambda(line: string): string {
  const program = `
    for (const method of ['trace', 'debug', 'info', 'log', 'warn', 'error'])
      console[method] = (message) => process.stdout.write(JSON.stringify({ level: 'INFO', message }) + '\\n');
    const { writeToLog } = await import('./shared/runtime/cold-start.ts');
    writeToLog(process.argv[1]);
  `;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program, line], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
}

describe('a log line', () => {
  const of = { namespace: 'Sihat', durationMs: 1, at: NOON, meter: newMeter() };
  const request = { ...of, requestId: newId(), area: 'rewards', operation: 'listClaims' };
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  for (const status of [200, 404, 500, 503]) logRequest(write, { ...request, status });
  logWork(write, { ...of, worker: 'checkStock' }, { countersOff: 1 });
  logWork(write, { ...of, worker: 'checkStock', failure: { name: 'Error', at: [] } }, {});
  logFinding(write, 'checkStock', { what: 'counters_off', campaignId: newId(), shard: 1 });

  it('with embedded metrics leaves the process unchanged', () => {
    const [line = ''] = lines;
    expect(line).toContain('"_aws":{"Timestamp"');
    expect(writtenInLambda(line)).toBe(`${line}\n`);
  });

  it('has a level that the application log level INFO keeps', () => {
    const levels = new Set(lines.map((line) => JSON.parse(line).level));
    expect([...levels].sort()).toEqual(['error', 'info']);
  });

  it('of work that failed in part names each different error once, and never what it says', () => {
    const errors = [1, 2].map(() => new TypeError('a secret'));
    const parts = new AggregateError([new RangeError('a secret')], 'an area failed');
    const { name, causes = [] } = failureOf(new PartlyFailed([...errors, parts], '3 failed', {}));
    expect([name, causes.map((cause) => cause.name)]).toEqual([
      'PartlyFailed',
      ['TypeError', 'AggregateError'],
    ]);
    expect(causes[1]?.causes).toMatchObject([{ name: 'RangeError' }]);
    expect(JSON.stringify(causes)).not.toContain('secret');
  });

  it('is never written with console, which Lambda would wrap in another object', () => {
    const files = ['functions', 'shared'].flatMap((folder) => filesIn(folder, /\.ts$/));
    const found = files.filter((file) => /\bconsole[.[]/.test(readFileSync(join(projectRoot, file), 'utf8')));
    expect(found).toEqual([]);
  });
});
