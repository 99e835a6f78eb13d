import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks the person at the terminal. */
export interface Terminal {
  readonly ask: (question: string) => Promise<string>;
  /** Does not show the answer. */
  readonly askSecret: (question: string) => Promise<string>;
}

interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Returns the terminal of this process, or nothing if a script runs it. Questions go to stderr, so stdout stays clean. */
export function processTerminal({ stdin, stderr }: Streams = process): Terminal | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return {
    ask: (question) => answer(stdin, question, stderr),
    askSecret: async (question) => {
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const text = answer(stdin, '', silent);
      // The terminal stops its echo before the question, so that it never shows an answer.
      stderr.write(question);
      await text;
      stderr.write('\n');
      return text;
    },
  };
}

async function answer(
  input: NodeJS.ReadableStream,
  question: string,
  output: NodeJS.WritableStream,
): Promise<string> {
  const lines = createInterface({ input, output, terminal: true });
  // Without an answer, for example after Ctrl+D, the answer is empty. Ctrl+C ends the command.
  const closed = new Promise<string>((done) => lines.once('close', () => done('')));
  lines.once('SIGINT', () => {
    lines.close(); // This also restores the echo of the terminal.
    process.exit(130);
  });
  try {
    return await Promise.race([lines.question(question), closed]);
  } finally {
    lines.close();
  }
}
