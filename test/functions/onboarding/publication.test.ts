import { beforeEach, describe, expect, it } from 'vitest';
import { inEachLanguage } from '../../../shared/values/languages.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { definition, givenFlow, question, slide } from '../../given/onboarding.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const publish = (id: string) => world.call('publishOnboardingFlow', { as: admin, params: { id } });
const archive = (id: string) => world.call('archiveOnboardingFlow', { as: admin, params: { id } });
const update = (id: string, version: number, given: object = definition()) =>
  world.call('updateOnboardingDraft', { as: admin, params: { id }, body: { definition: given, version } });
const get = async (id: string) => (await world.call('getOnboardingFlow', { as: admin, params: { id } })).body;
const current = () => world.call('currentOnboarding', {});
const published = async () => (await world.dump()).filter(({ status }) => status === 'published');

describe('changing a draft', () => {
  it('requires the version that was read and returns the next one', async () => {
    const { id } = await givenFlow(world);
    world.advance(1000);
    const changed = await update(id, 1, { ...definition(), name: 'Second thoughts' });
    expect(changed.body).toMatchObject({ version: 2, definition: { name: 'Second thoughts' } });
    expect(changed.body.updatedAt).toBe(world.now().toISOString());
    expect(await get(id)).toEqual(changed.body);
    expect((await update(id, 1)).body.code).toBe('version_conflict');
  });

  it('accepts one of twenty concurrent changes', async () => {
    const { id } = await givenFlow(world);
    const answers = await Promise.all(Array.from({ length: 20 }, () => update(id, 1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await get(id)).version).toBe(2);
  });
});

describe('publishing', () => {
  it('shows the flow to anyone, and archives the previous one in the same transaction', async () => {
    const first = await givenFlow(world);
    const second = await givenFlow(world);
    expect((await current()).body.code).toBe('nothing_published');
    expect((await publish(first.id)).body).toMatchObject({
      status: 'published',
      publishedAt: world.now().toISOString(),
    });
    expect((await current()).body.id).toBe(first.id);
    expect((await publish(second.id)).status).toBe(200);
    expect((await current()).body).toEqual(await get(second.id));
    expect((await get(first.id)).status).toBe('archived');
    expect((await publish(first.id)).body.code).toBe('not_draft');
  });

  it.each([false, true])(
    'archives a flow that is published concurrently, after another one: %s',
    async (after) => {
      if (after) await givenFlow(world, { status: 'published' });
      const [first, second] = [await givenFlow(world), await givenFlow(world)];
      meanwhile(world, () => publish(second.id));
      expect((await publish(first.id)).status).toBe(200);
      expect((await published()).map(({ id }) => id)).toEqual([first.id]);
    },
  );

  it('detects that a draft is published while it is read', async () => {
    const { id } = await givenFlow(world);
    world.setFault(async ({ command, input, send }) => {
      if (command === 'Get' && input.Key.pk === 'ONBOARDING#CURRENT') {
        world.setFault(undefined);
        expect((await publish(id)).status).toBe(200);
      }
      return send();
    });
    const { status, body } = await publish(id);
    expect([status, body.code]).toEqual([409, 'not_draft']);
    expect((await current()).body.id).toBe(id);
  });

  it('never publishes a version that was not validated, even after a concurrent change', async () => {
    const { id } = await givenFlow(world);
    meanwhile(world, () => givenFlow(world, { id, version: 2, definition: { ...definition(), slides: [] } }));
    const { status, body } = await publish(id);
    world.setFault(undefined);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(await published()).toEqual([]);
  });

  it('ends with archiving; then no flow is published', async () => {
    const { id } = await givenFlow(world);
    await publish(id);
    expect((await archive(id)).body.status).toBe('archived');
    expect((await current()).body.code).toBe('nothing_published');
    expect((await archive(id)).body.code).toBe('not_published');
  });

  const text = slide().title;
  const unwritten = { ...text, 'zh-Hans-MY': ' ' };
  const image = (url: string, alt: object = slide().image.alt) => ({ url, alt });
  it.each<[string, object, string]>([
    ['no slide', { slides: [] }, 'definition.slides'],
    [
      'a missing language',
      { slides: [{ ...slide(), title: unwritten }] },
      'definition.slides.0.title.zh-Hans-MY',
    ],
    ['an empty body', { slides: [{ ...slide(), body: unwritten }] }, 'definition.slides.0.body.zh-Hans-MY'],
    [
      'a Malay title of U+200B, which nobody can see',
      { slides: [{ ...slide(), title: { ...text, 'ms-MY': '\u200b' } }] },
      'definition.slides.0.title.ms-MY',
    ],
    [
      'a Malay body of U+2800, which nobody can see',
      { slides: [{ ...slide(), body: { ...text, 'ms-MY': '\u2800\n' } }] },
      'definition.slides.0.body.ms-MY',
    ],
    [
      'an image described in Malay by U+2060, which nobody can see',
      { slides: [{ ...slide(), image: image('https://a.my/x.png', { ...text, 'ms-MY': '\u2060' }) }] },
      'definition.slides.0.image.alt.ms-MY',
    ],
    [
      'an image over http',
      { slides: [{ ...slide(), image: image('http://a.my/x.png') }] },
      'definition.slides.0.image.url',
    ],
    [
      'an image half described',
      { slides: [{ ...slide(), image: image('https://a.my/x.png', { ...text, 'ms-MY': '' }) }] },
      'definition.slides.0.image.alt.ms-MY',
    ],
    ['no option', { questions: [{ ...question(), options: [] }] }, 'definition.questions.0.options'],
    [
      'an empty prompt',
      { questions: [{ ...question(), prompt: unwritten }] },
      'definition.questions.0.prompt.zh-Hans-MY',
    ],
    [
      'two selections of a single choice',
      { questions: [{ ...question(), maxSelections: 2 }] },
      'definition.questions.0.maxSelections',
    ],
    [
      'more selections than options',
      { questions: [{ ...question(), kind: 'multiple', maxSelections: 3 }] },
      'definition.questions.0.maxSelections',
    ],
  ])('is refused while the flow is incomplete: %s', async (_, change, path) => {
    const { id } = await givenFlow(world, { definition: { ...definition(), ...change } });
    const before = await world.dump();
    const { status, body } = await publish(id);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
    expect(await world.dump()).toEqual(before);
  });

  it('accepts a decorative image without descriptions', async () => {
    const none = inEachLanguage('');
    const { id } = await givenFlow(world, {
      definition: { ...definition(), slides: [{ ...slide(), image: image('https://a.my/x.png', none) }] },
    });
    expect((await publish(id)).status).toBe(200);
  });
});

describe('the list of flows', () => {
  it('contains flows in any state, latest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.unshift((await givenFlow(world, n === 2 ? { status: 'archived' } : {})).id);
      world.advance(1);
    }
    const { flows } = (await world.call('listOnboardingFlows', { as: admin })).body;
    expect(flows.map(({ id }: { id: string }) => id)).toEqual(ids);
  });
});

