import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as sendMails } from '../../../functions/deletion/mails/send-mails.ts';
import { job as writeDailyMails } from '../../../functions/deletion/mails/write-daily-mails.ts';
import { job as deliverNotices } from '../../../functions/deletion/notices/deliver-notices.ts';
import { type LocalMails, localMails } from '../../../local/mail-service.ts';
import { device } from '../../../shared/notices/devices.ts';
import { dueMail } from '../../../shared/notices/due-mails.ts';
import type { MailService } from '../../../shared/notices/mails.ts';
import { days, hours, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenPractitioner } from '../../given/clinical.ts';
import { givenClub, givenMember } from '../../given/community.ts';
import { givenDevice, givenDueMail } from '../../given/notices.ts';
import { unreliable } from '../../support/unreliable-service.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';
import { newOffice } from '../analytics/workspace-driver.ts';

const { trigger } = writeDailyMails.worker;
const HOUR = trigger.kind === 'daily' ? trigger.hour : Number.NaN;
/** The hour of the mails in Malaysia, on Saturday 15 March 2031. */
const MORNING = new Date(Date.UTC(2031, 2, 15, HOUR - 8));

let world: World;
let sent: LocalMails;
let provider: ReturnType<typeof unreliable<MailService>>;
/** Accounts without an address that they have shown to be theirs. */
let unconfirmed: Set<AccountId>;
beforeEach(async () => {
  unconfirmed = new Set();
  sent = localMails({
    desk: 'https://api.sihat.example/desk',
    now: () => world.now(),
    addressOf: async (accountId) =>
      unconfirmed.has(accountId) || world.removedSignIns.includes(accountId)
        ? undefined
        : `${accountId}@example.com`,
  });
  const { desk, addressOf, send } = sent;
  provider = unreliable<MailService>({ desk, addressOf, send });
  world = await newWorld({ mails: provider.service });
  world.setTime({ sleep: async () => {} });
});

async function daily() {
  world.advance(MORNING.getTime() - world.now().getTime());
  return (await world.run(writeDailyMails)).done;
}
/** One run of the sender, a minute after the one before. */
async function aMinute() {
  world.advance(minutes(1));
  return world.run(sendMails).then(
    ({ done }) => done,
    () => 'failed',
  );
}
const to = (accountId: AccountId) => `${accountId}@example.com`;
const mailsTo = (accountId: AccountId) => sent.mails().filter((mail) => mail.to === to(accountId));
const choose = (as: AccountId, body: object) =>
  world.call('putNoticeSettings', { as, body: { mail: true, notPushed: [], ...body } });
const english = (as: AccountId) => choose(as, { language: 'en-MY' });
const stored = async (
  accountId: AccountId,
  kind: 'certificates_wait' | 'join_requests_wait' = 'certificates_wait',
) => dueMail.parseIfAny(await world.item(dueMail.key({ accountId, kind })));

/** A company in which certificates wait, one for each day. */
async function company(...waitingDays: readonly string[]) {
  const office = await newOffice(world);
  const { accountId: employee } = await office.join();
  const certificates = [];
  for (const day of waitingDays) certificates.push(await office.file(employee, day));
  return { office, employee, certificates };
}

