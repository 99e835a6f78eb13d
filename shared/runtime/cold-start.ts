import type { Environment } from '../environment.ts';

/**
 * Builds a handler once: at the start in Lambda, which gives that phase a whole core, and elsewhere (a tool that only
 * looks at the module) not before it is used.
 */
export function builtOnce<Built extends object>(environment: Environment, build: () => Built): () => Built {
  let built: Built | undefined;
  const get = () => {
    built ??= build();
    return built;
  };
  if (environment['AWS_LAMBDA_RUNTIME_API']) get();
  return get;
}

/** Lambda sends what a function prints to its log group. */
export function writeToLog(line: string): void {
  process.stdout.write(`${line}\n`);
}
