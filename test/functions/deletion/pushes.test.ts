import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as deliverNotices } from '../../../functions/deletion/notices/deliver-notices.ts';
import { type LocalPushes, localPushes } from '../../../local/push-service.ts';
import { device, deviceIdOf, devicesOf } from '../../../shared/notices/devices.ts';
import { notice } from '../../../shared/notices/items.ts';
import type { PushService } from '../../../shared/notices/pushes.ts';
import { spreadOf } from '../../../shared/table/spread.ts';
import { later, minutes, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenParticipant,
} from '../../given/community.ts';
import { givenDevice, givenNotice, givenTold } from '../../given/notices.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { unreliable } from '../../support/unreliable-service.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let phones: LocalPushes;
let provider: ReturnType<typeof unreliable<PushService>>;
beforeEach(async () => {
  phones = localPushes(() => world.now());
  const { endpointOf, send, remove } = phones;
  provider = unreliable<PushService>({ endpointOf, send, remove });
  world = await newWorld({ pushes: provider.service });
  world.setTime({ sleep: async () => {} });
});

/** One run of the worker, a minute after the one before. */
async function aMinute() {
  world.advance(minutes(1));
  return world.run(deliverNotices).then(
    ({ done }) => done,
    () => 'failed',
  );
}
const put = (as: AccountId, token: string, language = 'en-MY') =>
  world.call('putDevice', { as, body: { platform: 'android', token, language } });
const stored = async (token: string) =>
  device.parseIfAny(await world.item(device.key({ id: deviceIdOf('android', token) })));
const shown = () => phones.pushes().map(({ token, title, line }) => [token, title, line]);
const isWaiting = async ({ accountId, id }: { accountId: AccountId; id: string }) =>
  notice.parse((await world.item(notice.key({ accountId, id }))) ?? {}).deliveredAt === undefined;

/** Somebody with a phone. */
async function withPhone(token: string) {
  const account = newAccount();
  await put(account, token);
  return account;
}
/** A request for access, which ends in 15 minutes. */
const asked = (to: AccountId) =>
  givenTold(world, 'access_requested', {
    ...{ to, at: world.now().toISOString(), accessRequestId: newId() },
    until: later(world.now(), minutes(15)).toISOString(),
  });

describe('a notice', () => {
  it('is pushed to each phone of its account, in the language of the phone, until it is not worth telling', async () => {
    const account = await withPhone('token-1');
    await put(account, 'token-2', 'zh-Hans-MY');
    const { id, until } = await asked(account);
    expect(await aMinute()).toMatchObject({ pushesSent: 2, pushesFailed: 0, noticesDelivered: 1 });
    const sent = [...phones.pushes()].sort((a, b) => (a.token < b.token ? -1 : 1));
    expect(sent).toMatchObject([
      {
        id,
        token: 'token-1',
        title: 'Somebody asks for access',
        line: 'Decide by 12.15 pm. Open Sihat to see who asks.',
      },
      { id, token: 'token-2', title: '有人请求访问权限', line: '请在中午12:15前决定。打开 Sihat 看看是谁。' },
    ]);
    for (const { seconds: left } of sent)
      expect(left).toBe((Date.parse(until) - world.now().getTime()) / 1000);
    expect(await aMinute()).toMatchObject({ pushesSent: 0 });
  });

  it('is not pushed to anybody without a phone, to one who does not want it, and after its end', async () => {
    const [none, unwilling, late] = [newAccount(), await withPhone('token-1'), await withPhone('token-2')];
    const body = { mail: true, notPushed: ['access_denied'] };
    await world.call('putNoticeSettings', { as: unwilling, body });
    for (const account of [none, unwilling]) await givenNotice(world, account);
    await givenTold(world, 'access_requested', {
      ...{ to: late, at: world.now().toISOString(), accessRequestId: newId() },
      until: later(world.now(), seconds(59)).toISOString(),
    });
    expect(await aMinute()).toMatchObject({ pushesSent: 0, noticesDelivered: 3 });
  });

  it('of a kind that was pushed within ten minutes waits, and is pushed with those that came meanwhile', async () => {
    const account = await withPhone('token-1');
    await givenNotice(world, account);
    await aMinute();
    await givenNotice(world, account);
    const [second] = [await givenNotice(world, account)];
    for (let n = 0; n < 9; n++) expect(await aMinute()).toMatchObject({ pushesSent: 0 });
    expect(await isWaiting(second)).toBe(true);
    expect(await aMinute()).toMatchObject({ pushesSent: 1, noticesDelivered: 2 });
    expect(shown()[0]).toEqual(['token-1', '2 things are new in Sihat', 'Open Sihat to read them.']);
  });

  it('about access is always pushed at once', async () => {
    const account = await withPhone('token-1');
    for (let n = 0; n < 3; n++) {
      await asked(account);
      expect(await aMinute()).toMatchObject({ pushesSent: 1 });
    }
  });

  it('whose push has no response is pushed again with the same id, which a phone shows once', async () => {
    const account = await withPhone('token-1');
    await phones.endpointOf('android', 'token-1');
    const { id } = await givenNotice(world, account);
    provider.state.losesAnswers = true;
    expect(await aMinute()).toBe('failed');
    provider.state.losesAnswers = false;
    await aMinute();
    expect(phones.pushes().map((push) => push.id)).toEqual([id]);
  });

  it('of a closed account is deleted and never pushed', async () => {
    const account = await withPhone('token-1');
    await givenNotice(world, account);
    await world.call('requestDeletion', { as: account });
    expect(await aMinute()).toMatchObject({ pushesSent: 0, noticesDeleted: 1 });
  });
});

