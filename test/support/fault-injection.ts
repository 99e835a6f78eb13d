import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Decides what happens to one database call. */
export type Fault = (call: {
  readonly command: string;
  // biome-ignore lint/suspicious/noExplicitAny: inputs of the SDK's commands
  readonly input: any;
  /** Sends the call to the real engine, by default with its own input. */
  readonly send: (input?: object) => Promise<unknown>;
}) => Promise<unknown>;

/** Puts a fault between the table client and the engine. */
export function faults(documents: DynamoDBDocumentClient, current: () => Fault | undefined): void {
  documents.middlewareStack.add(
    (next, context) => async (args) => {
      const fault = current();
      if (!fault) return next(args);
      const command = (context.commandName ?? '').replace(/(Item|Items)?Command$/, '');
      const send = (input = args.input) => next({ ...args, input });
      // biome-ignore lint/suspicious/noExplicitAny: passes on the SDK's own value
      return (await fault({ command, input: args.input as any, send })) as any;
    },
    { step: 'initialize', priority: 'low', name: 'fault' },
  );
}

/**
 * Does something between what the next request reads and what it writes, once.
 * @param text chooses the write: its input contains this.
 */
export function meanwhile(
  world: { readonly setFault: (fault: Fault | undefined) => void },
  what: () => Promise<unknown>,
  text = '',
): void {
  let done = false;
  world.setFault(async ({ command, input, send }) => {
    if (command === 'TransactWrite' && !done && JSON.stringify(input).includes(text)) {
      done = true;
      await what();
    }
    return send();
  });
}

const awsError = (name: string, more: object = {}) =>
  Object.assign(new Error(name), { name, $fault: 'client', ...more });

/** Errors in the form in which the SDK throws them. */
export const throttled = () => awsError('ThrottlingException');
export const silent = () => awsError('TimeoutError', { $fault: undefined });
export const lost = () => Object.assign(new Error('socket hang up'), { name: 'Error', code: 'ECONNRESET' });
export const unexpected = () => awsError('ValidationException');
/** A server error, which does not tell whether the call was executed. */
export const failed = () => awsError('InternalServerError', { $fault: 'server' });

const cancelled = (code: string, parts: number) =>
  awsError('TransactionCanceledException', {
    CancellationReasons: Array.from({ length: parts }, (_, n) => ({ Code: n === 0 ? code : 'None' })),
  });
export const conflicted = (parts: number) => cancelled('TransactionConflict', parts);
/** A conflict of a single write. */
export const conflictedAlone = () => awsError('TransactionConflictException');
export const throttledInPart = (parts: number) => cancelled('ThrottlingError', parts);
