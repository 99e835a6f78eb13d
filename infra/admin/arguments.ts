import { InvalidArgumentError } from 'commander';
import type * as z from 'zod/mini';
import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { validated } from '../../shared/http/validation.ts';
import { endOfDay } from '../../shared/values/calendar.ts';
import { AccountId, calendarDate } from '../../shared/values/resources.ts';

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

export const accountId = as(AccountId);

/** Parses a date and returns the end of that day in Malaysia. */
export function endOf(text: string): string {
  return endOfDay(as(calendarDate())(text)).toISOString();
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It is not valid JSON.');
  }
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