describe('a push service that is down', () => {
  it('delays nothing else, and the notices that are still worth telling are pushed afterwards', async () => {
    const accounts = await Promise.all(Array.from({ length: 40 }, (_, n) => withPhone(`token-${n}`)));
    const ending = await asked(accounts[0] ?? newAccount());
    for (const account of accounts.slice(1)) await givenNotice(world, account);
    const withoutPhone = await givenNotice(world, newAccount());
    provider.state.isDown = true;
    for (let minute = 0; minute < 60; minute++) expect(await aMinute()).toBe('failed');
    expect(await isWaiting(withoutPhone)).toBe(false);
    expect(world.lines.at(-1)).toMatchObject({ failures: 1, failure: { name: 'PartlyFailed' } });
    // The list stays right while nothing can be sent.
    const { body } = await world.call('listNotices', { as: ending.accountId });
    expect(body).toMatchObject({ unread: 1, notices: [{ id: ending.id, kind: 'access_requested' }] });
    // A run gives up soon: the calls in flight when it has seen that the service is down.
    expect(provider.state.calls).toBeLessThanOrEqual(60 * 25);
    provider.state.isDown = false;
    await aMinute();
    expect(phones.pushes()).toHaveLength(39);
    expect(phones.pushes().map(({ id }) => id)).not.toContain(ending.id);
    expect(await isWaiting(ending)).toBe(false);
  });
});

it('endpoints that cannot be deleted do not keep other phones waiting', async () => {
  const leavers = await Promise.all(Array.from({ length: 8 }, (_, n) => withPhone(`ended-${n}`)));
  for (const account of leavers) await givenNotice(world, account);
  await aMinute();
  for (const [n, as] of leavers.entries())
    await world.call('deleteDevice', { as, params: { deviceId: deviceIdOf('android', `ended-${n}`) } });
  provider.service.remove = () => Promise.reject(new Error('the endpoint cannot be deleted'));
  await givenNotice(world, await withPhone('token-1'));
  expect(await aMinute()).toBe('failed');
  expect(shown()[0]?.[0]).toBe('token-1');
});

