import { beforeEach, describe, expect, it } from 'vitest';
import { currentFlow, onboardingFlow } from '../../../shared/onboarding/items.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenFlow } from '../../given/onboarding.ts';
import {
  call,
  expectBothWays,
  forEachSeed,
  LONG,
  newRaceWorld,
  RUNS,
  seedsOf,
} from '../../support/seeded-races.ts';
import { newId, type World } from '../../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await newRaceWorld();
});

describe('in any order of the calls to the database', () => {
  it(
    'of all publications of flows each is made once, and one flow is published at a time',
    LONG,
    async () => {
      const as = await givenAdmin(world);
      const draft = await givenFlow(world);
      const drafts = seedsOf(RUNS).map(() => [1, 2].map(() => ({ ...draft, id: newId() })));
      await world.put(...drafts.flat().map(onboardingFlow.stored));
      const lastOnes: boolean[] = [];

      await forEachSeed(world, RUNS, async (play, random) => {
        const [first, second] = drafts.pop() ?? [];
        if (!first || !second) expect.unreachable();
        const publish = (id: string) => () => call(world, 'publishOnboardingFlow', { as, params: { id } });
        const { answers } = await play({
          one: publish(first.id),
          other: publish(second.id),
          ...(random() < 0.5 && { again: publish(first.id) }),
        });
        const ofOne = [answers.one, ...(answers.again ? [answers.again] : [])];
        expect(ofOne.map(({ code }) => code).sort()).toEqual(answers.again ? ['', 'not_draft'] : ['']);
        expect(answers.other.done).toBe(true);
        const found = await world
          .freshTable()
          .getAll([currentFlow.key({}), onboardingFlow.key(first), onboardingFlow.key(second)]);
        const flows = found.filter(({ sk }) => sk === 'FLOW').map(onboardingFlow.parse);
        expect(flows.map(({ status }) => status).sort()).toEqual(['archived', 'published']);
        const current = currentFlow.parse(found.find(({ sk }) => sk === 'CURRENT') ?? {}).flowId;
        expect(flows.find(({ status }) => status === 'published')?.id).toBe(current);
        lastOnes.push(current === first.id);
      });

      const flows = (await world.dump()).filter(({ sk }) => sk === 'FLOW').map(onboardingFlow.parse);
      expect(flows.filter(({ status }) => status === 'published')).toHaveLength(1);
      expectBothWays(lastOnes);
    },
  );
});
