import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenClosedAccount } from '../../given/accounts.ts';
import { givenClaim, givenMerchant } from '../../given/rewards.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

/** The code as `docs/api.md` describes it. */
const codeOf = (claimId: string) => createHash('sha256').update(claimId).digest('hex').slice(0, 8);

type Merchant = Awaited<ReturnType<typeof givenMerchant>>;
const find = ({ workspaceId, staffId }: Merchant, code: string, as: AccountId = staffId) =>
  world.call('findPartnerClaim', { as, params: { workspaceId, code } });

/** Two ids with the same code. */
const ALIKE = ['00000000-0000-4000-8000-000000000394', '00000000-0000-4000-8000-00000000226b'] as const;

describe('a claim whose code is typed', () => {
  it('is shown like a scanned one, in capitals too, as long as it is reserved or redeemed', async () => {
    const merchant = await givenMerchant(world);
    const { id } = await givenClaim(world, merchant.campaign);
    const scanned = await world.call('getPartnerClaim', { as: merchant.staffId, params: { claimId: id } });
    for (const code of [codeOf(id), codeOf(id).toUpperCase()]) {
      const { status, body } = await find(merchant, code);
      expect([status, body]).toEqual([200, scanned.body]);
    }
    const redemption = { as: merchant.staffId, params: { claimId: id }, body: { redemptionId: newId() } };
    await world.call('redeemClaim', redemption);
    expect((await find(merchant, codeOf(id))).body).toMatchObject({ claim: { status: 'redeemed' } });
  });

  it.each<[string, (merchant: Merchant) => Promise<{ readonly code: string; readonly as?: AccountId }>]>([
    ['nobody has the code', async () => ({ code: '00000000' })],
    [
      'the account of the claim is closed',
      async ({ campaign }) => {
        const { id } = await givenClaim(world, campaign, { accountId: await givenClosedAccount(world) });
        return { code: codeOf(id) };
      },
    ],
    [
      'it belongs to another merchant',
      async () => {
        const { campaign } = await givenMerchant(world);
        return { code: codeOf((await givenClaim(world, campaign)).id) };
      },
    ],
    [
      'the caller does not work for the merchant',
      async ({ campaign }) => ({
        code: codeOf((await givenClaim(world, campaign)).id),
        as: newAccount(),
      }),
    ],
  ])('is not found, with the same answer, if %s', async (_, arrange) => {
    const merchant = await givenMerchant(world);
    const { code, as } = await arrange(merchant);
    const unknown = await find(await givenMerchant(world), 'ffffffff');
    const { status, body } = await find(merchant, code, as);
    expect([status, body]).toEqual([404, unknown.body]);
    expect(body.message).toContain('Scan the QR code');
  });
});

it('an expired claim says that it has expired when its code is typed', async () => {
  const merchant = await givenMerchant(world);
  const { id } = await givenClaim(world, merchant.campaign, { expiresAt: world.now().toISOString() });
  const { status, body } = await find(merchant, codeOf(id));
  expect([status, body.claim.id, body.canRedeem, body.obstacle]).toEqual([200, id, false, 'claim_expired']);
});

describe('two claims with the same code', () => {
  it('are not found at one merchant, until one of them has expired', async () => {
    const merchant = await givenMerchant(world);
    const [first, second] = ALIKE;
    expect(codeOf(first)).toBe(codeOf(second));
    await givenClaim(world, merchant.campaign, { id: first });
    const expiresAt = later(world.now(), minutes(1)).toISOString();
    await givenClaim(world, merchant.campaign, { id: second, expiresAt });
    expect((await find(merchant, codeOf(first))).body.code).toBe('claim_not_found');
    world.setNow(new Date(expiresAt));
    expect((await find(merchant, codeOf(first))).body.claim.id).toBe(first);
  });

  it('are found at two merchants', async () => {
    for (const [n, id] of ALIKE.entries()) {
      const merchant = await givenMerchant(world);
      await givenClaim(world, merchant.campaign, { id });
      expect((await find(merchant, codeOf(ALIKE[0]))).body.claim.id, `${n}`).toBe(id);
    }
  });
});

describe('failed look-ups', () => {
  it('are limited to twenty an hour for each member of staff', async () => {
    const merchant = await givenMerchant(world, { reservationTtlSeconds: 7200 });
    const { id } = await givenClaim(world, merchant.campaign);
    world.setNow(new Date('2031-03-14T04:00:00.000Z'));
    for (let n = 0; n < 20; n++) {
      expect((await find(merchant, '00000000')).body.code).toBe('claim_not_found');
      // A look-up that finds its claim does not count.
      expect((await find(merchant, codeOf(id))).status).toBe(n < 19 ? 200 : 429);
    }
    const refused = await find(merchant, codeOf(id));
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['too_many_lookups', '3600']);
    const other = await givenMerchant(world);
    expect((await find(other, '00000000')).body.code).toBe('claim_not_found');
    world.advance(minutes(60));
    expect((await find(merchant, codeOf(id))).status).toBe(200);
  });

  it('cannot exceed the limit at the same time', async () => {
    const merchant = await givenMerchant(world);
    const answers = await Promise.all(Array.from({ length: 40 }, () => find(merchant, '00000000')));
    expect(answers.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(20);
    expect((await find(merchant, '00000000')).status).toBe(429);
  });
});
