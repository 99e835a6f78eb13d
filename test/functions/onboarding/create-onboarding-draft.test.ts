import { beforeAll, describe, expect, it } from 'vitest';
import { onboardingFlow } from '../../../shared/onboarding/items.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { definition, question, slide } from '../../given/onboarding.ts';
import { newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeAll(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const create = (given: unknown) =>
  world.call('createOnboardingDraft', { as: admin, body: { definition: given } });

describe('an administrator creates a draft onboarding flow', () => {
  it('answers 201 with a draft of version 1 and the same definition', async () => {
    const given = definition();
    const { status, body } = await create(given);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      status: 'draft',
      version: 1,
      definition: given,
      createdAt: world.now().toISOString(),
      updatedAt: world.now().toISOString(),
    });
    expect(onboardingFlow.parse((await world.item(onboardingFlow.key(body))) ?? {})).toEqual(body);
  });

  it('accepts a definition without questions and omits them in the response', async () => {
    const { questions: _, ...given } = definition();
    const { status, body } = await create(given);
    expect(status).toBe(201);
    expect('questions' in body.definition).toBe(false);
  });

  it('keeps texts unchanged, and accepts empty ones', async () => {
    const unwritten = { ...slide(), title: { 'en-MY': '  spaces  ', 'ms-MY': '', 'zh-Hans-MY': '' } };
    const { status, body } = await create({ ...definition(), slides: [unwritten] });
    expect(status).toBe(201);
    expect(body.definition.slides[0].title).toEqual(unwritten.title);
  });

  it('keeps an address unchanged', async () => {
    const url = 'HTTPS://Images.Example.MY:443/a/../welcome.png?x=%7E#y';
    const image = { ...slide().image, url };
    const { status, body } = await create({ ...definition(), slides: [{ ...slide(), image }] });
    expect([status, body.definition.slides[0].image.url]).toEqual([201, url]);
    const stored = onboardingFlow.parse((await world.item(onboardingFlow.key(body))) ?? {});
    expect(JSON.stringify(stored.definition)).toContain(url);
  });

  it.each([
    '',
    ' https://a.my',
    'https://a.my ',
    'https://a.\nmy',
    'https://a .my',
    'a.my',
    '//a.my',
    'javascript:alert(1)',
    'https://a.my/张',
  ])('does not accept %j as an address', async (url) => {
    const image = { ...slide().image, url };
    expect((await create({ ...definition(), slides: [{ ...slide(), image }] })).status).toBe(400);
  });

  it('counts a text in code points', async () => {
    const title = { 'en-MY': '🏃'.repeat(120), 'ms-MY': 'x', 'zh-Hans-MY': 'x' };
    expect((await create({ ...definition(), slides: [{ ...slide(), title }] })).status).toBe(201);
    const longer = { ...title, 'en-MY': '🏃'.repeat(121) };
    expect((await create({ ...definition(), slides: [{ ...slide(), title: longer }] })).status).toBe(400);
  });
});

describe('an invalid definition is refused with all issues, by path', () => {
  const withSlide = (change: object) => ({ ...definition(), slides: [{ ...slide(), ...change }] });
  const withQuestion = (change: object) => ({ ...definition(), questions: [{ ...question(), ...change }] });
  const text = slide().title;

  it.each<[string, unknown, string]>([
    [
      'a missing language',
      withSlide({ title: { 'en-MY': 'x', 'ms-MY': 'x' } }),
      'definition.slides.0.title.zh-Hans-MY',
    ],
    ['a fourth language', withSlide({ title: { ...text, 'ta-MY': 'x' } }), 'definition.slides.0.title.ta-MY'],
    [
      'a text that is no string',
      withSlide({ body: { ...text, 'ms-MY': 7 } }),
      'definition.slides.0.body.ms-MY',
    ],
    ['null', withSlide({ image: null }), 'definition.slides.0.image'],
    [
      'an image that is no URI',
      withSlide({ image: { url: 'welcome.png', alt: text } }),
      'definition.slides.0.image.url',
    ],
    ['an unknown key', withSlide({ colour: 'red' }), 'definition.slides.0.colour'],
    [
      'a control character in a title',
      withSlide({ title: { ...text, 'en-MY': 'a\u0007b' } }),
      'definition.slides.0.title.en-MY',
    ],
    [
      'half of a surrogate pair',
      withSlide({ body: { ...text, 'en-MY': '\ud800' } }),
      'definition.slides.0.body.en-MY',
    ],
    ['a slide id twice', { ...definition(), slides: [slide('a'), slide('a')] }, 'definition.slides.1.id'],
    [
      'a question id twice',
      { ...definition(), questions: [question('a'), question('a')] },
      'definition.questions.1.id',
    ],
    [
      'an option id twice',
      withQuestion({ options: [question().options[0], question().options[0]] }),
      'definition.questions.0.options.1.id',
    ],
    ['an unknown kind', withQuestion({ kind: 'ranked' }), 'definition.questions.0.kind'],
    ['a fraction', withQuestion({ maxSelections: 1.5 }), 'definition.questions.0.maxSelections'],
    ['no selection at all', withQuestion({ maxSelections: 0 }), 'definition.questions.0.maxSelections'],
    [
      '21 slides',
      { ...definition(), slides: Array.from({ length: 21 }, (_, n) => slide(`s${n}`)) },
      'definition.slides',
    ],
    [
      '21 questions',
      { ...definition(), questions: Array.from({ length: 21 }, (_, n) => question(`q${n}`)) },
      'definition.questions',
    ],
    ['no name', { slides: [] }, 'definition.name'],
    ['an empty name', { ...definition(), name: '' }, 'definition.name'],
    ['no definition', undefined, 'definition'],
  ])('%s', async (_, given, path) => {
    const before = await world.dump();
    const { status, body } = await create(given);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_request');
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(`body.${path}`);
    expect(await world.dump()).toEqual(before);
  });

  it('lists all issues together', async () => {
    const { body } = await create({ name: 3, slides: [{ ...slide(), id: 4 }], questions: 'none' });
    expect(body.issues).toEqual([
      { path: 'body.definition.name', message: 'must be a string' },
      { path: 'body.definition.slides.0.id', message: 'must be a string' },
      { path: 'body.definition.questions', message: 'must be an array' },
    ]);
  });

  it('lists at most 100 issues of a hostile body', async () => {
    const { status, body } = await create({
      ...definition(),
      ...Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`unknown${n}`, 0])),
    });
    expect(status).toBe(400);
    expect(body.issues).toHaveLength(100);
  });
});
