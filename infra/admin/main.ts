import { administer } from './program.ts';
import { processTerminal } from './terminal.ts';

// The next command of a pipe, such as `head`, may read no further. This command ends its work all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await administer(process.argv.slice(2), {
  environment: process.env,
  terminal: processTerminal(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
