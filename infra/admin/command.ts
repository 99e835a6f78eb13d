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
  /** Refuses wrong values before anything is read. Names that stand for ids are not looked up yet. */
  check?(given: Given): void;
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

/**
 * Adds a declared command to the program.
 * @param idOf finds the id for a name or a code, by the name of the argument or option that has it
 */
export function addCommand(
  program: Command,
  session: Session,
  declared: AdminCommand,
  idOf: (name: string, value: string) => Promise<string>,
): void {
  const { name, summary, description, arguments: args = {}, options = {} } = declared;
  const added = program.command(name).description(description);
  if (summary !== undefined) added.summary(summary);
  for (const argument of Object.values(args)) added.addArgument(argument);
  for (const option of Object.values(options)) added.addOption(option);
  added.action(async () => {
    const values: [key: string, name: string, value: unknown][] = [
      ...Object.entries(args).map(([key, argument], n): [string, string, unknown] => [
        key,
        argument.name(),
        added.processedArgs[n],
      ]),
      ...Object.entries(options).map(([key, option]): [string, string, unknown] => [
        key,
        key,
        added.getOptionValue(option.attributeName()),
      ]),
    ];
    const present = values.filter(([, , value]) => value !== undefined);
    declared.check?.(Object.fromEntries(present.map(([key, , value]) => [key, value])));
    const given: Record<string, unknown> = {};
    for (const [key, name, value] of present)
      given[key] = typeof value === 'string' ? await idOf(name, value) : value;
    await declared.run(session, given);
  });
}

/** The option of a command that asks first. */
export const withoutQuestion = { yes: new Option('--yes', 'do it without a question') };

/** The option of a list that can be searched. */
export const words = new Option('--words <text>', 'only what has all these words');

/** The name of an option as a person writes it, without its value. */
export const longName = (option: Option): string => option.long ?? option.flags;
