import { InvalidArgumentError } from 'commander';
import type * as z from 'zod/mini';
import { endOfDay } from '../../shared/calendar.ts';
import { RefusedRequest } from '../../shared/http/refusals.ts';
import { validated } from '../../shared/http/validation.ts';
import { AccountId, calendarDate, Uuid } from '../../shared/resources.ts';

/** What is written on the command line, told to be wrong before anything is sent. */

/** Reads an argument as a schema takes it. */
export function as<S extends z.ZodMiniType>(schema: S): (text: string) => z.output<S> {
  return (text) => {
    try {
      return validated(schema, text);
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error;
      const why = error.issues?.map(({ message }) => message).join(' and ');
      throw new InvalidArgumentError(`It ${why ?? 'is not allowed'}.`);
    }
  };
}

export const accountId = as(AccountId);
export const uuid = as(Uuid);

/** A day means until its end, in Malaysia. */
export function endOf(text: string): string {
  return endOfDay(as(calendarDate())(text)).toISOString();
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** The origin of a server: https, or http on this machine, where nobody else can read a token. */
export function server(text: string): string {
  const { protocol, hostname, origin, pathname } = URL.parse(text) ?? { protocol: '' };
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname ?? '');
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) {
    throw new InvalidArgumentError('It must be an https address, or an http one on this machine.');
  }
  return `${origin}${pathname?.replace(/(?<!\/)\/+$/, '')}`;
}
