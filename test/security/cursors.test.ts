import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { newCast, principals } from '../cast/cast.ts';
import { calls } from '../every-operation/calls.ts';
import { choicesOf, listOn, paged } from '../every-operation/paged.ts';
import { recordBody } from '../given/clinical.ts';
import {
  givenClub,
  givenEvent,
  givenExclusion,
  givenHiddenAlias,
  givenMember,
  givenParticipant,
} from '../given/community.ts';
import { givenFlow } from '../given/onboarding.ts';
import { givenCampaign, givenClaim } from '../given/rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation } from '../given/workspaces.ts';
import { newAccount, newWorld, type Sent, type World } from '../support/world.ts';

/** A cursor is valid only for its own list and its own caller, and only unchanged. */

/** The token of each account. */
const tokens = new Map<AccountId, string>();

/** A request for a list with more than one page, and the cursor of its second page. */
interface Opened {
  readonly caller: AccountId;
  readonly sent: Pick<Sent, 'params' | 'body'> & { readonly query: Record<string, string> };
  readonly cursor: string;
  readonly first: string;
}

let world: World;
let others: readonly AccountId[];
const opened = new Map<OperationId, Opened>();
beforeAll(async () => {
  world = await newWorld();
  const cast = await newCast(world);
  const { company, shop, club, patient, practitioner, approved, exhibition, entered, secondAdmin } = cast;
  const admin = cast.accounts['platform admin'];
  for (let n = 0; n < 2; n++) {
    world.advance(1); // Entries that differ in nothing else differ in their time.
    await world.call('grantAdministrator', { as: admin, params: { accountId: secondAdmin } });
    await world.call('addRecord', { as: practitioner, params: { id: approved }, body: recordBody });
    await world.call('listRecords', { as: practitioner, params: { id: approved } });
    await givenExclusion(world, entered);
    await givenHiddenAlias(world, exhibition, `Si Kasar ${n}`);
    await givenMember(world, club, 'requested');
    await givenEvent(world, club, { joinCode: `pesta-${n}` });
    await givenParticipant(world, entered, { shareLeaderboard: true, alias: `Kawan ${n}` });
    await givenInvitation(world, { id: company });
    await givenCertificate(world, await givenEmployee(world, { id: company }));
    await givenClaim(world, await givenCampaign(world, { merchantTenantId: shop }), { accountId: patient });
    await givenClub(world, { reviewedAt: undefined });
    await givenFlow(world);
  }
  expect(exhibition.clubId).toBe(club.id);
  const known = Object.values(cast.accounts).filter((account) => account !== undefined);
  others = [...known, cast.secondAdmin, cast.companyOwner, newAccount()];
  for (const account of others) tokens.set(account, await world.tokenFor(account));
  for (const operation of paged) {
    for (const principal of principals) {
      const caller = cast.accounts[principal];
      if (caller === undefined) continue;
      const { query = {}, params, body: sentBody } = calls[operation].request(cast, principal);
      const sent = { ...(params && { params }), body: sentBody, query: { ...query, limit: '1' } };
      const { body } = await send(operation, caller, sent);
      if (!body.nextCursor) continue;
      const { nextCursor: cursor, ...page } = body;
      opened.set(operation, { caller, sent, cursor, first: JSON.stringify(page) });
    }
  }
});

function listOf(operation: OperationId): Opened {
  const found = opened.get(operation);
  if (!found) throw new Error(`nobody of the cast has more than one page of ${operation}`);
  return found;
}

const send = (operation: OperationId, caller: AccountId, sent: Sent) =>
  world.call(operation, { ...sent, headers: { authorization: `Bearer ${tokens.get(caller)}` } });

async function ask(
  operation: OperationId,
  cursor: string,
  { as, query = {} }: { readonly as?: AccountId; readonly query?: Record<string, string> } = {},
) {
  const { caller, sent } = listOf(operation);
  return send(operation, as ?? caller, { ...sent, query: { ...sent.query, ...query, cursor } });
}

