import { beforeEach, describe, expect, it } from 'vitest';
import { displayCount, displayRank } from '../../../shared/community/boards.ts';
import { enrollment, rankOf } from '../../../shared/community/participation.ts';
import { deletionReceipt, deletionRequest } from '../../../shared/deletion/items.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { claimPointer, pointerOf } from '../../../shared/rewards/claim-codes.ts';
import { campaign, claim } from '../../../shared/rewards/items.ts';
import { days, later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { invitation } from '../../../shared/workspaces/invitations.ts';
import { acceptance, certificate, membership } from '../../../shared/workspaces/items.ts';
import { givenChallenge, givenClub, givenEvent, givenParticipant } from '../../given/community.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation, givenWorkspace } from '../../given/workspaces.ts';
import { lost, meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const requestFor = (as: AccountId) => world.call('requestDeletion', { as });
const check = (receiptToken: unknown) => world.call('checkDeletionReceipt', { body: { receiptToken } });

describe('requesting the deletion of an account', () => {
  it('answers 201 with the request and a receipt that is valid for 180 days', async () => {
    const { status, body } = await requestFor(newAccount());
    expect(status).toBe(201);
    expect(body).toEqual({
      request: {
        id: expect.any(String),
        status: 'pending',
        requestedAt: world.now().toISOString(),
        receiptExpiresAt: later(world.now(), days(180)).toISOString(),
        noticeVersion: '2031-03',
      },
      receiptToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(JSON.stringify(await world.dump())).not.toContain(body.receiptToken);
  });

  it('answers 200 with the same request and a new receipt when repeated; the old receipt is invalid', async () => {
    const account = newAccount();
    const first = await requestFor(account);
    world.advance(days(3));
    const second = await requestFor(account);
    expect(second.status).toBe(200);
    expect(second.body.request).toEqual(first.body.request);
    expect(second.body.receiptToken).not.toBe(first.body.receiptToken);
    expect((await check(first.body.receiptToken)).body.code).toBe('receipt_not_found');
    expect((await check(second.body.receiptToken)).body).toEqual(first.body.request);
  });

  it('creates one request with one valid receipt from any number of concurrent requests', async () => {
    const account = newAccount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestFor(account)));
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.request.id)).size).toBe(1);
    const good = (await Promise.all(answers.map(({ body }) => check(body.receiptToken)))).filter(
      ({ status }) => status === 200,
    );
    expect(good).toHaveLength(1);
    expect(
      (await world.dump()).filter(({ pk }) => String(pk).startsWith(deletionReceipt.prefix)),
    ).toHaveLength(1);
  });

  it('returns a valid receipt even when the response of its write was lost and the idempotency token has expired', async () => {
    for (const again of [false, true]) {
      const account = newAccount();
      if (again) await requestFor(account);
      let losses = 1;
      world.setFault(async ({ command, input, send }) => {
        const answer = await send();
        if (command === 'TransactWrite' && losses-- > 0) {
          input.ClientRequestToken = newId();
          throw lost();
        }
        return answer;
      });
      const { status, body } = await requestFor(account);
      world.setFault(undefined);
      expect(status).toBeLessThan(300);
      expect((await check(body.receiptToken)).status).toBe(200);
    }
  });

  it('returns no receipt after the erasure, which no ledger would contain, even when it ends concurrently', async () => {
    const account = newAccount();
    const first = (await requestFor(account)).body.receiptToken;
    const key = deletionRequest.key({ accountId: account });
    const completedAt = world.now().toISOString();
    meanwhile(world, async () => {
      const stored = deletionRequest.parse((await world.item(key)) ?? {});
      await world.put(deletionRequest.stored({ ...stored, status: 'completed', completedAt }));
    });
    expect((await requestFor(account)).body.code).toBe('account_closed');
    world.setFault(undefined);
    expect((await requestFor(account)).body.code).toBe('account_closed');
    expect((await check(first)).status).toBe(200);
  });
});

