import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import { CampaignStatus } from '../../shared/rewards/items.ts';
import { SHARED_STATUSES } from '../../shared/workspaces/certificate-statuses.ts';
import { type Cast, newCast, principals } from '../cast/cast.ts';
import { givenClub, givenMember } from '../given/community.ts';
import { givenCampaign } from '../given/rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation } from '../given/workspaces.ts';
import { newWorld, type World } from '../support/world.ts';
import { requestOf, validCaller } from './calls.ts';
import { choicesOf, listOn, paged } from './paged.ts';

/** A list that nothing is ever put into would be read without an error, and be empty for ever. */
let world: World;
let cast: Cast;
beforeAll(async () => {
  world = await newWorld();
  cast = await newCast(world);
  const { company, club, secondAdmin: accountId } = cast;
  await world.call('grantAdministrator', { as: cast.accounts['platform admin'], params: { accountId } });
  for (const status of SHARED_STATUSES)
    await givenCertificate(world, await givenEmployee(world, { id: company }), { status });
  const noon = world.now().toISOString();
  await givenInvitation(world, { id: company }, { revokedAt: noon });
  await givenInvitation(world, { id: company }, { expiresAt: noon });
  await givenMember(world, club, 'requested');
  await givenClub(world, { reviewedAt: undefined });
  await givenClub(world, { reviewedAt: undefined, rejectedAt: noon });
  for (const status of CampaignStatus.options) await givenCampaign(world, { status });
});

/** The number of items on the first page, for the principal of the cast who gets the most. */
async function longest(operation: OperationId, query: Readonly<Record<string, string>>): Promise<number> {
  let most = 0;
  for (const principal of principals) {
    const sent = requestOf(operation, cast, principal);
    const { status, body } = await world.call(operation, { ...sent, query: { ...sent.query, ...query } });
    if (status === 200) most = Math.max(most, listOn(body).length);
  }
  return most;
}

describe.each(paged)('%s', (operation) => {
  it('returns at least one item for its valid request', async () => {
    const { status, body } = await world.call(operation, requestOf(operation, cast, validCaller(operation)));
    expect(status).toBe(200);
    expect(listOn(body).length, 'put an item into this list in `newCast` or above').toBeGreaterThan(0);
  });
});

const selections = paged.flatMap((operation) =>
  choicesOf(operation).flatMap(({ name, schema }) =>
    schema.enum.map((value) => [operation, { [name]: value }] as const),
  ),
);

describe('a list that a parameter selects', () => {
  it.each(selections)('returns at least one item to somebody: %s with %o', async (operation, query) => {
    expect(await longest(operation, query)).toBeGreaterThan(0);
  });
});