describe('officers', () => {
  it('get one mail a day at the same hour, which says how many certificates wait and since when, and nothing else', async () => {
    const { office, employee } = await company('2031-03-10', '2031-03-11');
    const { accountId: admin } = await office.join(newAccount(), 'hr_admin');
    await english(admin);
    await english(office.owner);
    expect(await daily()).toEqual({ mailsDue: 2 });
    expect(await aMinute()).toMatchObject({ mailsSent: 2, mailsFailed: 0 });
    expect(mailsTo(admin)).toEqual([
      {
        to: to(admin),
        sentAt: world.now(),
        subject: 'Sihat: 2 requests wait for you',
        text: [
          '2 requests wait for you\nDecide in Sihat. The oldest has waited since 14 Mar.',
          'Open Sihat: https://api.sihat.example/desk',
          'This email names nobody, in case somebody else reads it. Sihat never asks for a password or a code by email.\nTurn off these emails: https://api.sihat.example/desk#mails',
        ].join('\n\n'),
        html: expect.stringContaining('<a href="https://api.sihat.example/desk#mails"'),
      },
    ]);
    expect(mailsTo(office.owner)).toHaveLength(1);
    expect(mailsTo(employee)).toEqual([]);
    expect(await world.item(dueMail.key({ accountId: admin, kind: 'certificates_wait' }))).not.toHaveProperty(
      'gsi1pk',
    );
    // Neither a repeated run of the morning nor a further run of the sender sends them again.
    expect((await world.run(writeDailyMails)).done).toEqual({ mailsDue: 0 });
    expect(await aMinute()).toMatchObject({ mailsSent: 0 });
    world.advance(days(1));
    expect((await world.run(writeDailyMails)).done).toEqual({ mailsDue: 2 });
  });

  it('get none if nothing waits that they can decide on', async () => {
    const { office, employee, certificates } = await company('2031-03-10');
    const { accountId: admin } = await office.join(newAccount(), 'hr_admin');
    await office.decide('approve', employee, certificates[0].id);
    await office.file(admin, '2031-03-11');
    await english(office.owner);
    const left = (await office.join()).accountId;
    await office.file(left, '2031-03-12');
    await office.leave(left);
    await newOffice(world, 'merchant');
    expect(await daily()).toEqual({ mailsDue: 1 });
    await aMinute();
    expect(sent.mails().map((mail) => mail.to)).toEqual([to(office.owner)]);
    await english(admin);
    await office.file(employee, '2031-03-13');
    world.advance(days(1));
    await world.run(writeDailyMails);
    await aMinute();
    expect(mailsTo(admin)).toMatchObject([{ subject: 'Sihat: 1 request waits for you' }]);
    expect(mailsTo(office.owner)).toMatchObject([
      { subject: 'Sihat: 2 requests wait for you' },
      { subject: 'Sihat: 1 request waits for you' },
    ]);
  });

  it('read what waits when the mail is sent, and get none if somebody has decided meanwhile', async () => {
    const { office, employee, certificates } = await company('2031-03-10', '2031-03-11');
    await english(office.owner);
    await daily();
    await office.decide('approve', employee, certificates[0].id);
    await aMinute();
    expect(mailsTo(office.owner)).toMatchObject([{ subject: 'Sihat: 1 request waits for you' }]);
    world.advance(days(1));
    await world.run(writeDailyMails);
    await office.decide('approve', employee, certificates[1].id);
    expect(await aMinute()).toMatchObject({ mailsSent: 0 });
  });

  it('who lost the role, or closed the account, before it is sent get none', async () => {
    const { office } = await company('2031-03-10');
    const [demoted, closed, left] = [newAccount(), newAccount(), newAccount()];
    for (const account of [demoted, closed, left]) await office.join(account, 'hr_admin');
    expect(await daily()).toEqual({ mailsDue: 4 });
    await office.setRole(demoted, 'member');
    await office.leave(left);
    await world.call('requestDeletion', { as: closed });
    expect(await aMinute()).toMatchObject({ mailsSent: 1 });
    expect([...mailsTo(demoted), ...mailsTo(closed), ...mailsTo(left)]).toEqual([]);
  });
});

it('a company that cannot be read does not keep the others from their mails', async () => {
  const [broken, intact] = [await company('2031-03-10'), await company('2031-03-10')];
  world.setFault(async ({ input, send }) => {
    if (JSON.stringify(input).includes(`WORKSPACE#CERTIFICATES#${broken.office.id}`))
      throw new Error('unreadable');
    return send();
  });
  await expect(daily()).rejects.toThrow('1 workspaces or clubs failed');
  world.setFault(undefined);
  expect(await stored(broken.office.owner)).toBeUndefined();
  expect(await stored(intact.office.owner)).toBeDefined();
  // The retry makes the missing mail due.
  expect((await world.run(writeDailyMails)).done).toEqual({ mailsDue: 1 });
});