describe('a phone that changes hands', () => {
  it('gets nothing until its endpoint is deleted, and then only the pushes of its new account', async () => {
    const before = await withPhone('token-1');
    await givenNotice(world, before);
    await aMinute();
    const { endpoint } = (await stored('token-1')) ?? {};
    const after = newAccount();
    await put(after, 'token-1', 'ms-MY');
    world.advance(minutes(10));
    await givenNotice(world, before);
    await givenNotice(world, after);
    await aMinute();
    await aMinute();
    const again = await stored('token-1');
    expect(again).toMatchObject({ accountId: after });
    expect(again?.staleSince).toBeUndefined();
    expect(again?.endpoint).not.toBe(endpoint);
    expect(shown().slice(0, -1)).toEqual([
      ['token-1', 'Permohonan anda sudah dijawab', 'Buka Sihat untuk membacanya.'],
    ]);
  });

  it('is not told for its account before, while the index still lists it there', async () => {
    const before = await withPhone('token-1');
    const told = async () => {
      world.advance(minutes(10));
      await givenNotice(world, before);
      return aMinute();
    };
    let [listed, isLagging] = [undefined as unknown, false];
    world.setFault(async ({ input, send }) => {
      if (!JSON.stringify(input).includes(devicesOf(before).pk)) return send();
      if (!isLagging) listed = await send();
      return listed;
    });
    expect([await told(), await told()]).toMatchObject([{ pushesSent: 1 }, { pushesSent: 1 }]);
    isLagging = true;
    provider.service.remove = () => Promise.reject(new Error('the endpoint cannot be deleted'));
    await put(newAccount(), 'token-1');
    expect(await told()).toBe('failed');
    expect(phones.pushes()).toHaveLength(2);
  });

  it('is found by its token if the response to the creation of its endpoint was lost', async () => {
    const before = await withPhone('token-1');
    await givenNotice(world, before);
    provider.state.losesAnswers = true;
    await aMinute();
    provider.state.losesAnswers = false;
    expect([(await stored('token-1'))?.endpoint, phones.tokens()]).toEqual([undefined, ['token-1']]);
    await world.call('deleteDevice', { as: before, params: { deviceId: deviceIdOf('android', 'token-1') } });
    expect(await aMinute()).toMatchObject({ devicesCleared: 1, pushesSent: 0 });
    expect([await stored('token-1'), phones.tokens()]).toEqual([undefined, []]);
  });

  it('and whose app was removed is forgotten', async () => {
    const account = await withPhone('token-1');
    await givenNotice(world, account);
    await aMinute();
    phones.disable('token-1');
    world.advance(minutes(10));
    const second = await givenNotice(world, account);
    await aMinute();
    await aMinute();
    expect([await isWaiting(second), await stored('token-1'), phones.tokens()]).toEqual([
      false,
      undefined,
      [],
    ]);
  });
});

describe('a phone that is registered again', () => {
  /** Registers the phone between what the next run reads and its write. */
  const registering = (as: AccountId, write: string) =>
    meanwhile(
      world,
      async () => {
        world.advance(seconds(1));
        await put(as, 'token-1');
      },
      write,
    );

  it('while its app was found removed stays registered', async () => {
    const account = await withPhone('token-1');
    await givenNotice(world, account);
    await aMinute();
    phones.disable('token-1');
    world.advance(minutes(10));
    await givenNotice(world, account);
    registering(account, 'SET endedAt');
    await aMinute();
    expect((await stored('token-1'))?.endedAt).toBeUndefined();
  });

  it('while the endpoint of the account before is deleted stays marked', async () => {
    const before = await withPhone('token-1');
    await givenNotice(world, before);
    await aMinute();
    await put(newAccount(), 'token-1');
    registering(newAccount(), 'REMOVE creatingAt');
    await aMinute();
    expect((await stored('token-1'))?.staleSince).toBeDefined();
    world.setFault(undefined);
    await aMinute();
    expect((await stored('token-1'))?.staleSince).toBeUndefined();
  });

  it('while its deletion is completed is not lost', async () => {
    const account = await withPhone('token-1');
    await world.call('deleteDevice', { as: account, params: { deviceId: deviceIdOf('android', 'token-1') } });
    registering(account, '"Delete"');
    await aMinute();
    expect(await stored('token-1')).toMatchObject({ accountId: account });
  });
});

