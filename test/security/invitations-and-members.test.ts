import { expect, it } from 'vitest';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { days, hours, minutes } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { newOffice, type Office } from '../functions/analytics/workspace-driver.ts';
import { newAccount, newWorld, type World } from '../support/world.ts';

/**
 * An officer cannot find out which invitation a member accepted: nothing in the lists and reports of officers connects the two,
 * unless the member shares the reference of the invitation.
 */

type Json = string | number | boolean | undefined | readonly Json[] | { readonly [name: string]: Json };

/** All values in lists and reports, without the names of their fields. */
function valuesIn(value: Json): string[] {
  if (typeof value === 'object') return Object.values(value).flatMap(valuesIn);
  return value === undefined ? [] : [String(value)];
}

/** The lists and reports of workspaces. A look-up of a claim by its code is none. */
const officersReads = Object.values<Contract>(contracts)
  .filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/partner/workspaces/'))
  .map(({ operationId }) => operationId as OperationId)
  .filter((operation) => operation !== 'findPartnerClaim');

/** Whether it is the list of invitations, with which the others are compared. */
const isOfInvitations = (operation: OperationId) => contracts[operation].path.endsWith('/invitations');

/** Each kind of workspace has this many of them: its members, its invitations, its list and its report. */
const READS_OF_A_KIND = 4;

/** Everything that officers read, except the invitations. */
async function readsOf(world: World, office: Office): Promise<Json> {
  const sent = { as: office.owner, params: { workspaceId: office.id } };
  const query = { from: '2031-03-01', to: '2031-04-30', limit: '100' };
  const found: [OperationId, Json][] = [];
  for (const operation of officersReads) {
    const { status, body } = await world.call(operation, { ...sent, query });
    if (status === 200) found.push([operation, body]);
  }
  expect(found).toHaveLength(READS_OF_A_KIND);
  return found.filter(([operation]) => !isOfInvitations(operation)).map(([, body]) => body);
}

/** The lists of invitations in every way: in each state, and page by page. */
async function listingsOf(world: World, office: Office): Promise<Json> {
  const listings: Json[] = [];
  const operation = officersReads.find(isOfInvitations);
  if (!operation) throw new Error('There is no list of invitations.');
  for (const status of [undefined, 'pending', 'closed', 'revoked'])
    for (let query: Record<string, string> | undefined = { limit: '2', ...(status && { status }) }; query; ) {
      const sent = { as: office.owner, params: { workspaceId: office.id }, query };
      const { body } = await world.call(operation, sent);
      listings.push(body.invitations);
      query = body.nextCursor && { ...query, cursor: body.nextCursor };
    }
  return listings;
}

const REFERENCES = ['TM-0417', 'TM-0418', 'TM-0419', 'TM-0420'];

/** Four invitations at different times, three of which are accepted at different times. */
async function newCompany(kind: 'corporate' | 'merchant', shareReference: boolean) {
  const world = await newWorld();
  const office = await newOffice(world, kind);
  const tokens: string[] = [];
  for (const reference of REFERENCES) {
    world.advance(minutes(7));
    const { body } = await office.invite('member', office.owner, { reference });
    tokens.push(body.invitationToken);
  }
  const before = await office.invitations();
  const listings = await listingsOf(world, office);
  const joined: string[] = [];
  const accounts: AccountId[] = [];
  for (const token of tokens.slice(0, 3)) {
    world.advance(hours(5));
    const accountId = newAccount();
    expect((await office.accept(accountId, token, { shareReference })).status).toBe(201);
    if (kind === 'corporate') await office.file(accountId, '2031-03-10', '2031-03-12');
    joined.push(await office.memberIdOf(accountId));
    accounts.push(accountId);
  }
  return { world, office, before, listings, joined, accounts };
}

/** The values of single invitations, such as their times, that also occur elsewhere. */
function sharedValues(invitations: readonly Json[], elsewhere: Json): string[] {
  const each = invitations.map((invitation) => new Set(valuesIn(invitation)));
  const ofAll = [...(each[0] ?? [])].filter((value) => each.every((values) => values.has(value)));
  const found = new Set(valuesIn(elsewhere));
  return each.flatMap((values) => [...values].filter((value) => found.has(value) && !ofAll.includes(value)));
}

it.each(['corporate', 'merchant'] as const)(
  'the officers of a %s workspace find no pair of an invitation and a member',
  async (kind) => {
    const { world, office, before, listings, joined, accounts } = await newCompany(kind, false);
    const found = await readsOf(world, office);
    // The comparison finds what it looks for.
    expect(valuesIn(found)).toEqual(expect.arrayContaining(joined));
    expect(
      sharedValues(
        [
          { id: 'a', at: 'then' },
          { id: 'b', at: 'now' },
        ],
        [{ joinedAt: 'now' }],
      ),
    ).toEqual(['now']);
    expect(sharedValues(await office.invitations(), found)).toEqual([]);

    // Accepting, leaving and closing an account change nothing in the list of invitations.
    expect(await office.invitations()).toEqual(before);
    expect(await listingsOf(world, office)).toEqual(listings);
    const [first, second] = accounts;
    if (first) await office.leave(first);
    expect(await office.invitations()).toEqual(before);
    if (second) await world.call('requestDeletion', { as: second });
    expect(await office.invitations()).toEqual(before);
    expect(await listingsOf(world, office)).toEqual(listings);

    // Neither does revoking tell an accepted one from another, before or after the last day.
    const [latest, accepted] = before;
    world.advance(minutes(1));
    const answers = [await office.revoke(latest.id), await office.revoke(accepted.id)];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const revoked = (await office.invitations()).slice(0, 2);
    for (const { status, revokedAt } of revoked)
      expect([status, revokedAt]).toEqual(['revoked', world.now().toISOString()]);
    world.advance(days(20));
    expect(sharedValues(await office.invitations(), await readsOf(world, office))).toEqual([]);
    const late = before.slice(2).map(async ({ id }: { id: string }) => (await office.revoke(id)).body.code);
    expect(await Promise.all(late)).toEqual(['invitation_closed', 'invitation_closed']);
  },
);

it('the reference is the only connection, while the member shares it', async () => {
  const { world, office, accounts } = await newCompany('corporate', true);
  const found = async () => sharedValues(await office.invitations(), await readsOf(world, office)).sort();
  expect(await found()).toEqual(REFERENCES.slice(0, 3));
  for (const accountId of accounts) await office.shareReference(accountId, false);
  expect(await found()).toEqual([]);
});