describe('owners of clubs', () => {
  it('get a daily sum of the requests to join, which names neither the club nor the people', async () => {
    const [owner, other] = [newAccount(), newAccount()];
    for (const account of [owner, other]) await english(account);
    const [first, second] = [
      await givenClub(world, { ownerId: owner, visibility: 'private' }),
      await givenClub(world, { ownerId: owner, visibility: 'private', title: 'Kelab Diabetes' }),
    ];
    for (const club of [first, second]) await givenMember(world, club, 'owner');
    for (const club of [first, first, second])
      await world.call('joinClub', {
        as: newAccount(),
        params: { id: club.id },
        body: { knownAs: 'Aina from work' },
      });
    await givenMember(world, await givenClub(world, { ownerId: other, visibility: 'private' }), 'owner');
    expect(await daily()).toEqual({ mailsDue: 1 });
    expect(await aMinute()).toMatchObject({ mailsSent: 1 });
    const [mail] = mailsTo(owner);
    expect(mail).toMatchObject({ subject: 'Sihat: 3 people ask to join' });
    expect(mail?.text).toContain('Answer in Sihat. Nobody joins before you approve.');
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/Kelab|Aina/);
  });
});

describe('practitioners', () => {
  it('get a mail 30 days before their verification ends, unless it was renewed or the account closed meanwhile', async () => {
    const end = later(world.now(), days(30) + hours(1));
    const verified = { verificationValidUntil: end.toISOString() };
    const [practitioner, renewed, closed] = [
      await givenPractitioner(world, verified),
      await givenPractitioner(world, verified),
      await givenPractitioner(world, verified),
    ];
    await english(practitioner);
    await world.run(deliverNotices);
    await aMinute();
    expect(sent.mails()).toEqual([]);
    world.advance(hours(1));
    expect((await world.run(deliverNotices)).done).toMatchObject({ noticesTimed: 3 });
    provider.state.isDown = true;
    expect(await aMinute()).toBe('failed');
    await givenPractitioner(world, {
      accountId: renewed,
      verificationValidUntil: later(end, days(365)).toISOString(),
    });
    await world.call('requestDeletion', { as: closed });
    provider.state.isDown = false;
    expect(await aMinute()).toMatchObject({ mailsSent: 1 });
    expect(mailsTo(practitioner)).toMatchObject([
      {
        subject: 'Sihat: Your verification ends in 30 days',
        text: expect.stringContaining('Ask Sihat to renew it by 13 Apr.'),
      },
    ]);
  });
});