describe('an erasure', () => {
  it('completes after the endpoints of its phones are deleted', async () => {
    const account = await withPhone('token-1');
    await givenNotice(world, account);
    await aMinute();
    const { body: receipt } = await world.call('requestDeletion', { as: account });
    const state = async () => {
      await world.run(eraseAccounts);
      const body = { receiptToken: receipt.receiptToken };
      return (await world.call('checkDeletionReceipt', { body })).body.status;
    };
    world.advance(minutes(3));
    provider.state.isDown = true;
    expect(await state()).toBe('pending');
    expect([await aMinute(), await state()]).toEqual(['failed', 'pending']);
    provider.state.isDown = false;
    await aMinute();
    expect([phones.tokens(), await stored('token-1'), await state()]).toEqual([[], undefined, 'completed']);
  });
});

it('a stage without a push service sends nothing, lets no notice wait, and deletes devices that ended', async () => {
  world = await newWorld();
  const account = newAccount();
  const { id } = await givenDevice(world, account);
  const told = await givenNotice(world, account);
  await world.call('deleteDevice', { as: account, params: { deviceId: id } });
  expect(await aMinute()).toMatchObject({ pushesSent: 0, devicesCleared: 1 });
  expect([await isWaiting(told), await world.item(device.key({ id }))]).toEqual([false, undefined]);
});

