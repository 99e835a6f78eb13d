import type { Environment } from '../contract/environment.ts';

/**
 * Builds a handler once. In Lambda this happens during initialization, which has a whole CPU core. Elsewhere it happens
 * at the first use, so that tools can import the module.
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

/**
 * Lambda sends the output of a function to its log group. With the log format JSON, the runtime replaces the methods of
 * `console`, which would wrap a line, but not `process.stdout`. Lambda does not encode JSON again.
 * https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/logging/log-patch.ts
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html#nodejs-logging-advanced-JSON
 */
export function writeToLog(line: string): void {
  process.stdout.write(`${line}\n`);
}