describe('a mail', () => {
  it('is in all three languages until somebody chooses one, and is not sent to people who do not want it', async () => {
    const { office } = await company('2031-03-10');
    const { accountId: malay } = await office.join(newAccount(), 'hr_admin');
    const { accountId: unwilling } = await office.join(newAccount(), 'hr_admin');
    await choose(malay, { language: 'ms-MY' });
    await choose(unwilling, { mail: false });
    await daily();
    expect(await aMinute()).toMatchObject({ mailsSent: 2 });
    expect(mailsTo(office.owner)[0]?.subject).toBe(
      'Sihat: 1 request waits for you · 1 permohonan menunggu anda · 1 项申请待您审批',
    );
    expect(mailsTo(malay)[0]?.subject).toBe('Sihat: 1 permohonan menunggu anda');
    expect(mailsTo(unwilling)).toEqual([]);
    expect(await stored(unwilling)).toMatchObject({ doneAt: world.now().toISOString() });
  });

  it('is not sent to an address that nobody has shown to be theirs', async () => {
    const { office } = await company('2031-03-10');
    unconfirmed.add(office.owner);
    await daily();
    expect(await aMinute()).toMatchObject({ mailsSent: 0, mailsFailed: 0 });
  });

  it('that the service never takes is not tried again', async () => {
    const { office } = await company('2031-03-10');
    await daily();
    provider.service.send = async () => 'refused';
    expect(await aMinute()).toMatchObject({ mailsRefused: 1 });
    expect(await aMinute()).toMatchObject({ mailsRefused: 0 });
    expect((await stored(office.owner))?.doneAt).toBeDefined();
  });

  it('whose response was lost is sent again', async () => {
    const { office } = await company('2031-03-10');
    await daily();
    provider.service.addressOf = sent.addressOf;
    provider.state.losesAnswers = true;
    expect(await aMinute()).toBe('failed');
    provider.state.losesAnswers = false;
    await aMinute();
    expect(mailsTo(office.owner)).toHaveLength(2);
  });

  it('is sent after an hour in which nothing could be sent, and not after the end of its day', async () => {
    const offices = await Promise.all(Array.from({ length: 8 }, () => company('2031-03-10')));
    await daily();
    provider.state.isDown = true;
    for (let minute = 0; minute < 60; minute++) expect(await aMinute()).toBe('failed');
    expect(world.lines.at(-1)).toMatchObject({ failures: 1, mailsFailed: expect.any(Number) });
    expect(provider.state.calls).toBeLessThanOrEqual(60 * 6);
    provider.state.isDown = false;
    expect(await aMinute()).toMatchObject({ mailsSent: 8 });
    world.advance(days(1));
    await world.run(writeDailyMails);
    world.advance(hours(16));
    expect(await aMinute()).toMatchObject({ mailsSent: 0 });
    expect((await stored(offices[0]?.office.owner ?? newAccount()))?.doneAt).toBeDefined();
  });

  it('is sent although others always fail', async () => {
    const accounts = Array.from({ length: 40 }, newAccount);
    for (const ownerId of accounts) {
      const club = await givenClub(world, { ownerId, visibility: 'private' });
      for (const role of ['owner', 'requested'] as const) await givenMember(world, club, role);
    }
    const [failing, others] = [accounts.toSorted().slice(0, 6), accounts.toSorted().slice(6)];
    const { send } = provider.service;
    provider.service.send = async (address, mail) => {
      if (failing.some((account) => address === to(account))) throw new Error('never sent');
      return send(address, mail);
    };
    expect(await daily()).toEqual({ mailsDue: 40 });
    const areTold = () => others.every((account) => mailsTo(account).length === 1);
    for (let minute = 0; minute < 60 && !areTold(); minute++) await aMinute();
    expect(areTold()).toBe(true);
  });

  it('is sent once by two runs of which one has read a list that lags', async () => {
    const { office } = await company('2031-03-10');
    await daily();
    const listed = await world.dump();
    await aMinute();
    const due = listed.find(({ sk }) => sk === 'MAIL#certificates_wait');
    let lags = true;
    world.setFault(async ({ input, send }) => {
      const answer = (await send()) as { readonly output: object };
      if (!lags || !JSON.stringify(input).includes('NOTICE#MAILS')) return answer;
      lags = false;
      return { ...answer, output: { ...answer.output, Items: [due], Count: 1 } };
    });
    expect(await aMinute()).toMatchObject({ mailsSent: 0 });
    expect(lags).toBe(false);
    expect(mailsTo(office.owner)).toHaveLength(1);
  });

  it('waits for nobody on a stage that sends none', async () => {
    world = await newWorld();
    const account = newAccount();
    await givenDueMail(world, account);
    expect(await aMinute()).toMatchObject({ mailsSent: 0, mailsFailed: 0 });
    expect((await stored(account))?.doneAt).toBeDefined();
  });
});

