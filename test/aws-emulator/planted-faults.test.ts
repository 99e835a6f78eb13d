import { afterEach, describe, expect, it } from 'vitest';
import { later, seconds } from '../../shared/values/clock.ts';
import { givenChallenge, givenClub, givenEvent } from '../given/community.ts';
import { givenCampaign, givenClaim } from '../given/rewards.ts';
import { smoke } from '../smoke/smoke.ts';
import { unexpected } from '../support/fault-injection.ts';
import { WITH_TOOL_TESTS } from '../support/tool-tests.ts';
import { NOON, newAccount, type World } from '../support/world.ts';
import { readAssembly, type Template } from './cloudformation/assembly.ts';
import { callOrigin, callsOfReceipt, post, RECEIPT } from './edge/callers.ts';
import { emulatedWorld } from './emulated-world.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from './emulator.ts';

/** The emulator detects and names faults in templates. Each fault is planted into a copy. */

const describePlanted = describe.runIf(WITH_TOOL_TESTS);

const assembly = readAssembly('cdk.out', 'staging');
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function withFault(change: NonNullable<EmulatorOptions['change']>, options: EmulatorOptions = {}) {
  const emulator = await startEmulator({ assembly, change, start: NOON, runsByItself: false, ...options });
  stops.push(emulator.stop);
  return { emulator, world: await emulatedWorld(emulator) };
}

/** CDK's logical ids may end with a hash of the construct path. */
const isNamed = (name: string) => (id: string) => new RegExp(`^${name}([0-9A-F]{8})?$`).test(id);

/** Changes the only resource with this name in any template. */
function inResource(name: string, edit: (text: string, template: Template) => string) {
  return (template: Template): Template => {
    const id = Object.keys(template.Resources).find(isNamed(name));
    const resource = id === undefined ? undefined : template.Resources[id];
    if (!id || !resource) return template;
    const text = JSON.stringify(resource);
    const edited = edit(text, template);
    if (edited === text) throw new Error(`nothing was planted into ${id}`);
    return { ...template, Resources: { ...template.Resources, [id]: JSON.parse(edited) } };
  };
}

function without(name: string) {
  return (template: Template): Template => ({
    ...template,
    Resources: Object.fromEntries(Object.entries(template.Resources).filter(([id]) => !isNamed(name)(id))),
  });
}

const display = async (world: World) => {
  const event = await givenEvent(world, await givenClub(world));
  await givenChallenge(world, event);
  return world.call('getDisplay', { params: { code: event.joinCode } });
};
const token = (world: World) => world.call('issueQrToken', { as: newAccount() });
const linesOf = ({ log }: Emulator, name: string) =>
  log.filter((entry) => entry.function === name).map(({ line }) => line);

describePlanted('a display that fails because of', () => {
  it.each<[fault: string, change: NonNullable<EmulatorOptions['change']>, status: number, denial: RegExp]>([
    [
      'a policy that lacks an action',
      inResource('getDisplayExecutionRole', (text) => text.replaceAll('dynamodb:Query', 'dynamodb:Scan')),
      500,
      /^getDisplay may not dynamodb:Query on arn:aws:dynamodb:\S+:table\/\S+ with the leading keys COMMUNITY#/,
    ],
    [
      'a function that nobody may invoke',
      without('getDisplayPermission'),
      500,
      /^no permission lets the route GET \S+\/display call \S*getDisplay/,
    ],
    [
      'a route to another function',
      inResource('getDisplayRoute', (text, { Resources }) => {
        const other = Object.keys(Resources).find((id) => id.startsWith('listCommunityIntegration')) ?? '';
        return text.replace(/getDisplayIntegration[0-9A-F]{8}/, other);
      }),
      500,
      /^no permission lets the route GET \S+\/display call \S*listCommunity/,
    ],
    [
      'an edge without a certificate',
      inResource('Distribution', (text) => text.replace(/"OriginMtlsConfig":\{.*?\}\},/, '')),
      502,
      /^the edge does not reach origin\.api\.\S+: .*(certificate|hang up|RESET)/i,
    ],
    [
      'a certificate which ACM does not have',
      inResource('Distribution', (text) =>
        text.replace(/"ClientCertificateArn":\{.*?\}/, '"ClientCertificateArn":"arn:aws:acm:us-east-1:1:x"'),
      ),
      502,
      /ACM has no certificate arn:aws:acm:us-east-1:1:x$/,
    ],
    [
      'an unknown origin host',
      inResource('Distribution', (text) => text.replace('origin.api.', 'origin.another.')),
      502,
      /^nothing of the templates answers as origin\.another\.\S+, where the edge asks$/,
    ],
  ])('%s', async (_, change, status, denial) => {
    const { emulator, world } = await withFault(change);
    await expect(display(world)).rejects.toThrow(`getDisplay: ${status}`);
    expect(emulator.usage.denials).not.toEqual([]);
    for (const found of emulator.usage.denials) expect(found).toMatch(denial);
  });
});

