import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushEnvironment } from '../../shared/contract/environment.ts';
import type { Push, PushService } from '../../shared/notices/pushes.ts';
import { snsPushes } from '../../shared/notices/sns-pushes.ts';
import { listening } from '../support/listening.ts';
import { snsService } from '../support/sns-service.ts';

const environment = {
  PUSH_REGION: 'ap-southeast-1',
  PUSH_IOS_APPLICATION: 'arn:aws:sns:ap-southeast-1:000000000000:app/APNS/sihat-staging',
  PUSH_ANDROID_APPLICATION: 'arn:aws:sns:ap-southeast-1:000000000000:app/GCM/sihat-staging',
};
const push: Push = {
  id: '019cac77-8994-7a4e-8b1d-5f20c7e93d61',
  title: 'Somebody asks for access',
  line: 'Decide by 12.15 pm. Open Sihat to see who asks.',
  seconds: 840,
};

let sns: ReturnType<typeof snsService>;
let pushes: PushService;
const server = createServer((request, response) => void sns.answer(request, response));
let endpoint: string;
beforeAll(async () => {
  endpoint = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  sns = snsService();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  pushes = snsPushes(environment, { endpoint, credentials, maxAttempts: 1 });
});
const made = async (platform: 'ios' | 'android', token = 'token-1') => {
  const arn = await pushes.endpointOf(platform, token);
  if (arn === undefined) throw new Error('there is no endpoint');
  return arn;
};
const sent = () => sns.calls.at(-1)?.form ?? {};

describe('the endpoint of a phone at Amazon SNS', () => {
  it('is created with the token and nothing else, once', async () => {
    const first = await made('ios');
    expect(first).toMatch(/^arn:aws:sns:ap-southeast-1:000000000000:endpoint\/APNS\/sihat-staging\//);
    expect(await made('ios')).toBe(first);
    expect(sent()).toEqual({
      Version: '2010-03-31',
      PlatformApplicationArn: environment.PUSH_IOS_APPLICATION,
      Token: 'token-1',
    });
  });

  it('is found by its token if it is disabled', async () => {
    const first = await made('android');
    sns.disable();
    expect(await made('android')).toBe(first);
  });

  it('does not exist for a token that SNS does not take', async () => {
    expect(await pushes.endpointOf('ios', 'invalid')).toBeUndefined();
  });

  it('is deleted, also if it is gone', async () => {
    const arn = await made('ios');
    await pushes.remove(arn);
    await pushes.remove(arn);
    expect(sns.tokens()).toEqual([]);
  });
});

describe('a push', () => {
  it('to an iPhone has its time to live, and an id that replaces a repeated one', async () => {
    expect(await pushes.send(await made('ios'), 'ios', push)).toBe('sent');
    const form = sent();
    const message = JSON.parse(form['Message'] ?? '');
    expect(form['MessageStructure']).toBe('json');
    expect(JSON.parse(message.APNS)).toEqual({
      aps: { alert: { title: push.title, body: push.line }, sound: 'default' },
      noticeId: push.id,
    });
    expect(attributesOf(form)).toEqual({
      'AWS.SNS.MOBILE.APNS.TTL': '840',
      'AWS.SNS.MOBILE.APNS.COLLAPSE_ID': push.id,
      'AWS.SNS.MOBILE.APNS.PUSH_TYPE': 'alert',
    });
  });

  it('to an Android phone has the same', async () => {
    expect(await pushes.send(await made('android'), 'android', push)).toBe('sent');
    const form = sent();
    const message = JSON.parse(form['Message'] ?? '');
    expect(JSON.parse(message.GCM)).toEqual({
      fcmV1Message: {
        message: {
          notification: { title: push.title, body: push.line },
          data: { noticeId: push.id },
          android: { collapse_key: push.id, ttl: '840s', notification: { tag: push.id } },
        },
      },
    });
    expect(attributesOf(form)).toEqual({ 'AWS.SNS.MOBILE.FCM.TTL': '840' });
  });

  it('to a disabled or deleted endpoint says so', async () => {
    const [gone, disabled] = [await made('ios'), await made('ios', 'token-2')];
    await pushes.remove(gone);
    sns.disable();
    const send = (arn: string) => pushes.send(arn, 'ios', push);
    expect([await send(gone), await send(disabled)]).toEqual(['disabled', 'disabled']);
  });

  it('fails while SNS is throttled or down', async () => {
    const arn = await made('ios');
    for (const failure of [
      { code: 'Throttled', message: 'Rate exceeded', status: 429 },
      { code: 'InternalError', message: 'down', status: 500 },
      { code: 'PlatformApplicationDisabled', message: 'the certificate has expired' },
    ]) {
      sns.fail(failure);
      await expect(pushes.send(arn, 'ios', push), failure.code).rejects.toThrow();
      await expect(pushes.endpointOf('ios', 'token-2'), failure.code).rejects.toThrow();
      await expect(pushes.remove(arn), failure.code).rejects.toThrow();
    }
  });
});

it('a stage without settings sends no pushes, and one with some of them says which are missing', () => {
  expect(pushEnvironment({})).toBeUndefined();
  expect(pushEnvironment(environment)).toEqual(environment);
  expect(() => pushEnvironment({ PUSH_REGION: 'ap-southeast-1' })).toThrow(
    'PUSH_IOS_APPLICATION, PUSH_ANDROID_APPLICATION',
  );
});

/** The message attributes of a form. */
function attributesOf(form: Readonly<Record<string, string>>) {
  const names = Object.entries(form).filter(([name]) => /^MessageAttributes.*Name$/.test(name));
  return Object.fromEntries(
    names.map(([name, attribute]) => [attribute, form[name.replace(/Name$/, 'Value.StringValue')]]),
  );
}
