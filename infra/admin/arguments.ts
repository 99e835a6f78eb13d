import { type Command, InvalidArgumentError, Option } from 'commander';
import type * as z from 'zod/mini';
import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { validated } from '../../shared/http/validation.ts';
import { endOfDay } from '../../shared/values/calendar.ts';
import { AccountId, calendarDate, Uuid } from '../../shared/values/resources.ts';
import { UsageError } from './command-error.ts';

/** Parsers for command-line arguments. Invalid arguments are rejected before any request is sent. */

/** Makes a parser that validates an argument with a schema. */
export function as<S extends z.ZodMiniType>(schema: S): (text: string) => z.output<S> {
  return (text) => {
    try {
      return validated(schema, text);
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error;
      const why = error.issues?.map(({ message }) => message).join(' and ');
      throw new InvalidArgumentError(`It ${why ?? 'is invalid'}.`);
    }
  };
}

/** A required option. `refuseMissing` names all missing ones at once, where commander names the first. */
export class RequiredOption extends Option {}

/** @throws {UsageError} if required options are missing */
export function refuseMissing(command: Command): void {
  const missing = command.options.filter(
    (option) =>
      option instanceof RequiredOption && command.getOptionValue(option.attributeName()) === undefined,
  );
  if (missing.length === 0) return;
  throw new UsageError(`missing options: ${missing.map(({ flags }) => flags).join(', ')}`);
}

export const accountId = as(AccountId);
export const uuid = as(Uuid);

/** Parses a date and returns the end of that day in Malaysia. */
export function endOf(text: string): string {
  return endOfDay(as(calendarDate())(text)).toISOString();
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Parses the URL of a server: https, or http on this machine, where nobody else can read a token. */
export function server(text: string): string {
  const { protocol, hostname, origin, pathname } = URL.parse(text) ?? { protocol: '' };
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname ?? '');
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) {
    throw new InvalidArgumentError('It must be an https URL, or an http URL on this machine.');
  }
  return `${origin}${pathname?.replace(/(?<!\/)\/+$/, '')}`;
}