describePlanted('a policy', () => {
  it('that lacks a prefix, even for one part of a transaction', async () => {
    const { emulator, world } = await withFault(
      inResource('reserveRewardExecutionRole', (text) => text.replaceAll('"REWARDS#CLAIM-CODE#*",', '')),
    );
    const campaign = await givenCampaign(world);
    const claim = world.call('reserveReward', {
      as: newAccount(),
      params: { campaignId: campaign.id },
      body: { claimId: campaign.id },
    });
    await expect(claim).rejects.toThrow('reserveReward: 500');
    expect(emulator.usage.denials).toEqual([
      expect.stringMatching(
        /^reserveReward may not dynamodb:PutItem on \S+ with the leading keys .*REWARDS#CLAIM-CODE#/,
      ),
    ]);
  });

  it('that names another stream, so that the mapping is not created', async () => {
    const { emulator, world } = await withFault(
      inResource('releaseLapsedLeaseExecutionRole', (text) =>
        text.replace(
          /\{"Fn::GetStackOutput":\{[^}]+\}\}/,
          '"arn:aws:dynamodb:ap-southeast-5:111122223333:table/other/stream/1"',
        ),
      ),
    );
    const expiresAt = later(world.now(), seconds(1)).toISOString();
    const held = await givenClaim(world, await givenCampaign(world), { expiresAt });
    world.advance(seconds(2));
    await emulator.drain();
    const { claims } = (await world.call('listClaims', { as: held.accountId })).body;
    // The claim expires by the clock, but the unit was not released.
    expect(claims).toMatchObject([{ status: 'expired' }]);
    expect(emulator.functions.find(({ principal }) => principal.name === 'releaseLapsedLease')?.calls()).toBe(
      0,
    );
    expect(emulator.usage.denials.at(-1)).toMatch(
      /^staging-api-\S+ was not made: Cannot access stream arn:\S+/,
    );
  });

  it('that denies a function its log', async () => {
    const { emulator, world } = await withFault(
      inResource('issueQrTokenExecutionRole', (text) =>
        text.replace('logs:PutLogEvents', 'logs:GetLogEvents'),
      ),
    );
    await token(world);
    expect(linesOf(emulator, 'issueQrToken')).toEqual([]);
    expect(emulator.usage.denials).toEqual([
      expect.stringMatching(
        /^issueQrToken may not logs:PutLogEvents on \S+:log-group:\S+issueQrToken:log-stream:/,
      ),
    ]);
  });

  it('with unsupported parts stops the start', async () => {
    const start = withFault(
      inResource('issueQrTokenExecutionRole', (text) =>
        text.replace('ForAllValues:StringLike', 'ForAnyValue:StringLike'),
      ),
    );
    await expect(start).rejects.toThrow(/issueQrTokenExecutionRole.*ForAnyValue:StringLike is not known/);
  });
});

