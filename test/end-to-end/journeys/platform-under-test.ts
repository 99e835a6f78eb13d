import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import { administer } from '../../../infra/admin/program.ts';
import { malaysianDate, startOfDay } from '../../../shared/calendar.ts';
import { days, hours, later, seconds, systemClock } from '../../../shared/clock.ts';
import type { AccountId } from '../../../shared/resources.ts';
import { emulatedPlatform } from '../../aws-emulator/emulated-platform.ts';
import { startInProcess } from '../../local/running.ts';
import { newAccount } from '../../support/world.ts';
import { apiClient, type BodyOf, type OperationId, type Refusal, type RequestOf } from './client.ts';

/**
 * A platform that began with nobody, and the people of one story: all that they do goes over HTTP. Only the first
 * administrator is made from the shell, and time is moved.
 */

/** What is to be sent; left out where the document asks for nothing. */
type Sent<O extends OperationId> = object extends RequestOf<O> ? [RequestOf<O>?] : [RequestOf<O>];

/** The answer that was asked for, or a refusal. */
type Either<O extends OperationId> = (BodyOf<O> extends undefined ? object : BodyOf<O>) & Partial<Refusal>;

export type Town = Awaited<ReturnType<typeof newTown>>;
export type Person = ReturnType<Town['person']>;

/** @param env for the platform, beside a table of its own: on an engine that others use too, each story is alone. */
export async function newTown(env: Readonly<Record<string, string>> = {}) {
  const local = await (inject('platform') === 'aws-emulator' ? emulatedPlatform() : localTown(env));
  // Tokens last an hour, and a password session 15 minutes: whenever time has passed, everyone signs in anew.
  let tokens = new Map<AccountId, Promise<string>>();
  const signIn = (accountId: AccountId): Promise<string> => {
    const token = tokens.get(accountId) ?? local.tokenOf({ accountId });
    tokens.set(accountId, token);
    return token;
  };

  const ask = apiClient(local.url);
  function caller(token: () => Promise<string> | undefined) {
    const asks = async <O extends OperationId>(operation: O, ...[request]: Sent<O>) =>
      ask<O, Either<O>>(operation, request ?? {}, await token());
    return {
      asks,
      /** Asks, is answered as asked, and gets the body of the answer; while the platform is busy, asks again as it is told to. */
      async does<O extends OperationId>(operation: O, ...[request]: Sent<O>): Promise<BodyOf<O>> {
        for (let attempt = 1; ; attempt++) {
          const { status, text, body } = await ask(operation, request ?? {}, await token());
          if (status < 300) return body;
          if (status !== 503 || attempt === 5) throw new Error(`${operation} was refused: ${status} ${text}`);
          await systemClock.sleep(seconds(1)); // what Retry-After says
        }
      },
      /** Asks, is refused, and gets the code of the refusal. */
      async isRefused<O extends OperationId>(operation: O, ...[request]: Sent<O>) {
        const { status, body } = await ask<O, Either<O>>(operation, request ?? {}, await token());
        expect(status, operation).toBeGreaterThan(399);
        return body.code;
      },
    };
  }

  const now = async (): Promise<Date> => new Date((await local.advance(0)).body.now);
  async function passes(milliseconds: number): Promise<void> {
    tokens = new Map();
    expect((await local.advance(milliseconds / 1000)).status).toBe(200);
  }

  const until = async (time: string) => passes(Math.max(0, Date.parse(time) - (await now()).getTime()));

  function person(id: AccountId = newAccount()) {
    return {
      id,
      ...caller(() => signIn(id)),
      /** The same person with a certain token, such as an old one. */
      with: (token: string) => caller(async () => token),
      token: (wish: object = {}) => local.tokenOf({ accountId: id, ...wish }),
    };
  }

  // A story begins at ten in the morning, so that no midnight comes in between.
  await until(calendarFrom(await now()).moment(1));
  return {
    local,
    person,
    visitor: caller(() => undefined),
    /** Whoever holds the keys to the table makes the first administrator from the shell. */
    async firstAdmin() {
      const admin = person();
      const errors: string[] = [];
      const code = await administer(['first-admin', admin.id, '--local', local.url], {
        environment: {},
        write: () => {},
        writeError: (text) => errors.push(text),
      });
      expect([code, errors]).toEqual([0, []]);
      return admin;
    },
    now,
    passes,
    /** Until this very moment of the platform's clock. */
    until,
    ...calendarFrom(await now()),
    leave: () => local.stop(),
  };
}

/** Each journey has a table of its own, so that journeys can share an engine. */
const localTown = (env: Readonly<Record<string, string>>) =>
  startInProcess({ environment: { TABLE_NAME: `story-${randomUUID()}`, ...env } });

/** Malaysian days, counted from the one on which a story begins, and an hour of each. */
function calendarFrom(start: Date) {
  const day = (n: number): string => malaysianDate(later(start, days(n)));
  return {
    day,
    moment: (n: number, hour = 10): string => later(startOfDay(day(n)), hours(hour)).toISOString(),
  };
}