describe.each(paged)('a cursor of %s', (operation) => {
  it('continues its own list', async () => {
    const { cursor, first } = listOf(operation);
    let { status, body } = await ask(operation, cursor);
    // A page of the own additions may be empty although there is a next one.
    while (listOn(body).length === 0 && body.nextCursor)
      ({ status, body } = await ask(operation, body.nextCursor));
    const { nextCursor: _, ...page } = body;
    expect(status).toBe(200);
    expect(JSON.stringify(page)).not.toBe(first);
    expect(listOn(page)).toHaveLength(1);
  });

  it.each([1, 2])('leads through the whole list in its order, in pages of %i', async (limit) => {
    const { caller, sent } = listOf(operation);
    const ofSize = async (size: number, cursor?: string) => {
      const query = { ...sent.query, limit: `${size}`, ...(cursor && { cursor }) };
      const { nextCursor, ...page } = (await send(operation, caller, { ...sent, query })).body;
      return { items: listOn(page), nextCursor };
    };
    const whole = await ofSize(100);
    const items: unknown[] = [];
    for (let cursor: string | undefined; items.length === 0 || cursor; ) {
      const page = await ofSize(limit, cursor);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    expect([items, whole.nextCursor]).toEqual([whole.items, undefined]);
  });

  it('is invalid for every other caller', async () => {
    const { cursor, caller } = listOf(operation);
    for (const as of others.filter((account) => account !== caller)) {
      const { status, body } = await ask(operation, cursor, { as });
      expect([400, 403, 404]).toContain(status);
      if (status === 400) expect(body.code).toBe('invalid_cursor');
    }
  });

  it('is invalid for every other list of the same caller', async () => {
    const { cursor } = listOf(operation);
    for (const other of paged.filter((candidate) => candidate !== operation)) {
      expect((await ask(other, cursor)).body.code).toBe('invalid_cursor');
    }
  });

  it('is invalid when it was truncated, changed, extended or encoded differently', async () => {
    const { cursor } = listOf(operation);
    const cut = Array.from({ length: cursor.length }, (_, n) => cursor.slice(0, n)).filter(
      (_, n) => n % 30 === 0 || n > cursor.length - 5,
    );
    const changed = [0, 5, 12, 20, 28, 34, -2].map((at) => {
      const bytes = Buffer.from(cursor, 'base64url');
      bytes.writeUInt8(
        bytes.readUInt8((at + bytes.length) % bytes.length) ^ 1,
        (at + bytes.length) % bytes.length,
      );
      return bytes.toString('base64url');
    });
    const bytes = Buffer.from(cursor, 'base64url');
    for (const forged of [
      ...cut,
      ...changed,
      `${cursor}=`,
      `${cursor}AAAA`,
      `${cursor},${cursor}`,
      ` ${cursor}`,
      bytes.toString('hex'),
      bytes.subarray(12).toString('base64url'),
      'x'.repeat(100_000),
      '\u0000',
      '\ud800',
      Buffer.from(JSON.stringify({ pk: 'ACCOUNT#', sk: '' })).toString('base64url'),
    ]) {
      expect((await ask(operation, forged)).body.code, forged).toBe('invalid_cursor');
    }
  });
});

describe('a list with parameters that select it', () => {
  it.each(paged.filter((operation) => choicesOf(operation).length > 0))(
    'has cursors that are invalid for another selection: %s',
    async (operation) => {
      const { cursor, sent } = listOf(operation);
      for (const { name, schema } of choicesOf(operation)) {
        for (const value of schema.enum.filter((choice) => choice !== sent.query[name])) {
          const { status, body } = await ask(operation, cursor, { query: { [name]: value } });
          expect([status, body.code]).toEqual([400, 'invalid_cursor']);
        }
      }
    },
  );
});