describePlanted('an environment', () => {
  const withVariable = (name: string, variable: string, value: string) =>
    inResource(name, (text) =>
      JSON.stringify(JSON.parse(text, (key, found) => (key === variable ? value : found))),
    );

  it('that names another table', async () => {
    const { emulator, world } = await withFault(
      withVariable('issueQrTokenFunction', 'TABLE_NAME', 'another'),
    );
    await expect(token(world)).rejects.toThrow('issueQrToken: 500');
    expect(emulator.usage.denials[0]).toMatch(/^issueQrToken may not dynamodb:\w+ on \S+:table\/another$/);
  });

  it.each([
    ['TOKEN_ISSUER', 'https://cognito-idp.ap-southeast-5.amazonaws.com/ap-southeast-5_Another'],
    ['TOKEN_CLIENT_ID', 'another'],
  ])('that names another %s', async (variable, value) => {
    const { world } = await withFault(withVariable('issueQrTokenFunction', variable, value));
    const { status, body } = await token(world);
    expect([status, body.code]).toEqual([401, 'invalid_token']);
  });

  it('with a setting that its function does not accept', async () => {
    const { emulator } = await withFault(
      withVariable('createAccessRequestFunction', 'ACCESS_NOTICE_VERSION', 'soon'),
    );
    const checks = await smoke({ url: emulator.url, only: /AccessRequest / });
    expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([
      { name: 'createAccessRequest asks who is there', problem: expect.stringContaining('answered 500') },
    ]);
    expect(linesOf(emulator, 'createAccessRequest').join()).toContain(
      'Missing or wrong in the environment: ACCESS_NOTICE_VERSION',
    );
  });
});

describePlanted('a function', () => {
  it('without a handler', async () => {
    const { emulator, world } = await withFault(
      inResource('getDisplayFunction', (text) => text.replace('index.handler', 'index.handle')),
    );
    await expect(display(world)).rejects.toThrow('getDisplay: 500 {"message":"Internal Server Error"}');
    expect(linesOf(emulator, 'getDisplay').join()).toContain(
      'Runtime.HandlerNotFound: handle is undefined or not exported',
    );
  });

  it('that its schedule may not invoke', async () => {
    const { emulator } = await withFault(without('eraseAccountsScheduleAllowEventRule\\w+'));
    await Promise.all(emulator.plans.map(({ run }) => run()));
    expect(emulator.usage.denials).toEqual([
      expect.stringMatching(/^no permission lets the rule \S+eraseAccountsSchedule\S+ call \S*eraseAccounts/),
    ]);
  });

  it('that exceeds its time-out is stopped and started again', async () => {
    const { emulator, world } = await withFault(
      inResource('checkDeletionReceiptFunction', (text) => text.replace('"Timeout":10', '"Timeout":1')),
      { slowness: 1 },
    );
    const check = () => world.call('checkDeletionReceipt', { body: { receiptToken: 'x' } });
    let hangs = true;
    world.setFault(({ send }) => (hangs ? new Promise(() => {}) : send()));
    await expect(check()).rejects.toThrow('checkDeletionReceipt: 50');
    expect(linesOf(emulator, 'checkDeletionReceipt').join()).toContain('Task timed out after 1.00 seconds');
    hangs = false;
    // On a busy machine the second call can also take too long, and then the function starts again.
    const status = () =>
      check().then(
        (answer) => answer.status,
        () => 'timed out',
      );
    await expect.poll(status, { timeout: 60_000 }).toBe(404);
  });
});

describePlanted('the user pool', () => {
  it('that may not invoke its trigger issues no token', async () => {
    const { emulator, world } = await withFault(without('PeoplePreTokenGenerationConfigCognito'));
    const told = /no permission lets the user pool \S+ call sihat-staging-markSignIn/;
    await expect(world.tokenFor(newAccount())).rejects.toThrow(told);
    expect(emulator.usage.denials).toEqual([expect.stringMatching(told)]);
  });
});

