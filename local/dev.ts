import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { refuseTakenByNpm } from './arguments.ts';
import { runCommand } from './command.ts';
import { ENGINE_VARIABLE } from './engine/engine.ts';
import { startEngine } from './engine/start-engine.ts';

/**
 * npm run dev: starts the engine once, and restarts the rest of the platform when a source changes. The data stays in the
 * engine. The clock and the keys of tokens are new after each restart.
 */
await runCommand(main);

async function main(): Promise<void> {
  refuseTakenByNpm(process.argv.slice(2), process.env);
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      empty: { type: 'boolean', default: false },
      host: { type: 'boolean', default: false },
      watch: { type: 'string', multiple: true, default: ['functions', 'shared', 'local', 'web'] },
    },
  });

  const engine = await startEngine(values.data);
  engine.tablesCreated();
  const platform = spawn(
    process.execPath,
    [
      ...values.watch.map((folder) => `--watch-path=${folder}`),
      '--watch-preserve-output',
      'local/main.ts',
      ...(values.empty ? ['--empty'] : []),
      ...(values.host ? ['--host'] : []),
    ],
    { stdio: 'inherit', env: { ...process.env, [ENGINE_VARIABLE]: engine.endpoint } },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => platform.kill(signal));
  platform.once('exit', async (code) => {
    await engine.stop();
    process.exitCode = code ?? 1;
  });
}
