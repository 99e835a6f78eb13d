import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Runs lines in a shell, as if they were pasted from the README or the banner. */

/**
 * The shell's background process waits until the test's process closes the pipe, which also happens when it is killed,
 * and then ends everything that the lines have started.
 */
const ENDS_WITH_US = 'exec 3<&0 </dev/null; (read -r _ <&3 || kill -KILL 0) >/dev/null 2>&1 & exec 3<&-\n';

export interface Pasted {
  readonly stdout: string;
  readonly stderr: string;
}

/** @throws {Error} when a line fails. */
export async function pasted(
  lines: string,
  { env = process.env, hasCurl = onPath('curl', env) }: { env?: NodeJS.ProcessEnv; hasCurl?: boolean } = {},
): Promise<Pasted> {
  const standIn = hasCurl ? undefined : curlStandIn();
  const PATH = [...(standIn ? [standIn] : []), env['PATH']].join(delimiter);
  const shell = spawn('bash', ['-e', '-c', ENDS_WITH_US + lines], {
    env: { ...env, PATH },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const output = { stdout: '', stderr: '' };
  shell.stdout.setEncoding('utf8').on('data', (text) => (output.stdout += text));
  shell.stderr.setEncoding('utf8').on('data', (text) => (output.stderr += text));
  shell.once('exit', () => shell.stdin.end());
  const code = await new Promise((done, fail) => shell.once('close', done).once('error', fail));
  if (standIn) rmSync(standIn, { recursive: true });
  if (code !== 0) throw new Error(`the lines ended with ${code}: ${output.stdout}${output.stderr}`);
  return output;
}

function onPath(command: string, env: NodeJS.ProcessEnv): boolean {
  return (env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));
}

/** @returns a folder for the PATH. */
function curlStandIn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sihat-curl-'));
  const command = join(folder, 'curl');
  writeFileSync(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'curl.ts')}" "$@"\n`,
  );
  chmodSync(command, 0o755);
  return folder;
}
