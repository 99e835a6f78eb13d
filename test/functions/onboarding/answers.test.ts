import { beforeEach, describe, expect, it } from 'vitest';
import { contracts, workers } from '../../../functions/contracts.ts';
import { onboardingAnswers } from '../../../shared/onboarding/items.ts';
import { minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { answersTo, definition, givenFlow, question } from '../../given/onboarding.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let person: AccountId;
beforeEach(async () => {
  world = await newWorld();
  person = newAccount();
});

const goal = question('goal');
const habits = { ...question('habits'), kind: 'multiple' as const, maxSelections: 2 };
habits.options = ['run', 'swim', 'rest'].map((id) => ({ ...habits.options[0], id })) as typeof habits.options;

/** A published flow with a question of one choice and one of two. */
const givenPublished = () =>
  givenFlow(world, { status: 'published', definition: { ...definition(), questions: [goal, habits] } });
const save = (body: object, as = person) => world.call('saveOnboardingAnswers', { as, body });
const own = (as = person) => world.call('getOnboardingAnswers', { as });
const answer = (questionId: string, ...optionIds: readonly string[]) => ({ questionId, optionIds });
const codeOf = async (response: ReturnType<World['call']>) => {
  const { status, body } = await response;
  return [status, body.code];
};

describe('a person answers the questions of the published flow', () => {
  it('and reads the answers back, with the flow, its version and the time', async () => {
    const { id: flowId } = await givenPublished();
    expect(await codeOf(own())).toEqual([404, 'no_answers']);
    const answers = [answer('goal', 'sleep'), answer('habits', 'swim', 'run')];
    const { status, body } = await save({ flowId, version: 1, answers });
    expect([status, body]).toEqual([
      200,
      { flowId, version: 1, answers, answeredAt: world.now().toISOString() },
    ]);
    expect((await own()).body).toEqual(body);
  });

  it('may skip every question', async () => {
    const { id: flowId } = await givenPublished();
    expect((await save({ flowId, version: 1, answers: [] })).status).toBe(200);
    expect((await own()).body.answers).toEqual([]);
  });

  it('changes them as a whole: an omitted question has no answer any more', async () => {
    const { id: flowId } = await givenPublished();
    await save({ flowId, version: 1, answers: [answer('goal', 'sleep'), answer('habits', 'run')] });
    world.advance(minutes(1));
    const { body } = await save({ flowId, version: 1, answers: [answer('goal', 'walk')] });
    expect(body).toMatchObject({
      answers: [answer('goal', 'walk')],
      answeredAt: world.now().toISOString(),
    });
    expect((await own()).body).toEqual(body);
  });

  it('and changes nothing by repeating identical answers, not even their time', async () => {
    const body = answersTo(await givenPublished());
    const first = await save(body);
    const before = await world.dump();
    world.advance(minutes(1));
    expect((await save(body)).body).toEqual(first.body);
    expect(await world.dump()).toEqual(before);
  });

  it('and replaces the answers to an earlier flow', async () => {
    const earlier = await givenPublished();
    await save(answersTo(earlier));
    const admin = await givenAdmin(world);
    const next = await givenFlow(world);
    await world.call('publishOnboardingFlow', { as: admin, params: { id: next.id } });
    expect((await own()).body.flowId).toBe(earlier.id);
    expect((await save(answersTo(next))).status).toBe(200);
    expect((await own()).body.flowId).toBe(next.id);
    expect((await world.dump()).filter(({ sk }) => sk === 'ANSWERS')).toHaveLength(1);
  });
});

describe('answers are refused, and the earlier ones stay', () => {
  it.each([
    ['an unknown flow', async () => ({ id: newId(), version: 1 })],
    ['a draft', () => givenFlow(world)],
    ['an archived flow', () => givenFlow(world, { status: 'archived' })],
    ['another version', async () => ({ ...(await givenPublished()), version: 2 })],
  ])('when they are for %s', async (_, given) => {
    await save(answersTo(await givenPublished()));
    const body = answersTo(await given());
    const before = await world.dump();
    expect(await codeOf(save(body))).toEqual([409, 'flow_changed']);
    expect(await world.dump()).toEqual(before);
  });

  const once = 'must be unique in its list';
  it.each<[string, readonly unknown[], readonly (readonly [path: string, message: string])[]]>([
    ['an unknown question', [answer('age', 'walk')], [['0.questionId', 'must be a question of the flow']]],
    [
      'an unknown option',
      [answer('goal', 'walk'), answer('habits', 'run', 'walk')],
      [['1.optionIds.1', 'must be an option of the question']],
    ],
    ['a question twice', [answer('goal', 'walk'), answer('goal', 'sleep')], [['1.questionId', once]]],
    ['an option twice', [answer('habits', 'run', 'run')], [['0.optionIds.1', once]]],
    [
      'too many options',
      [answer('goal', 'walk', 'sleep'), answer('habits', 'run', 'swim', 'rest')],
      [
        ['0.optionIds', 'must not be more than maxSelections, 1'],
        ['1.optionIds', 'must not be more than maxSelections, 2'],
      ],
    ],
    ['no option', [answer('goal')], [['0.optionIds', 'must have at least 1 item']]],
    ['an unknown field', [{ ...answer('goal', 'walk'), text: 'x' }], [['0.text', 'is unknown']]],
  ])('with their paths: %s', async (_, answers, expected) => {
    const { id: flowId } = await givenPublished();
    await save(answersTo({ id: flowId, version: 1 }));
    const before = await world.dump();
    const { status, body } = await save({ flowId, version: 1, answers });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.issues).toEqual(
      expected.map(([path, message]) => ({ path: `body.answers.${path}`, message })),
    );
    expect(await world.dump()).toEqual(before);
  });

  it('with at most 100 issues', async () => {
    const { id: flowId } = await givenPublished();
    const answers = Array.from({ length: 20 }, () => answer('goal', ...Array(20).fill('walk')));
    const { status, body } = await save({ flowId, version: 1, answers });
    expect([status, body.issues.length]).toEqual([400, 100]);
  });
});