describe('the published flow', () => {
  it('can be cached privately for a minute, and answers 304 to a matching ETag', async () => {
    const { id } = await givenFlow(world);
    expect((await current()).headers['cache-control']).toBe('no-store'); // that there is none
    await publish(id);
    const { headers, status } = await current();
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=5, stale-if-error=0');
    const known = { headers: { 'if-none-match': headers['etag'] ?? '' } };
    expect((await world.call('currentOnboarding', known)).status).toBe(304);
    const next = await givenFlow(world);
    await publish(next.id);
    expect((await world.call('currentOnboarding', known)).status).toBe(200);
  });
});

describe('a draft that is never published', () => {
  it('can be archived, and the published flow stays', async () => {
    const live = await givenFlow(world, { status: 'published' });
    const { id } = await givenFlow(world);
    expect((await archive(id)).body.status).toBe('archived');
    expect((await current()).body.id).toBe(live.id);
    expect((await publish(id)).body.code).toBe('not_draft');
  });

  it('is either published or archived when both are requested concurrently', async () => {
    const { id } = await givenFlow(world);
    meanwhile(world, () => publish(id));
    expect((await archive(id)).body.code).toBe('not_published');
    world.setFault(undefined);
    expect((await current()).body.id).toBe(id);
  });
});

describe('reading the published flow', () => {
  it('finds the next one when another is published between its two reads', async () => {
    await givenFlow(world, { status: 'published' });
    const { id } = await givenFlow(world);
    let isPublished = false;
    world.setFault(async ({ command, send }) => {
      const answer = await send();
      if (command === 'Get' && !isPublished) {
        isPublished = true;
        await publish(id);
      }
      return answer;
    });
    expect((await current()).body.id).toBe(id);
    world.setFault(undefined);
  });
});
