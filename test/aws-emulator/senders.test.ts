import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../functions/deletion/erase-accounts.ts';
import { job as sendMails } from '../../functions/deletion/mails/send-mails.ts';
import { job as writeDailyMails } from '../../functions/deletion/mails/write-daily-mails.ts';
import { job as deliverNotices } from '../../functions/deletion/notices/deliver-notices.ts';
import { device, deviceIdOf } from '../../shared/notices/devices.ts';
import { days, later, minutes } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { givenPractitioner } from '../given/clinical.ts';
import { givenClub, givenMember } from '../given/community.ts';
import { givenDueMail, givenNotice } from '../given/notices.ts';
import { assemblyFolder } from '../infra/synthesized.ts';
import { NOON, newAccount, type World } from '../support/world.ts';
import { emulatedWorld } from './emulated-world.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { remember } from './report.ts';
import { addressIn } from './services/user-pool.ts';

/** The deployed workers reach Amazon SNS, Amazon SES and the user pool with the permissions of their roles. */

let emulator: Emulator;
let world: World;
beforeAll(async () => {
  // Staging of the tests' configuration sends pushes and mails.
  emulator = await startEmulator({ folder: await assemblyFolder(), start: NOON, runsByItself: false });
  world = await emulatedWorld(emulator);
});
beforeEach(() => {
  emulator.senders.sns.fail(undefined);
  emulator.senders.ses.fail(undefined);
});
afterAll(async () => {
  remember(emulator);
  await emulator.stop();
});

/** One run of the sender, a minute after the one before. */
const aMinute = async () => {
  world.advance(minutes(1));
  for (const job of [deliverNotices, sendMails]) await world.run(job).catch(() => {});
};
/** Six runs within an hour in which a service answers with an error. */
async function anHourOfFailure(service: { fail: Emulator['senders']['sns']['fail'] }) {
  service.fail({ code: 'Throttled', message: 'Rate exceeded', status: 429 });
  for (let run = 0; run < 6; run++) {
    world.advance(minutes(9));
    await aMinute();
  }
  service.fail(undefined);
}
const calls = () => emulator.senders.sns.calls.map(({ action }) => action);
const mails = (to: AccountId) => emulator.senders.ses.mails.filter((mail) => mail.to === addressIn(to));
async function withPhone(token: string) {
  const account = newAccount();
  await world.call('putDevice', { as: account, body: { platform: 'ios', token, language: 'en-MY' } });
  return account;
}

describe('a push', () => {
  it('is sent to an endpoint that is created for it, after an hour of failure', async () => {
    const account = await withPhone('token-1');
    await givenNotice(world, account);
    await anHourOfFailure(emulator.senders.sns);
    expect(emulator.senders.sns.tokens()).toEqual([]);
    const before = calls().length;
    await aMinute();
    expect(calls().slice(before)).toEqual(['CreatePlatformEndpoint', 'Publish']);
    expect(emulator.senders.sns.calls.at(-1)?.form['Message']).toContain('Your request has an answer');
    await aMinute();
    expect(calls().slice(before)).toHaveLength(2);
    expect(emulator.usage.denials).toEqual([]);
  });

  it('to a disabled endpoint deletes the endpoint, and then the phone', async () => {
    const account = await withPhone('token-2');
    await givenNotice(world, account);
    await aMinute();
    world.advance(minutes(10));
    emulator.senders.sns.disable();
    await givenNotice(world, account);
    await aMinute();
    await aMinute();
    expect(emulator.senders.sns.tokens()).not.toContain('token-2');
    expect(await world.item(device.key({ id: deviceIdOf('ios', 'token-2') }))).toBeUndefined();
    expect(emulator.usage.denials).toEqual([]);
  });
});

describe('a mail', () => {
  it('is sent from the sender of the stage to the address in the user pool, after an hour of failure', async () => {
    const until = later(world.now(), days(30)).toISOString();
    const practitioner = await givenPractitioner(world, { verificationValidUntil: until });
    await givenDueMail(world, practitioner, { kind: 'verification_ends_30', until });
    await anHourOfFailure(emulator.senders.ses);
    expect(mails(practitioner)).toEqual([]);
    await aMinute();
    expect(mails(practitioner)).toMatchObject([
      {
        from: 'no-reply@staging.sihat.my',
        subject: expect.stringContaining('Your verification ends in 30 days'),
        text: expect.stringContaining('https://api.staging.sihat.my/desk#mails'),
      },
    ]);
    expect(emulator.usage.denials).toEqual([]);
  });

  it('is made due each morning by a rule', async () => {
    const plan = emulator.plans.find((each) => each.function.principal.name === 'writeDailyMails');
    expect(plan?.when).toEqual({ kind: 'daily', hour: 8 });
    const owner = newAccount();
    const club = await givenClub(world, { ownerId: owner, visibility: 'private' });
    await givenMember(world, club, 'owner');
    await givenMember(world, club, 'requested');
    await world.run(writeDailyMails);
    await aMinute();
    expect(mails(owner)).toMatchObject([{ subject: expect.stringContaining('Somebody asks to join') }]);
    expect(emulator.usage.denials).toEqual([]);
  });

  it('tells somebody whose account is erased', async () => {
    const account = newAccount();
    expect((await world.call('requestDeletion', { as: account })).status).toBe(201);
    world.advance(minutes(3));
    await world.run(eraseAccounts);
    expect(mails(account)).toMatchObject([
      {
        subject: expect.stringContaining('Your account is erased'),
        text: expect.not.stringContaining('#mails'),
      },
    ]);
    expect(emulator.usage.denials).toEqual([]);
  });
});

it('may be sent only from the address of the stage, and only by the workers that send', async () => {
  const mayDo = (name: string, action: string, resource: string, context = {}) =>
    emulator.functions
      .find(({ principal }) => principal.name === name)
      ?.principal.policy?.decide({ action, resource, context }).allowed;
  const identity = 'arn:aws:ses:ap-southeast-5:000000000000:identity/staging.sihat.my';
  const from = (address: string) => ({ 'ses:FromAddress': [address] });
  for (const name of ['eraseAccounts', 'sendMails']) {
    expect(mayDo(name, 'ses:SendEmail', identity, from('no-reply@staging.sihat.my'))).toBe(true);
    expect(mayDo(name, 'ses:SendEmail', identity, from('director@staging.sihat.my'))).toBe(false);
  }
  const allowed = (action: string) =>
    emulator.functions
      .filter(({ principal }) => principal.policy?.grants.some((grant) => grant.action === action))
      .map(({ principal }) => principal.name)
      .sort();
  expect(allowed('ses:SendEmail')).toEqual(['eraseAccounts', 'sendMails']);
  expect(allowed('cognito-idp:AdminGetUser')).toEqual(['eraseAccounts', 'sendMails']);
  expect(allowed('cognito-idp:AdminDeleteUser')).toEqual(['eraseAccounts']);
  expect(allowed('sns:Publish')).toEqual(['deliverNotices']);
});