describePlanted('the edge', () => {
  it('of a stage without a certificate cannot be deployed', async () => {
    const renamed = (template: Template): Template =>
      JSON.parse(JSON.stringify(template).replaceAll('/origin-certificate-arn', '/origin-certificate'));
    await expect(withFault(renamed)).rejects.toThrow(
      'Unable to fetch parameters [/sihat/staging/origin-certificate] from parameter store in us-east-1',
    );
  });

  it('whose bucket denies access shows no page', async () => {
    const { emulator } = await withFault(without('PagePolicy'));
    expect(await smoke({ url: emulator.url, only: /display page/ })).toMatchObject([
      { problem: expect.stringContaining('answered 403') },
    ]);
  });

  const LIST = '/v1/community';
  const wasCached = async ({ url }: Emulator, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(url + LIST, { headers })).headers.get('x-cache') === 'Hit from cloudfront';

  it('whose cache key lacks the token serves the first caller’s list to everyone', async () => {
    const { emulator, world } = await withFault(
      inResource('SignedOutCache', (text) =>
        text.replace('"HeaderBehavior":"whitelist","Headers":["Authorization"]', '"HeaderBehavior":"none"'),
      ),
    );
    const authorization = `Bearer ${await world.tokenFor(newAccount())}`;
    expect([await wasCached(emulator), await wasCached(emulator, { authorization })]).toEqual([false, true]);
  });

  it('with a minimum time stores the list of somebody who signed in', async () => {
    const { emulator, world } = await withFault(
      inResource('SignedOutCache', (text) => text.replace('"MinTTL":0', '"MinTTL":1')),
    );
    const authorization = `Bearer ${await world.tokenFor(newAccount())}`;
    for (const cached of [false, true]) expect(await wasCached(emulator, { authorization })).toBe(cached);
    world.advance(seconds(1));
    expect(await wasCached(emulator, { authorization })).toBe(false);
  });

  it('with another maximum caches for that time', async () => {
    const { emulator, world } = await withFault(
      inResource('SignedOutCache', (text) => text.replace('"MaxTTL":5', '"MaxTTL":2')),
    );
    await wasCached(emulator);
    world.advance(seconds(2));
    expect(await wasCached(emulator)).toBe(false);
  });

  it('that has no time for errors caches them for ten seconds', async () => {
    const { emulator, world } = await withFault(
      inResource('Distribution', (text) => text.replace('{"ErrorCachingMinTTL":0,"ErrorCode":500},', '')),
    );
    world.setFault(async () => {
      throw unexpected();
    });
    for (const cached of [false, true]) expect(await wasCached(emulator)).toBe(cached);
    world.setFault(undefined);
    world.advance(seconds(10));
    expect(await wasCached(emulator)).toBe(false);
  });

  it('that sets no CORS headers serves a phone app’s list to a web page that cannot read it', async () => {
    const { emulator } = await withFault(
      inResource('CachedHeaders', (text) => text.replace(/"CorsConfig":\{.*?"OriginOverride":true\},/, '')),
    );
    await wasCached(emulator);
    const { headers } = await fetch(emulator.url + LIST, { headers: { origin: 'https://staging.sihat.my' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('with a query in the cache key stops the start', async () => {
    const start = withFault(
      inResource('SignedOutCache', (text) =>
        text.replace('"QueryStringBehavior":"none"', '"QueryStringBehavior":"all"'),
      ),
    );
    await expect(start).rejects.toThrow(/SignedOutCache/);
  });

  it('whose API requires no certificate would admit everyone', async () => {
    const { emulator } = await withFault(
      inResource('OriginDomainName', (text) =>
        text
          .replace(/,"MutualTlsAuthentication":\{.*?\}\}/, '')
          .replace(/"MutualTlsAuthentication":\{.*?\}\},?/, ''),
      ),
    );
    expect(await callOrigin(emulator)).toBe(404);
  });

  it('whose firewall has no rule for paths can be bypassed', async () => {
    const { emulator } = await withFault(
      inResource('FirewallRules', (text) => text.replace(/"RegexString":"%[^"]*"/, '"RegexString":"^$"')),
    );
    expect(await post(emulator, `${RECEIPT}%3Fx`)).toBe(404);
    expect(callsOfReceipt(emulator)).toBe(1);
  });
});
