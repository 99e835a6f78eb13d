import { type Argument, type Command, Option } from 'commander';
import type { OperationId } from '../../functions/contracts.ts';
import type { Session } from './session.ts';

/** A command of the command line as data. `operation` derives one from a contract; the others have their own `run`. */
export interface AdminCommand<Id extends OperationId = OperationId, Given = object> {
  readonly name: string;
  /** The line in the list of commands; by default, the description. */
  readonly summary?: string | undefined;
  readonly description: string;
  /** The operation that the command calls, apart from reads that prepare it. */
  readonly operation?: Id | undefined;
  /** The arguments in their order, by the names with which `run` gets their values. */
  readonly arguments?: Readonly<Record<string, Argument>>;
  /** The options in the order of the help, by the names with which `run` gets their values. */
  readonly options?: Readonly<Record<string, Option>>;
  /**
   * Runs the command with the values of the arguments and of the options that were given. It is a method, so that each
   * command can name the types of its own values.
   */
  run(session: Session, given: Given): Promise<void>;
}

/** Declares a command that makes several calls, or none. */
export function command<Given extends object, const Id extends OperationId = never>(
  declared: AdminCommand<Id, Given>,
): AdminCommand<Id> {
  return declared;
}

/** Adds a declared command to the program. */
export function addCommand(program: Command, session: Session, declared: AdminCommand): void {
  const { name, summary, description, arguments: args = {}, options = {} } = declared;
  const added = program.command(name).description(description);
  if (summary !== undefined) added.summary(summary);
  for (const argument of Object.values(args)) added.addArgument(argument);
  for (const option of Object.values(options)) added.addOption(option);
  added.action(() => {
    const values = [
      ...Object.keys(args).map((key, n) => [key, added.processedArgs[n]]),
      ...Object.entries(options).map(([key, option]) => [key, added.getOptionValue(option.attributeName())]),
    ];
    return declared.run(session, Object.fromEntries(values.filter(([, value]) => value !== undefined)));
  });
}

/** The option of a command that asks first. */
export const withoutQuestion = { yes: new Option('--yes', 'do it without a question') };

/** The option of a list that can be searched. */
export const words = new Option('--words <text>', 'only what has all these words');

/** The name of an option as a person writes it, without its value. */
export const longName = (option: Option): string => option.long ?? option.flags;