describe('closing an account marks its items', () => {
  async function givenHoldings(accountId: AccountId, claims = 1) {
    const workspace = await givenWorkspace(world);
    const edge = await givenEmployee(world, workspace, { accountId });
    const sick = await givenCertificate(world, edge);
    const invited = await givenInvitation(world, workspace, { by: accountId });
    const of = await givenCampaign(world);
    const first = await givenClaim(world, of, { accountId });
    const others = Array.from({ length: claims - 1 }, () => ({ ...first, id: newId(), campaignId: newId() }));
    await world.put(
      ...others.flatMap(({ id, campaignId }) => [
        campaign.stored({ ...of, id: campaignId }),
        claim.stored({ ...first, id, campaignId }),
        claimPointer.stored(pointerOf({ ...first, id, campaignId })),
      ]),
    );
    const claimed = [first, ...others];
    const challenge = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
    const participant = await givenParticipant(world, challenge, { accountId, steps: 70 });
    return { edge, sick, invited, claimed, participant, challenge };
  }

  async function expectMarked(
    { edge, sick, invited, claimed, participant }: Awaited<ReturnType<typeof givenHoldings>>,
    others = 0,
  ) {
    const marked = [
      membership.key(edge),
      invitation.key(invited),
      ...claimed.map((stored) => claim.key(stored)),
    ];
    const stored = await Promise.all(marked.map((key) => world.item(key)));
    for (const item of stored) expect(item?.['accountClosed']).toBe(true);
    const { accountId: as } = await givenEmployee(world, { id: edge.workspaceId }, { role: 'hr_admin' });
    const params = { workspaceId: edge.workspaceId };
    expect(await world.item(certificate.key(sick))).toBeDefined();
    expect((await world.call('listCertificates', { as, params, query: {} })).body.certificates).toEqual([]);
    expect(await world.item(acceptance.key({ ...invited, accountId: edge.accountId }))).toBeUndefined();
    expect((await world.item(enrollment.key(participant)))?.['sharePublicDisplay']).toBe(false);
    await world.catchUp();
    expect((await world.item(displayCount.key(participant)))?.['total']).toBe(others);
    expect((await world.dump()).filter(({ sk }) => String(sk).startsWith('RANK#'))).toEqual([]);
  }

  it('memberships, claims, certificates, accepted invitations and places on the display', async () => {
    const account = newAccount();
    const holdings = await givenHoldings(account);
    expect((await requestFor(account)).status).toBe(201);
    await expectMarked(holdings);
  });

  it('and no item of another account', async () => {
    const bystander = await givenHoldings(newAccount());
    const before = await world.dump();
    const account = newAccount();
    await requestFor(account);
    const own = (pk: unknown) =>
      [
        accountStanding.key({ accountId: account }).pk,
        deletionRequest.key({ accountId: account }).pk,
      ].includes(String(pk));
    const after = (await world.dump()).filter(
      ({ pk }) => !own(pk) && !String(pk).startsWith(deletionReceipt.prefix),
    );
    expect(after).toEqual(before);
    expect(bystander.claimed).toHaveLength(1);
  });

  it('and answers with the receipt when the time is over before all are marked', {
    tags: ['calls'],
  }, async () => {
    const account = newAccount();
    const holdings = await givenHoldings(account, 120);
    let transactions = 0;
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite' && ++transactions > 1) throw lost();
      return send();
    });
    world.setTime({ sleep: async () => {} });
    const { status, body } = await requestFor(account);
    world.setFault(undefined);
    expect(status).toBe(201);
    expect((await check(body.receiptToken)).status).toBe(200);
    const claims = (
      await Promise.all(holdings.claimed.map((stored) => world.item(claim.key(stored))))
    ).filter((stored) => stored?.['accountClosed']);
    // Boards, memberships and invitations come first, and what is left fits no transaction.
    expect(claims.length).toBeGreaterThan(50);
    expect(claims.length).toBeLessThan(120);
    expect((await requestFor(account)).status).toBe(200);
    await expectMarked(holdings);
  });

  it('and answers with the receipt whatever fails after the closing; a repeated request marks the rest', async () => {
    const account = newAccount();
    const holdings = await givenHoldings(account, 120);
    let transactions = 0;
    world.setFault(async ({ command, send }) => {
      if (command === 'TransactWrite' && ++transactions > 1) throw new Error('stopped');
      return send();
    });
    const { status, body } = await requestFor(account);
    world.setFault(undefined);
    expect(status).toBe(201);
    expect((await check(body.receiptToken)).status).toBe(200);
    expect((await requestFor(account)).status).toBe(200);
    await expectMarked(holdings);
  });

  it.each([
    ['first', 0],
    ['last of 110', 109],
  ])('and answers with the receipt although an item cannot be read: the %s', async (_, n) => {
    const account = newAccount();
    const { claimed } = await givenHoldings(account, 110);
    const byKey = claimed.map(claim.key).toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
    const [broken, sound] = [byKey[n], byKey[50]];
    if (!broken || !sound) throw new Error('too few claims');
    await world.put({ ...(await world.item(broken)), status: 'unheard of' });
    expect((await requestFor(account)).status).toBe(201);
    expect((await requestFor(account)).status).toBe(200);
    expect((await world.item(sound))?.['accountClosed']).toBe(true);
    expect((await world.item(broken))?.['accountClosed']).toBeUndefined();
  });

  it('and recreates no item that was deleted concurrently', async () => {
    const account = newAccount();
    const { edge } = await givenHoldings(account);
    meanwhile(world, () => world.remove(membership.key(edge)));
    expect((await requestFor(account)).status).toBe(201);
    world.setFault(undefined);
    expect(await world.item(membership.key(edge))).toBeUndefined();
  });

  it.each<[string, (of: Awaited<ReturnType<typeof givenHoldings>>) => Promise<unknown>]>([
    ['an accepted invitation that is gone', ({ invited }) => world.remove(invitation.key(invited))],
    ['a count of the display that is gone', ({ participant }) => world.remove(displayCount.key(participant))],
    [
      'a count of the display that is out of step',
      ({ challenge }) =>
        world.put(
          displayCount.stored({ challengeId: challenge.id, total: 0, changedAt: world.now().toISOString() }),
        ),
    ],
  ])('and succeeds even when an item cannot be marked: %s', async (_, spoil) => {
    const account = newAccount();
    const holdings = await givenHoldings(account);
    await spoil(holdings);
    expect((await requestFor(account)).status).toBe(201);
    expect((await requestFor(account)).status).toBe(200);
    expect((await world.call('issueQrToken', { as: account })).body.code).toBe('account_closed');
    expect(
      (await world.item(claim.key(holdings.claimed[0] ?? { accountId: account, campaignId: '' })))?.[
        'accountClosed'
      ],
    ).toBe(true);
    expect((await world.item(enrollment.key(holdings.participant)))?.['sharePublicDisplay']).toBe(false);
    const left = (await world.dump()).map(({ sk }) => String(sk));
    expect(left.filter((sk) => sk.startsWith('RANK#') || sk.startsWith('ACCEPTED#'))).toEqual([]);
  });

  /** Changes the participant between the handler's reads and its transaction, as a step report or a withdrawal does. */
  const changesMeanwhile = (holdings: Awaited<ReturnType<typeof givenHoldings>>, change: object) => {
    const { challenge, participant } = holdings;
    meanwhile(world, async () => {
      await world.remove(displayRank.key(rankOf(participant)));
      const changedAt = world.now().toISOString();
      await world.put(displayCount.stored({ challengeId: challenge.id, total: 4, changedAt }));
      holdings.participant = await givenParticipant(world, challenge, {
        ...participant,
        ...change,
        version: participant.version + 1,
      });
    });
  };

  it.each([
    ['more steps', { steps: 99 }, 4],
    ['as many steps at another time', { measuredAt: '2031-03-14T03:59:00.000Z' }, 4],
    ['a withdrawn consent', { sharePublicDisplay: false }, 4],
  ])('also a place that moves concurrently by %s, with the right counters', async (_, change, others) => {
    const account = newAccount();
    const holdings = await givenHoldings(account);
    changesMeanwhile(holdings, change);
    expect((await requestFor(account)).status).toBe(201);
    world.setFault(undefined);
    await expectMarked(holdings, others);
  });
});