describe('an exhibition', () => {
  const changed = 'An exhibition you joined has changed';
  const cancelled = 'An exhibition you joined is cancelled';

  /** An exhibition with a challenge, and people with phones: one joined, one enrolled, and one did both. */
  async function withPeople(prefix = '') {
    const admin = await givenAdmin(world);
    const held = await givenEvent(world, await givenClub(world));
    const course = await givenChallenge(world, held);
    const [joined, enrolled, both] = await Promise.all(
      ['joined', 'enrolled', 'both'].map((name) => withPhone(prefix + name)),
    );
    if (!joined || !enrolled || !both) throw new Error('there are three people');
    for (const account of [joined, both]) await givenAttendee(world, held, account);
    for (const accountId of [enrolled, both]) await givenParticipant(world, course, { accountId });
    return { admin, held, people: { joined, enrolled, both } };
  }
  async function move(admin: AccountId, code: string, venue: string) {
    const params = { code };
    const { body } = await world.call('getPlatformEvent', { as: admin, params });
    const { version, title, summary, startsAt, endsAt, timezone, expectedAttendees } = body.event;
    const content = { version, title, summary, startsAt, endsAt, timezone, expectedAttendees, venue };
    const { status } = await world.call('updateEvent', { as: admin, params, body: content });
    expect(status).toBe(200);
  }
  const tokens = (title: string, since = new Date(0)) =>
    phones
      .pushes()
      .filter((push) => push.title === title && push.sentAt > since)
      .map(({ token }) => token)
      .sort();

  it('that changed is told to everybody who was there before, each once', async () => {
    const { admin, held } = await withPeople();
    await move(admin, held.joinCode, 'Dewan Merdeka');
    world.advance(seconds(1));
    const params = { code: held.joinCode };
    expect((await world.call('joinEvent', { as: await withPhone('later'), params })).status).toBe(200);
    expect(await aMinute()).toMatchObject({ exhibitionsTold: 1, pushesSent: 3 });
    expect(tokens(changed)).toEqual(['both', 'enrolled', 'joined']);
    expect(await aMinute()).toMatchObject({ exhibitionsTold: 0, pushesSent: 0 });
  });

  it('is told to nobody whose account is closed, or who does not want it', async () => {
    const { admin, held, people } = await withPeople();
    await world.call('requestDeletion', { as: people.joined });
    await world.call('putNoticeSettings', {
      as: people.both,
      body: { mail: true, notPushed: ['exhibition_changed'] },
    });
    await move(admin, held.joinCode, 'Dewan Merdeka');
    await aMinute();
    expect(tokens(changed)).toEqual(['enrolled']);
  });

  it('that changes again within ten minutes is told again after them', async () => {
    const { admin, held } = await withPeople();
    await move(admin, held.joinCode, 'Dewan Merdeka');
    await aMinute();
    await move(admin, held.joinCode, 'Dewan Tun Razak');
    for (let n = 0; n < 9; n++) expect(await aMinute()).toMatchObject({ pushesSent: 0 });
    await aMinute();
    expect(tokens(changed)).toHaveLength(6);
    expect(new Set(phones.pushes().map(({ id }) => id)).size).toBe(2);
  });

  it('that changes soon after another one is told later to people who are in both', async () => {
    const [first, second] = [await withPeople(), await withPeople('second-')];
    for (const account of [first.people.both, first.people.enrolled])
      await givenAttendee(world, second.held, account);
    await move(first.admin, first.held.joinCode, 'Dewan Merdeka');
    await aMinute();
    let since = world.now();
    await move(second.admin, second.held.joinCode, 'Dewan Tun Razak');
    for (let n = 0; n < 9; n++) await aMinute();
    expect(tokens(changed, since)).toEqual(['second-both', 'second-enrolled', 'second-joined']);
    since = world.now();
    expect(await aMinute()).toMatchObject({ exhibitionsTold: 1, pushesSent: 2 });
    expect(tokens(changed, since)).toEqual(['both', 'enrolled']);
    expect(await aMinute()).toMatchObject({ exhibitionsTold: 0, pushesSent: 0 });
  });

  it('is told once to each phone although its page is repeated, because another phone failed', async () => {
    const admin = await givenAdmin(world);
    const held = await givenEvent(world, await givenClub(world));
    // Three people of one list of attendees.
    const people: AccountId[] = [];
    while (people.length < 3) {
      const account = newAccount();
      if (spreadOf(account) === '0') people.push(account);
    }
    for (const [n, account] of people.entries()) {
      await put(account, `token-${n}`);
      await givenAttendee(world, held, account);
    }
    const { send } = provider.service;
    let calls = 0;
    provider.service.send = async (...given) => {
      calls += 1;
      if (calls === 2) throw new Error('no answer');
      return send(...given);
    };
    await move(admin, held.joinCode, 'Dewan Merdeka');
    expect(await aMinute()).toBe('failed');
    for (let n = 0; n < 12; n++) await aMinute();
    expect(tokens(changed)).toEqual(['token-0', 'token-1', 'token-2']);
    expect(calls).toBe(4);
  });

  it('that is cancelled is told at once, and a change of it is not told any more', async () => {
    const { admin, held } = await withPeople();
    await move(admin, held.joinCode, 'Dewan Merdeka');
    await world.call('cancelEvent', { as: admin, params: { code: held.joinCode } });
    expect(await aMinute()).toMatchObject({ exhibitionsTold: 2, pushesSent: 3 });
    expect([tokens(cancelled).length, tokens(changed).length]).toEqual([3, 0]);
  });

  it('is told completely after the service was down, however far it had come', async () => {
    const { admin, held } = await withPeople();
    for (let n = 0; n < 40; n++) await givenAttendee(world, held, await withPhone(`token-${n}`));
    await move(admin, held.joinCode, 'Dewan Merdeka');
    provider.state.isDown = true;
    for (let n = 0; n < 3; n++) expect(await aMinute()).toBe('failed');
    provider.state.isDown = false;
    await aMinute();
    expect(new Set(tokens(changed)).size).toBe(43);
  });

  it('is told to the others even if one phone always fails', async () => {
    const { admin, held, people } = await withPeople();
    const { send } = provider.service;
    provider.service.send = async (endpoint, platform, push) => {
      const { endpoint: failing } = (await stored('joined')) ?? {};
      if (endpoint === failing) throw new Error('no answer for this phone');
      return send(endpoint, platform, push);
    };
    expect(people.joined).toBeDefined();
    await move(admin, held.joinCode, 'Dewan Merdeka');
    for (let n = 0; n < 8; n++) await aMinute();
    expect(new Set(tokens(changed))).toEqual(new Set(['both', 'enrolled']));
    expect(await aMinute()).toMatchObject({ exhibitionsTold: 0 });
  });
});
