import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import { contracts } from '../../../functions/contracts.ts';
import { administer } from '../../../infra/admin/program.ts';
import { malaysianDate, startOfDay } from '../../../shared/values/calendar.ts';
import { days, hours, later, seconds, systemClock } from '../../../shared/values/clock.ts';
import { DISPLAY_CACHE_SECONDS, SIGNED_OUT_CACHE_SECONDS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { emulatedPlatform } from '../../aws-emulator/emulated-platform.ts';
import { assertNoOtherAccount } from '../../support/account-guard.ts';
import { startInProcess } from '../../support/running.ts';
import { newAccount } from '../../support/world.ts';
import { apiClient, type BodyOf, type OperationId, type Refusal, type RequestOf } from './client.ts';

/**
 * An empty platform and the people of one journey. They do everything over HTTP; only the first administrator is created
 * from the shell, and the clock is moved.
 */

/** Numbers over people follow a moment after the requests that change them. */
export const SOON = { timeout: 120_000, interval: 100 };

/** The request; omitted for operations without one. */
type Sent<O extends OperationId> = object extends RequestOf<O> ? [RequestOf<O>?] : [RequestOf<O>];

/** The successful response, or a refusal. */
type Either<O extends OperationId> = (BodyOf<O> extends undefined ? object : BodyOf<O>) & Partial<Refusal>;

export type Town = Awaited<ReturnType<typeof newTown>>;
export type Person = ReturnType<Town['person']>;

/** @param env the environment of the platform, in addition to its own table. */
export async function newTown(env: Readonly<Record<string, string>> = {}) {
  const local = await (inject('platform') === 'aws-emulator' ? emulatedPlatform() : localTown(env));
  // Tokens last an hour and password sessions 15 minutes, so everyone signs in again whenever the clock was moved.
  let tokens = new Map<AccountId, Promise<string>>();
  const signIn = (accountId: AccountId): Promise<string> => {
    const token = tokens.get(accountId) ?? local.tokenOf({ accountId });
    tokens.set(accountId, token);
    return token;
  };

  const ask = apiClient(local.url);
  function caller(token: () => Promise<string | undefined>) {
    /** Sends a request, and retries it while the platform answers 503. */
    async function retried<O extends OperationId, Body>(operation: O, [request]: Sent<O>) {
      for (let attempt = 1; ; attempt++) {
        const bearer = await token();
        const response = await ask<O, Body>(operation, request ?? {}, bearer);
        if (response.status !== 503 || attempt === 5) {
          assertNoOtherAccount(contracts[operation], bearer, response.text);
          return response;
        }
        await systemClock.sleep(seconds(1)); // what Retry-After says
      }
    }
    return {
      asks: <O extends OperationId>(operation: O, ...sent: Sent<O>) => retried<O, Either<O>>(operation, sent),
      /** Sends a request that must succeed, and returns the body. */
      async does<O extends OperationId>(operation: O, ...sent: Sent<O>): Promise<BodyOf<O>> {
        const { status, text, body } = await retried<O, BodyOf<O>>(operation, sent);
        if (status >= 300) throw new Error(`${operation} was refused: ${status} ${text}`);
        return body;
      },
      /** Sends a request that must be refused, and returns the code. */
      async isRefused<O extends OperationId>(operation: O, ...sent: Sent<O>) {
        const { status, body } = await retried<O, Either<O>>(operation, sent);
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

  /**
   * CloudFront keeps for seconds what it returns to callers without a token, so a visitor comes after that time. The local
   * platform has no CloudFront.
   */
  async function comesLater(): Promise<undefined> {
    if (inject('platform') === 'local') return;
    await passes(seconds(Math.max(DISPLAY_CACHE_SECONDS, SIGNED_OUT_CACHE_SECONDS)));
  }

  function person(id: AccountId = newAccount()) {
    return {
      id,
      ...caller(() => signIn(id)),
      /** The same person with a given token, such as an old one. */
      with: (token: string) => caller(async () => token),
      token: (overrides: object = {}) => local.tokenOf({ accountId: id, ...overrides }),
    };
  }

  // A journey starts at 10:00, so that midnight does not come in between.
  await until(calendarFrom(await now()).moment(1));
  return {
    local,
    person,
    visitor: caller(comesLater),
    /** Creates the first administrator from the shell, which needs access to the table. */
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
    /** Moves the platform's clock to this moment. */
    until,
    ...calendarFrom(await now()),
    leave: () => local.stop(),
  };
}

/** Each journey has a table of its own, so that journeys can share an engine. */
const localTown = (env: Readonly<Record<string, string>>) =>
  startInProcess({ environment: { TABLE_NAME: `story-${randomUUID()}`, ...env } });

/** Malaysian days, counted from the start of the journey, and an hour of each. */
function calendarFrom(start: Date) {
  const day = (n: number): string => malaysianDate(later(start, days(n)));
  return {
    day,
    moment: (n: number, hour = 10): string => later(startOfDay(day(n)), hours(hour)).toISOString(),
  };
}
