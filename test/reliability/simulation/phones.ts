import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'vitest';
import { endpoint as createAccessRequest } from '../../../functions/clinical/access-requests/create-access-request.ts';
import { endpoint as denyAccessRequest } from '../../../functions/clinical/access-requests/deny-access-request.ts';
import { endpoint as issueQrToken } from '../../../functions/clinical/access-requests/issue-qr-token.ts';
import { endpoint as deleteDevice } from '../../../functions/deletion/devices/delete-device.ts';
import { endpoint as putDevice } from '../../../functions/deletion/devices/put-device.ts';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as deliverNotices } from '../../../functions/deletion/notices/deliver-notices.ts';
import { endpoint as requestDeletion } from '../../../functions/deletion/request-deletion.ts';
import { type Device, device, deviceIdOf, mayHaveEndpoint } from '../../../shared/notices/devices.ts';
import { type Notice, notice } from '../../../shared/notices/items.ts';
import type { Push, PushService } from '../../../shared/notices/pushes.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { later, minutes, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { verifiedPractitioner } from './fixtures.ts';
import type { Simulation } from './simulated-world.ts';

/**
 * People register phones, pass them on and delete them, while notices are pushed, one account is closed, two runs send at once, and the push
 * service loses responses, fails and is down for some minutes. In the end: nothing was pushed after its end, to an account that was closed,
 * or to a phone that had changed hands before the run began; what was worth it was pushed at least once; and no endpoint is left that no
 * device names.
 */
const PATIENTS = 4;
const PHONES = 4;
/** The clocks of two instances differ by less than this. */
const SKEW = seconds(5);
const PLATFORM = 'android';
const DOWN = { from: minutes(10), until: minutes(15) };

interface Sent extends Push {
  readonly token: string;
  readonly at: Date;
  /** When the run began that sent it. */
  readonly began: Date;
}

/** An attempt to change who has a phone. */
interface Attempt {
  readonly token: string;
  readonly by: AccountId;
  readonly is: 'registered' | 'deleted';
  readonly from: Date;
  /** When success was heard. */
  until?: Date;
}