describe('a flow that is archived while somebody answers it', () => {
  it('keeps the answers, which name it, and accepts no more', async () => {
    const flow = await givenPublished();
    const as = await givenAdmin(world);
    meanwhile(
      world,
      () => world.call('archiveOnboardingFlow', { as, params: { id: flow.id } }),
      'ONBOARDING#ACCOUNT#',
    );
    expect((await save(answersTo(flow))).status).toBe(200);
    world.setFault(undefined);
    expect((await own()).body).toMatchObject(answersTo(flow));
    expect(await codeOf(save(answersTo(flow)))).toEqual([409, 'flow_changed']);
  });
});

describe('nobody else reads the answers of a person', () => {
  it('because each caller gets their own', async () => {
    const flow = await givenPublished();
    const other = newAccount();
    await save(answersTo(flow));
    await save({ ...answersTo(flow), answers: [answer('goal', 'sleep')] }, other);
    expect((await own()).body.answers).toEqual([answer('goal', 'walk')]);
    expect((await own(other)).body.answers).toEqual([answer('goal', 'sleep')]);
    const admin = await givenAdmin(world);
    expect(await codeOf(own(admin))).toEqual([404, 'no_answers']);
  });

  it('and because no other function may access them, except for the copy of one’s own data and the erasure', () => {
    const accessing = Object.entries({ ...contracts, ...workers }).flatMap(([name, { touches }]) =>
      JSON.stringify(touches).includes(onboardingAnswers.prefix) ? [name] : [],
    );
    expect(accessing.sort()).toEqual([
      'eraseAccounts',
      'getAccountData',
      'getOnboardingAnswers',
      'saveOnboardingAnswers',
    ]);
  });
});
