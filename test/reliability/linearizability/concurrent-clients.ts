import { marshall } from '@aws-sdk/util-dynamodb';
import { endpoint as approveAccessRequest } from '../../../functions/clinical/access-requests/approve-access-request.ts';
import { endpoint as createAccessRequest } from '../../../functions/clinical/access-requests/create-access-request.ts';
import { endpoint as revokeAccessRequest } from '../../../functions/clinical/access-requests/revoke-access-request.ts';
import { endpoint as addRecord } from '../../../functions/clinical/records/add-record.ts';
import { endpoint as listRecords } from '../../../functions/clinical/records/list-records.ts';
import { endpoint as markRecordInError } from '../../../functions/clinical/records/mark-record-in-error.ts';
import { endpoint as listNotices } from '../../../functions/deletion/notices/list-notices.ts';
import { endpoint as getPlatformCampaign } from '../../../functions/rewards/campaigns/get-platform-campaign.ts';
import { endpoint as annulRedemption } from '../../../functions/rewards/claims/annul-redemption.ts';
import { endpoint as redeemClaim } from '../../../functions/rewards/claims/redeem-claim.ts';
import { endpoint as reserveReward } from '../../../functions/rewards/claims/reserve-reward.ts';
import { job as releaseLapsedLease } from '../../../functions/rewards/stock/release-lapsed-lease.ts';
import { practitionerVerification, qrToken } from '../../../shared/clinical/items.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { lease } from '../../../shared/rewards/items.ts';
import { days, fingerprint, hours, later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { describedPractitioner } from '../../given/clinical.ts';
import { expectAccessLogged } from '../../support/access-log-invariants.ts';
import { givenOffer } from '../simulation/fixtures.ts';
import type { Heard, Simulation } from '../simulation/simulated-world.ts';
import { type AccessInput, type AccessOutput, PATIENT, titleOf } from './access.ts';
import type { Operation } from './checker.ts';
import type { RewardInput, RewardOutput } from './rewards.ts';

export const CLIENTS = 8;
export const OPERATIONS = 40;
export const UNITS = 2;
const ACCOUNTS = 4;
const TOKENS = 3;
const HELD_FOR_SECONDS = 2;
/** The longest pauses of clients, in milliseconds. Short ones cause contention, long ones hardly any. */
const PAUSES = [50, 400, 2000];

export interface History {
  readonly rewards: readonly Operation<RewardInput, RewardOutput>[];
  readonly access: readonly Operation<AccessInput, AccessOutput>[];
}

interface KnownClaim {
  readonly id: string;
  readonly account: AccountId;
  readonly expiresAt: string;
}

/**
 * Eight clients execute random operations, each one at a time and without retries. All clients share what they learn.
 */
export async function history(world: Simulation): Promise<History> {
  const { scenario } = world;
  const offer = await givenOffer(world, { units: [UNITS], reservationTtlSeconds: HELD_FOR_SECONDS });
  const campaignId = offer.campaign.id;
  const accounts = Array.from({ length: ACCOUNTS }, world.newAccount);
  const patient = world.newAccount();
  const admin = world.newAccount();
  await world.put(accountStanding.stored({ accountId: admin, platformAdmin: true }));
  const practitioners = [world.newAccount(), world.newAccount()];
  const tokens = Array.from({ length: TOKENS }, (_, n) => `token ${n + 1}`);
  await givenVisit(world, patient, practitioners, tokens);
  const claims = new Map<string, KnownClaim>();
  const redemptions: { readonly claimId: string; readonly redemptionId: string }[] = [];
  const requests = new Map<string, AccountId>();
  const added: { readonly recordId: string; readonly request: string; readonly title: string }[] = [];
  const rewards: Operation<RewardInput, RewardOutput>[] = [];
  const access: Operation<AccessInput, AccessOutput>[] = [];
  const pause = scenario.pick(PAUSES);
  let left = OPERATIONS;

  await world.play(() =>
    Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        while (left > 0) {
          left -= 1;
          await world.sleep(scenario.between(0, pause));
          await act(`client ${client + 1}`);
        }
      }),
    ),
  );
  const reads = access.filter(({ input, answer }) => input.kind === 'read' && answer?.output.code === '');
  expectAccessLogged(await world.dump(), reads.length);
  return { rewards, access };

  async function act(who: string): Promise<void> {
    const doable = [
      reserve,
      reserve,
      count,
      exchange,
      told,
      ...(claims.size > 0 ? [redeem] : []),
      ...(redemptions.length > 0 ? [annul] : []),
      ...([...claims.values()].some(hasLapsed) ? [release] : []),
      ...(requests.size > 0 ? [approve, approve, add, add, read, read, revoke] : []),
      ...(added.length > 0 ? [mark] : []),
    ];
    await scenario.pick(doable)(who);
  }

  /** Records the call and the response of a client. */
  async function noted<I, O>(
    into: Operation<I, O>[],
    input: I,
    call: () => Promise<Heard>,
    outputOf: (heard: Heard) => O,
  ): Promise<Heard> {
    const calledAt = world.now().getTime();
    const heard = await call();
    const answer = { at: world.now().getTime(), output: outputOf(heard) };
    into.push({ input, calledAt, ...(heard.kind !== 'unknown' && { answer }) });
    return heard;
  }

  async function reserve(who: string): Promise<void> {
    const as = scenario.pick(accounts);
    const claimId = scenario.uuid();
    const heard = await noted<RewardInput, RewardOutput>(
      rewards,
      { kind: 'reserve', account: as, claimId },
      () => world.ask(`${who} reserving`, reserveReward, { as, params: { campaignId }, body: { claimId } }),
      ({ kind, code, body }) =>
        kind === 'ok'
          ? { code, claim: { id: body.id, status: body.status, expiresAt: Date.parse(body.expiresAt) } }
          : { code },
    );
    if (heard.kind === 'ok') {
      const { id, expiresAt } = heard.body;
      claims.set(id, { id, account: as, expiresAt });
    }
  }

  async function redeem(who: string): Promise<void> {
    const { id: claimId } = scenario.pick([...claims.values()]);
    // A new redemption, or one that is repeated, perhaps at another counter.
    const known = redemptions.filter((redemption) => redemption.claimId === claimId);
    const redemption = scenario.pick([{ claimId, redemptionId: scenario.uuid() }, ...known]);
    if (!known.includes(redemption)) redemptions.push(redemption);
    await atCounter('redeem', `${who} redeeming`, redeemClaim, redemption);
  }

  async function annul(who: string): Promise<void> {
    await atCounter('annul', `${who} annulling`, annulRedemption, scenario.pick(redemptions));
  }

  async function atCounter(
    kind: 'redeem' | 'annul',
    who: string,
    endpoint: typeof redeemClaim,
    { claimId, redemptionId }: (typeof redemptions)[number],
  ): Promise<void> {
    const as = scenario.pick(offer.staff);
    await noted<RewardInput, RewardOutput>(
      rewards,
      { kind, claimId, redemptionId },
      () => world.ask(who, endpoint, { as, params: { claimId }, body: { redemptionId } }),
      ({ code }) => ({ code }),
    );
  }

  function hasLapsed({ expiresAt }: KnownClaim): boolean {
    return expiresAt <= world.now().toISOString();
  }

  async function release(who: string): Promise<void> {
    const {
      id: claimId,
      account: accountId,
      expiresAt,
    } = scenario.pick([...claims.values()].filter(hasLapsed));
    const gone = lease.stored({ campaignId, shard: 0, expiresAt, claimId, accountId });
    await noted<RewardInput, RewardOutput>(
      rewards,
      { kind: 'release', claimId },
      async () => {
        const Records = [
          { eventName: 'REMOVE', dynamodb: { SequenceNumber: '1', OldImage: marshall(gone) } },
        ];
        const ended = await world.run(`${who} releasing`, releaseLapsedLease, { Records });
        const done = typeof ended === 'object' && ended.batchItemFailures.length === 0;
        // The result of a release is only logged; later reads of the stock show it.
        return { kind: done ? 'ok' : 'unknown', status: 0, code: '', body: undefined };
      },
      ({ code }) => ({ code }),
    );
  }

  async function count(who: string): Promise<void> {
    await noted<RewardInput, RewardOutput>(
      rewards,
      { kind: 'count' },
      () => world.ask(`${who} counting`, getPlatformCampaign, { as: admin, params: { campaignId } }),
      ({ code, kind, body }) =>
        kind === 'ok' ? { code, units: body.stock.free + body.stock.lapsed } : { code },
    );
  }

  async function exchange(who: string): Promise<void> {
    const token = scenario.pick(tokens);
    const as = scenario.pick(practitioners);
    const heard = await noted<AccessInput, AccessOutput>(
      access,
      { kind: 'exchange', token },
      () => world.ask(`${who} exchanging`, createAccessRequest, { as, body: { token } }),
      ({ code, kind, body }) => (kind === 'ok' ? { code, request: body.id } : { code }),
    );
    if (heard.kind === 'ok') requests.set(heard.body.id, as);
  }

  async function approve(who: string): Promise<void> {
    await decide(who, 'approve', approveAccessRequest);
  }
  async function revoke(who: string): Promise<void> {
    await decide(who, 'revoke', revokeAccessRequest);
  }
  async function decide(
    who: string,
    kind: 'approve' | 'revoke',
    endpoint: typeof approveAccessRequest,
  ): Promise<void> {
    const [request, of] = scenario.pick([...requests]);
    await noted<AccessInput, AccessOutput>(
      access,
      { kind, request, of },
      () => world.ask(`${who} to ${kind}`, endpoint, { as: patient, params: { id: request } }),
      ({ code }) => ({ code }),
    );
  }

  async function add(who: string): Promise<void> {
    const [request, as] = scenario.pick([...requests]);
    const title = `record ${access.length} of ${who}`;
    const recordId = scenario.uuid();
    added.push({ recordId, request, title });
    await noted<AccessInput, AccessOutput>(
      access,
      { kind: 'add', request, title },
      () =>
        world.ask(`${who} adding`, addRecord, {
          as,
          params: { id: request },
          body: { recordId, title, body: 'Well.' },
        }),
      ({ code }) => ({ code }),
    );
  }

  async function mark(who: string): Promise<void> {
    const { recordId, request, title } = scenario.pick(added);
    const as = requests.get(request) ?? patient;
    await noted<AccessInput, AccessOutput>(
      access,
      { kind: 'mark', request, title },
      () =>
        world.ask(`${who} marking`, markRecordInError, {
          as,
          params: { id: request, recordId },
          body: { reason: 'Wrong patient.' },
        }),
      ({ code, kind, status }) => (kind === 'ok' ? { code, shown: status === 200 } : { code }),
    );
  }

  async function told(who: string): Promise<void> {
    const as = scenario.pick([patient, ...practitioners]);
    await noted<AccessInput, AccessOutput>(
      access,
      { kind: 'told', to: as === patient ? PATIENT : as },
      () => world.ask(`${who} listing notices`, listNotices, { as, query: { limit: '100' } }),
      ({ code, kind, body }) =>
        kind === 'ok'
          ? { code, told: body.notices.map((notice: { readonly kind: string }) => notice.kind) }
          : { code },
    );
  }

  async function read(who: string): Promise<void> {
    const [request, as] = scenario.pick([...requests]);
    await noted<AccessInput, AccessOutput>(
      access,
      { kind: 'read', request },
      () =>
        world.ask(`${who} reading`, listRecords, { as, params: { id: request }, query: { limit: '100' } }),
      ({ code, kind, body }) =>
        kind === 'ok'
          ? {
              code,
              titles: body.records.map(
                (found: { readonly title: string; readonly enteredInError?: object }) =>
                  titleOf(found.title, found.enteredInError !== undefined),
              ),
            }
          : { code },
    );
  }
}

async function givenVisit(
  world: Simulation,
  patientId: AccountId,
  practitioners: readonly AccountId[],
  tokens: readonly string[],
): Promise<void> {
  const before = later(world.now(), -days(1)).toISOString();
  await world.put(
    ...practitioners.map((accountId, n) =>
      practitionerVerification.stored({
        id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        accountId,
        ...describedPractitioner,
        verifiedAt: before,
        verifiedSince: before,
        verificationValidUntil: later(world.now(), days(30)).toISOString(),
      }),
    ),
    ...tokens.map((token) =>
      qrToken.stored({
        tokenHash: fingerprint(token),
        patientId,
        issuedAt: world.now().toISOString(),
        expiresAt: later(world.now(), hours(1)).toISOString(),
      }),
    ),
  );
}