export async function phones(world: Simulation): Promise<void> {
  const { scenario } = world;
  const patients = Array.from({ length: PATIENTS }, world.newAccount);
  const practitioner = world.newAccount();
  await world.put(verifiedPractitioner(world, practitioner));
  const everybody = [...patients, practitioner];
  const tokens = Array.from({ length: PHONES }, (_, n) => `token-${n}`);
  const leaver = scenario.pick(patients);
  const attempts: Attempt[] = [];
  const began = new AsyncLocalStorage<Date>();
  const service = unreliableService(world, () => began.getStore());
  world.usePushes(service);

  const register = async (who: string, token: string, by: AccountId, ask = world.ask) => {
    const attempt: Attempt = { token, by, is: 'registered', from: world.now() };
    attempts.push(attempt);
    const heard = await ask(who, putDevice, {
      as: by,
      body: { platform: PLATFORM, token, language: 'ms-MY' },
    });
    if (heard.kind === 'ok') attempt.until = world.now();
  };
  const remove = async (who: string, token: string, by: AccountId) => {
    const attempt: Attempt = { token, by, is: 'deleted', from: world.now() };
    attempts.push(attempt);
    const params = { deviceId: deviceIdOf(PLATFORM, token) };
    const heard = await world.ask(who, deleteDevice, { as: by, params });
    if (heard.kind === 'ok') attempt.until = world.now();
  };
  const carry = async (n: number) => {
    const who = `phone ${n}`;
    await register(who, tokens[n] ?? '', everybody[n] ?? practitioner, world.insist);
    for (let times = 0; times < 5; times++) {
      await world.sleep(scenario.between(0, minutes(6)));
      const [token, by] = [scenario.pick(tokens), scenario.pick(everybody)];
      await (scenario.chance() < 0.75 ? register(who, token, by) : remove(who, token, by));
    }
  };
  const visit = async (as: AccountId, n: number) => {
    for (let times = 0; times < 4; times++) {
      await world.sleep(scenario.between(0, minutes(8)));
      const issued = await world.ask(`patient ${n}`, issueQrToken, { as });
      if (issued.kind !== 'ok') continue;
      const body = { token: issued.body.token };
      const asked = await world.ask('the practitioner', createAccessRequest, { as: practitioner, body });
      if (asked.kind !== 'ok' || scenario.chance() < 0.5) continue;
      await world.sleep(scenario.between(0, minutes(3)));
      await world.ask(`patient ${n}`, denyAccessRequest, { as, params: { id: asked.body.id } });
    }
  };
  let closedAt: Date | undefined;
  const close = async () => {
    await world.sleep(scenario.between(minutes(5), minutes(20)));
    await world.insist('the leaver', requestDeletion, { as: leaver });
    closedAt = world.now();
  };
  const run = () => began.run(world.now(), () => world.run('the delivery', deliverNotices));
  const work = async () => {
    for (let minute = 0; minute < 50; minute++) {
      await Promise.all(scenario.chance() < 0.2 ? [run(), run()] : [run()]);
      if (minute % 5 === 4) await world.run('the erasure', eraseAccounts);
      await world.sleep(minutes(1));
    }
  };
  await world.play(() =>
    Promise.all([
      ...tokens.map((_, n) => carry(n)),
      ...patients.map((as, n) => visit(as, n + 1)),
      close(),
      work(),
    ]),
  );
  service.becomeReliable();
  await world.play(async () => {
    for (let turn = 0; turn < 3; turn++) {
      await world.sleep(minutes(11));
      await began.run(world.now(), () => world.runUntilDone('the delivery', deliverNotices));
      await world.runUntilDone('the erasure', eraseAccounts);
    }
  });
  const items = await world.dump();
  const notices = noticesIn(items);
  expectRightPhones(service.sent, notices, { leaver, closedAt, attempts });
  expectTold(service.sent, notices, attempts);
  expectNoEndpointLeft(service, devicesIn(items), leaver);
}

/** A push service that fails, loses responses and is down for some minutes. */
function unreliableService(world: Simulation, runBegan: () => Date | undefined) {
  const { scenario } = world;
  const begins = world.elapsed();
  const endpoints = new Map<string, string>();
  const sent: Sent[] = [];
  let isReliable = false;
  const unreliably = async <T>(what: string, act: () => T): Promise<T> => {
    await world.sleep(scenario.between(10, 200));
    const passed = world.elapsed() - begins;
    const isDown = !isReliable && passed > DOWN.from && passed < DOWN.until;
    if (isDown || (!isReliable && scenario.chance() < 0.1)) throw new Error(`${what} failed`);
    const answer = act();
    world.note(`the push service: ${what}`);
    if (!isReliable && scenario.chance() < 0.15) throw new Error(`the response to ${what} was lost`);
    return answer;
  };
  const service: PushService = {
    endpointOf: (_, token) =>
      unreliably(`an endpoint of ${token}`, () => {
        const known = [...endpoints].find(([, of]) => of === token)?.[0];
        const name = known ?? scenario.uuid();
        endpoints.set(name, token);
        return name;
      }),
    send: (endpoint, _, push) =>
      unreliably(`a push to ${endpoint}`, () => {
        const token = endpoints.get(endpoint);
        if (token === undefined) return 'disabled' as const;
        sent.push({ ...push, token, at: world.now(), began: runBegan() ?? new Date(0) });
        return 'sent' as const;
      }),
    remove: (endpoint) => unreliably(`removal of ${endpoint}`, () => void endpoints.delete(endpoint)),
  };
  return {
    ...service,
    endpoints,
    sent,
    becomeReliable: () => {
      isReliable = true;
    },
  };
}

