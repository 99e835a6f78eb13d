import { administer } from './program.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await administer(process.argv.slice(2), {
  environment: process.env,
  terminal: processTerminal(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
