import { expect, it } from 'vitest';
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

/** Everything that officers read, except the invitations. */
async function readsOf(world: World, office: Office, kind: 'corporate' | 'merchant'): Promise<Json> {
  const sent = { as: office.owner, params: { workspaceId: office.id } };
  const period = { query: { from: '2031-03-01', to: '2031-04-30' } };
  if (kind === 'merchant')
    return [
      await office.members(),
      (await world.call('merchantReport', { ...sent, ...period })).body,
      (await world.call('listMerchantCampaigns', { ...sent, query: {} })).body,
    ];
  return [
    await office.members(),
    await office.shared(),
    (await world.call('medicalCertificateTotals', { ...sent, ...period })).body,
  ];
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
  const joined: AccountId[] = [];
  for (const token of tokens.slice(0, 3)) {
    world.advance(hours(5));
    const accountId = newAccount();
    expect((await office.accept(accountId, token, { shareReference })).status).toBe(201);
    if (kind === 'corporate') await office.file(accountId, '2031-03-10', '2031-03-12');
    joined.push(accountId);
  }
  return { world, office, before, joined };
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
    const { world, office, before, joined } = await newCompany(kind, false);
    const reads = await readsOf(world, office, kind);
    // The comparison finds what it looks for.
    expect(valuesIn(reads)).toEqual(expect.arrayContaining(joined));
    expect(
      sharedValues(
        [
          { id: 'a', at: 'then' },
          { id: 'b', at: 'now' },
        ],
        [{ joinedAt: 'now' }],
      ),
    ).toEqual(['now']);
    expect(sharedValues(await office.invitations(), reads)).toEqual([]);

    // Accepting, leaving and closing an account change nothing in the list of invitations.
    expect(await office.invitations()).toEqual(before);
    const [first, second] = joined;
    if (first) await office.leave(first);
    expect(await office.invitations()).toEqual(before);
    if (second) await world.call('requestDeletion', { as: second });
    expect(await office.invitations()).toEqual(before);

    // Neither does revoking tell an accepted one from another, before or after the last day.
    const [latest, accepted] = before;
    world.advance(minutes(1));
    const answers = [await office.revoke(latest.id), await office.revoke(accepted.id)];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const revoked = (await office.invitations()).slice(0, 2);
    for (const { status, revokedAt } of revoked)
      expect([status, revokedAt]).toEqual(['revoked', world.now().toISOString()]);
    world.advance(days(20));
    expect(sharedValues(await office.invitations(), await readsOf(world, office, kind))).toEqual([]);
    const late = before.slice(2).map(async ({ id }: { id: string }) => (await office.revoke(id)).body.code);
    expect(await Promise.all(late)).toEqual(['invitation_closed', 'invitation_closed']);
  },
);

it('the reference is the only connection, while the member shares it', async () => {
  const { world, office, joined } = await newCompany('corporate', true);
  const found = async () =>
    sharedValues(await office.invitations(), await readsOf(world, office, 'corporate')).sort();
  expect(await found()).toEqual(REFERENCES.slice(0, 3));
  for (const accountId of joined) await office.shareReference(accountId, false);
  expect(await found()).toEqual([]);
});
