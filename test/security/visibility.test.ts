import { beforeAll, describe, expect, it } from 'vitest';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import type { Row, Scene, Showing } from '../cast/visibility.ts';
import { rejectionReason } from '../functions/analytics/certificates.calls.ts';
import { consentRecord, reference } from '../functions/analytics/members.calls.ts';
import { author, exportedAuthor } from '../functions/clinical/records.calls.ts';
import { knownAs } from '../functions/community/club-members.calls.ts';
import { namedPractitioner, titleOfNotice } from '../functions/deletion/notices.calls.ts';
import { newWorld, type World } from '../support/world.ts';

/**
 * Each viewer of the visibility matrix sends the request of a row in a state. Those whose response contains the text of the field
 * must be those of the row.
 */

/** Each field with a test for every row and state. */
const matrix = [
  knownAs,
  reference,
  consentRecord,
  rejectionReason,
  author,
  exportedAuthor,
  namedPractitioner,
  titleOfNotice,
].flatMap(({ what, text, states, rows }) =>
  Object.entries<Row<string, string>>(rows).flatMap(([operation, { seenBy, ...row }]) =>
    Object.entries<Prepare>(states).map(([state, prepare]) => ({
      ...{ what, text, operation: operation as OperationId, state, prepare, ...row },
      seenBy: seenBy[state] ?? [],
    })),
  ),
);

/** Every operation whose responses can contain both. Another one does not compile without an entry. */
const together: Readonly<Record<Showing<'alias'> & Showing<'knownAs'>, true>> = { getAccountData: true };

const HEAD = `# Who sees what people tell

Some texts have one audience. \`test/security/visibility.test.ts\` sends every request whose response can contain such a text as every kind of
viewer, in each of these states, and writes this table.

| What | When | Who sees it |
|---|---|---|`;

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

type Prepare = (world: World) => Promise<Scene<string>>;
/** The people of each state, until a request changes something about them. */
const scenes = new Map<Prepare, Promise<Scene<string>>>();
function sceneFor(prepare: Prepare): Promise<Scene<string>> {
  const scene = scenes.get(prepare) ?? prepare(world);
  scenes.set(prepare, scene);
  return scene;
}

describe('the visibility matrix', () => {
  it.each(matrix)(
    '$operation shows $what to $seenBy when $state',
    async ({ operation, state, text, prepare, sent, succeedsOnce, seenBy }) => {
      const changes = contracts[operation].method !== 'GET';
      let scene = await sceneFor(prepare);
      const seeing: string[] = [];
      for (const viewer of Object.keys(scene.viewers)) {
        const as = scene.viewers[viewer];
        const { raw } = await world.call(operation, { as, ...sent(scene.ids, state) });
        if (raw.body?.includes(text)) seeing.push(viewer);
        if (!changes || raw.statusCode >= 300) continue;
        scenes.delete(prepare);
        if (succeedsOnce) scene = await sceneFor(prepare);
      }
      expect(seeing.sort()).toEqual([...seenBy].sort());
    },
  );

  it('is the table of docs/visibility.md, which `vitest -u` writes', async () => {
    const rows = [...Map.groupBy(matrix, ({ what, state }) => `${what} | ${state}`)].map(([begin, same]) => {
      const viewers = new Set<string>(same.flatMap(({ seenBy }) => seenBy));
      return `| ${begin} | ${[...viewers].sort().join(', ') || 'nobody'} |`;
    });
    const page = `${HEAD}\n${rows.join('\n')}\n`;
    await expect(page).toMatchFileSnapshot('../../docs/visibility.md');
  });

  it('has the alias of a challenge and the name of a member of a club together only in the data of their own account', () => {
    expect(Object.keys(together)).toEqual(['getAccountData']);
  });
});