const noticesIn = (items: readonly StoredItem[]): Notice[] =>
  items
    .filter(({ pk, sk }) => String(pk).startsWith('NOTICE#') && String(sk).startsWith('AT#'))
    .map(notice.parse);
const devicesIn = (items: readonly StoredItem[]): Device[] =>
  items.filter(({ pk }) => String(pk).startsWith('NOTICE-DEVICE#')).map(device.parse);

/** Who certainly had a phone all the time between two moments; `undefined` if somebody may have taken or deleted it. */
function ownerOf(
  token: string,
  from: Date,
  until: Date,
  attempts: readonly Attempt[],
): AccountId | undefined {
  const ofToken = attempts.filter((attempt) => attempt.token === token);
  const last = ofToken
    .filter((attempt) => attempt.is === 'registered' && attempt.until && attempt.until <= from)
    .toSorted((a, b) => b.from.getTime() - a.from.getTime())[0];
  if (!last) return;
  // Another attempt whose response was not heard may have had an effect later.
  const isDisturbed = ofToken.some(
    (attempt) =>
      attempt !== last &&
      attempt.from <= until &&
      (attempt.until === undefined || attempt.until >= last.from),
  );
  return isDisturbed ? undefined : last.by;
}

function expectRightPhones(
  sent: readonly Sent[],
  notices: readonly Notice[],
  {
    leaver,
    closedAt,
    attempts,
  }: { leaver: AccountId; closedAt: Date | undefined; attempts: readonly Attempt[] },
): void {
  for (const push of sent) {
    const told = notices.find(({ id }) => id === push.id);
    if (!told) {
      // The notices of the leaver are erased.
      expect(closedAt === undefined || push.began <= later(closedAt, SKEW)).toBe(true);
      continue;
    }
    expect(told.accountId).not.toBe(leaver);
    expect(push.at.getTime()).toBeLessThan(Date.parse(told.until) + SKEW);
    const owner = ownerOf(push.token, push.began, push.at, attempts);
    if (owner !== undefined) expect(owner).toBe(told.accountId);
  }
}

/** A notice that no longer waits was pushed to each phone that its account had all the time until then. */
function expectTold(sent: readonly Sent[], notices: readonly Notice[], attempts: readonly Attempt[]): void {
  for (const told of notices) {
    expect(told.deliveredAt).toBeDefined();
    const [from, until] = [new Date(told.at), new Date(told.deliveredAt ?? told.at)];
    if (until.toISOString() > later(new Date(told.until), -SKEW).toISOString()) continue;
    for (const token of new Set(attempts.map((attempt) => attempt.token))) {
      if (ownerOf(token, later(from, -SKEW), later(until, SKEW), attempts) !== told.accountId) continue;
      const ids = notices
        .filter(({ accountId, kind }) => accountId === told.accountId && kind === told.kind)
        .map(({ id }) => id);
      const pushed = sent.filter(
        (push) => push.token === token && ids.includes(push.id) && push.at >= later(from, -SKEW),
      );
      expect(pushed.length).toBeGreaterThan(0);
    }
  }
}

function expectNoEndpointLeft(
  { endpoints }: { endpoints: ReadonlyMap<string, string> },
  devices: readonly Device[],
  leaver: AccountId,
): void {
  const known = new Map(devices.filter(mayHaveEndpoint).map((each) => [each.token, each]));
  for (const [name, token] of endpoints) {
    expect(known.has(token)).toBe(true);
    // An endpoint whose response was lost is found by the token.
    expect([undefined, name]).toContain(known.get(token)?.endpoint);
  }
  for (const { endpoint } of devices) if (endpoint) expect(endpoints.has(endpoint)).toBe(true);
  for (const { accountId, endedAt, staleSince } of devices) {
    expect([endedAt, staleSince]).toEqual([undefined, undefined]);
    expect(accountId).not.toBe(leaver);
  }
}