describe('checking a deletion by its receipt', () => {
  it('is possible until the last millisecond, whether or not TTL has deleted the receipt', async () => {
    const { body } = await requestFor(newAccount());
    const stored = (await world.dump()).find(({ pk }) => String(pk).startsWith(deletionReceipt.prefix));
    expect(stored?.['ttl']).toBe(Math.ceil(Date.parse(body.request.receiptExpiresAt) / 1000));
    world.setNow(later(new Date(body.request.receiptExpiresAt), -1));
    expect((await check(body.receiptToken)).status).toBe(200);
    world.advance(1);
    expect((await check(body.receiptToken)).status).toBe(404);
  });

  it('does not even read an expired receipt, because reading an item takes longer than reading none', async () => {
    const { receiptToken, request } = (await requestFor(newAccount())).body;
    const handedOut: unknown[] = [];
    world.setFault(async ({ send }) => {
      const answer = (await send()) as {
        readonly output: { readonly Item?: unknown; readonly Items?: unknown };
      };
      handedOut.push([answer.output.Item, answer.output.Items]);
      return answer;
    });
    await check(receiptToken);
    expect(JSON.stringify(handedOut)).toContain(request.id);
    handedOut.length = 0;
    world.setNow(new Date(request.receiptExpiresAt));
    await check(receiptToken);
    await check('never issued');
    expect(handedOut).toHaveLength(2);
    expect(handedOut[0]).toEqual(handedOut[1]);
  });
});