describe('an erased account', () => {
  const erase = async () => {
    world.advance(minutes(3));
    return world.run(eraseAccounts).then(
      ({ done }) => done,
      () => 'failed',
    );
  };

  it('is told once, in its language, with the day until which the receipt is valid', async () => {
    const account = newAccount();
    await english(account);
    await choose(account, { language: 'en-MY', mail: false });
    await world.call('requestDeletion', { as: account });
    expect(await erase()).toMatchObject({ accountsErased: 1, lastMailsSent: 1, lastMailsFailed: 0 });
    expect(mailsTo(account)).toMatchObject([
      {
        subject: 'Sihat: Your account is erased',
        text: [
          'Your account is erased\nNothing to do. Your account and this address were erased on 14 March 2031.\nWhat the law makes us keep stays, without your name.\nYou can check this with your receipt until 10 September 2031.\nThis is our last email to you.',
          'This email names nobody, in case somebody else reads it. Sihat never asks for a password or a code by email.',
        ].join('\n\n'),
      },
    ]);
    expect(JSON.stringify(await world.dump())).not.toMatch(/example\.com|en-MY/);
    expect(await erase()).toMatchObject({ accountsErased: 0, lastMailsSent: 0 });
  });

  it('of a practitioner is told that name and licence stay in the logs', async () => {
    const practitioner = await givenPractitioner(world);
    await english(practitioner);
    await world.call('requestDeletion', { as: practitioner });
    await erase();
    expect(mailsTo(practitioner)[0]?.text).toContain(
      'Your name and licence number stay in the access logs of the people who gave you access.',
    );
  });

  it('is told after the endpoints of its phones are deleted', async () => {
    const account = newAccount();
    const phone = await givenDevice(world, account, {
      endpoint: 'endpoint/1',
      creatingAt: world.now().toISOString(),
    });
    await choose(account, { language: 'zh-Hans-MY' });
    await world.call('requestDeletion', { as: account });
    expect(await erase()).toMatchObject({ accountsErased: 0 });
    expect(world.removedSignIns).toEqual([]);
    await world.remove(device.key(phone));
    expect(await erase()).toMatchObject({ accountsErased: 1, lastMailsSent: 1 });
    expect(mailsTo(account)).toMatchObject([{ subject: 'Sihat: 您的账号已删除' }]);
  });

  it('is not told if an area had failed before, and its erasure is completed all the same', async () => {
    const account = newAccount();
    await world.call('requestDeletion', { as: account });
    world.setFault(async ({ input, send }) => {
      if (JSON.stringify(input).includes(`REWARDS#ACCOUNT#${account}`)) throw new Error('the area failed');
      return send();
    });
    expect(await erase()).toBe('failed');
    expect(world.removedSignIns).toEqual([account]);
    world.setFault(undefined);
    expect(await erase()).toMatchObject({ accountsErased: 1, lastMailsSent: 0, lastMailsFailed: 0 });
    expect(sent.mails()).toEqual([]);
  });

  it('is not told before the erasure is completed', async () => {
    const account = newAccount();
    await world.call('requestDeletion', { as: account });
    world.setFault(async ({ input, send }) => {
      if (JSON.stringify(input).includes('completedAt')) throw new Error('the completion failed');
      return send();
    });
    expect(await erase()).toBe('failed');
    world.setFault(undefined);
    expect(await erase()).toMatchObject({ accountsErased: 1, lastMailsSent: 0, lastMailsFailed: 0 });
    expect(sent.mails()).toEqual([]);
  });

  it.each(['addressOf', 'send'] as const)('is erased without a mail if %s fails', async (call) => {
    const account = newAccount();
    await world.call('requestDeletion', { as: account });
    provider.service[call] = () => Promise.reject(new Error('the service is down'));
    expect(await erase()).toMatchObject({ accountsErased: 1, lastMailsSent: 0, lastMailsFailed: 1 });
    expect(await erase()).toMatchObject({ accountsErased: 0 });
    expect(world.removedSignIns).toEqual([account]);
  });
});
