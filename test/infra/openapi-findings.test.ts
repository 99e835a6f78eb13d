import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contractModules } from '../../functions/contracts.ts';
import { exampleModules } from '../../functions/examples.ts';
import { openApiDocument } from '../../infra/openapi/document.ts';
import { projectRoot } from '../../infra/project-root.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { ExampleModule, ExamplesOf } from '../../shared/contract/examples.ts';
import { meaningsOf, parametersOf } from '../../shared/values/meanings.ts';
import { page } from '../../shared/values/resources.examples.ts';
import { calendarDate, count, pageOf, pageQuery, title, Uuid } from '../../shared/values/resources.ts';

/** The generator of the OpenAPI document stops at what its sources lack. Small contracts with planted defects show it. */

const Walk = z.strictObject({
  id: Uuid,
  title: z.string(),
  route: z.optional(z.strictObject({ meters: count() })),
});
const Bench = z.strictObject({ id: Uuid });

const common = { area: 'community', caller: 'nobody', refusals: {}, touches: {} } as const;
const createWalk = contract({
  ...common,
  operationId: 'createWalk',
  method: 'POST',
  path: '/v1/walks',
  summary: 'Create a walk',
  body: z.strictObject({ title: title() }),
  success: { 201: Walk },
});
const listWalks = contract({
  ...common,
  operationId: 'listWalks',
  method: 'GET',
  path: '/v1/walks',
  summary: 'List the walks',
  query: z.object({ from: calendarDate(), ...pageQuery }),
  success: { 200: pageOf('walks', Walk) },
});
const walks = { Walk, Bench, createWalk, listWalks };

const walkMeanings = {
  id: 'The id of the walk',
  title: 'The title of the walk',
  route: { meaning: 'Where the walk goes', properties: { meters: 'The length in metres' } },
};
const walkMeaning = meaningsOf(Walk, walkMeanings);
const bodyMeaning = meaningsOf(createWalk.body, { title: 'The title of the new walk' });
const queryMeaning = parametersOf(listWalks.query, {
  from: { meaning: 'The first day of the listed walks', example: '2026-03-01' },
  ...page,
});
const pageMeaning = meaningsOf(listWalks.success[200], {
  walks: 'The walks of this page',
  nextCursor: 'The cursor of the next page',
});
const meanings = [walkMeaning, bodyMeaning, queryMeaning, pageMeaning];

const walk = {
  id: '5f0c8f0e-2f6b-4c53-9a3e-6f5d0c9b7a11',
  title: 'Around the lake',
  route: { meters: 3200 },
};
const examples = {
  createWalk: { body: { title: walk.title }, success: { 201: walk } },
  listWalks: { success: { 200: { walks: [walk], nextCursor: 'abc' } } },
} satisfies ExamplesOf<typeof walks>;

const PATH = 'functions/walks/contract';
const generate = (beside: Partial<ExampleModule>) =>
  openApiDocument({
    contractModules: { [PATH]: walks },
    exampleModules: { [PATH]: { meanings, examples, ...beside } },
  });

/** The message that names the file of the fake contracts and these problems, and nothing else. */
const stopped = (...problems: readonly string[]) =>
  [
    'The OpenAPI document cannot be generated. Edit these files:',
    `${PATH}.examples.ts`,
    ...problems.map((problem) => `  - ${problem}`),
  ].join('\n');

describe('the OpenAPI document', () => {
  it('shows the meanings and examples of its own sources', () => {
    expect(generate({})).toMatchObject({
      paths: {
        '/v1/walks': {
          post: { requestBody: { content: { 'application/json': { example: examples.createWalk.body } } } },
        },
      },
      components: {
        parameters: { from: { description: 'The first day of the listed walks', example: '2026-03-01' } },
        schemas: {
          Walk: {
            properties: {
              title: { description: 'The title of the walk.', examples: [walk.title] },
              route: {
                description: 'Where the walk goes.',
                properties: { meters: { description: 'The length in metres.', examples: [3200] } },
              },
            },
          },
          CreateWalkRequest: { properties: { title: { description: 'The title of the new walk.' } } },
        },
      },
    });
  });

  it('is not generated while a property has no meaning, even if one of another schema has its name', () => {
    const { title: _, ...others } = walkMeanings;
    const lacking = { schema: Walk, properties: others };
    expect(() => generate({ meanings: [lacking, bodyMeaning, queryMeaning, pageMeaning] })).toThrow(
      new Error(stopped('Walk.title has no meaning')),
    );
  });

  it('is not generated while a property inside another one has no meaning', () => {
    const shallow = meaningsOf(Walk, { ...walkMeanings, route: 'Where the walk goes' });
    expect(() => generate({ meanings: [shallow, bodyMeaning, queryMeaning, pageMeaning] })).toThrow(
      new Error(stopped('Walk.route.meters has no meaning')),
    );
  });

  it('is not generated while nothing uses a meaning', () => {
    const unused = [
      meaningsOf(Bench, { id: 'The id of the bench' }),
      { schema: createWalk.body, properties: { ...bodyMeaning.properties, color: 'The colour' } },
      { schema: listWalks.query, properties: { ...queryMeaning.properties, until: 'The last day' } },
      {
        schema: Walk,
        properties: { ...walkMeanings, title: { meaning: 'The title', properties: { font: 'The font' } } },
      },
      pageMeaning,
      pageMeaning,
      { ...pageMeaning, properties: { ...pageMeaning.properties } },
    ];
    expect(() => generate({ meanings: unused })).toThrow(
      new Error(
        stopped(
          'no operation uses the meanings of Bench',
          'createWalk.body.color has a meaning, but the schema has no such property',
          'listWalks.query.until has a meaning, but the schema has no such property',
          'the meanings of font belong to a property without properties',
          'listWalks.success[200] has meanings twice',
        ),
      ),
    );
  });

  it('is not generated while an example does not satisfy its schema', () => {
    const wrong = {
      createWalk: { body: { title: '' }, success: { 201: { ...walk, length: 3 } } },
      listWalks: { success: { 200: { ...examples.listWalks.success[200], walks: [{ ...walk, id: '7' }] } } },
    };
    expect(() => generate({ examples: wrong })).toThrow(
      new Error(
        stopped(
          'the example is wrong: createWalk.body.title must have at least 1 character',
          'the example is wrong: createWalk.success[201].length is unknown',
          'the example is wrong: listWalks.success[200].walks.0.id must be a UUID',
        ),
      ),
    );
  });

  it('is not generated while an example of a parameter does not satisfy its schema, or is missing', () => {
    const { cursor, limit } = page;
    const parameters = {
      schema: listWalks.query,
      properties: {
        from: { meaning: 'The first day', example: '2026-02-30' },
        limit: { ...limit, example: 0 },
        cursor: cursor.meaning,
      },
    };
    expect(() => generate({ meanings: [walkMeaning, bodyMeaning, parameters, pageMeaning] })).toThrow(
      new Error(
        stopped(
          'the example is wrong: listWalks.query.from must be one day that exists, as YYYY-MM-DD',
          'the example is wrong: listWalks.query.limit must be a whole number from 1 to 100',
          'listWalks.query.cursor has no example',
        ),
      ),
    );
  });

  it('is not generated while an operation, a body or a property has no example', () => {
    const { route: _, ...short } = walk;
    const lacking = { createWalk: { success: { 201: short } }, removeWalk: { success: { 204: undefined } } };
    expect(() => generate({ examples: lacking })).toThrow(
      new Error(
        stopped(
          'createWalk.body has no example',
          'createWalk.body.title has no example',
          'Walk.route.meters has no example',
          'listWalks has no example',
          'listWalks.success[200].nextCursor has no example',
          'removeWalk is an example of no operation of the contract',
        ),
      ),
    );
  });

  it('names the file of each problem in one message, also files that do not exist', () => {
    const shared = 'shared/walks/schemas';
    const all = () =>
      openApiDocument({
        contractModules: {
          [shared]: { Walk },
          [PATH]: { createWalk },
          'functions/lists/contract': { listWalks },
        },
        exampleModules: { [shared]: { meanings: [] }, [PATH]: { meanings: [bodyMeaning], examples: {} } },
      });
    expect(all).toThrow(/^The OpenAPI document cannot be generated\. Edit these files:$/m);
    expect(all).toThrow(/^functions\/walks\/contract\.examples\.ts\n {2}- createWalk has no example$/m);
    expect(all).toThrow(/^shared\/walks\/schemas\.examples\.ts\n {2}- Walk\.id has no meaning$/m);
    expect(all).toThrow(
      /^functions\/lists\/contract\.examples\.ts\n {2}- create the file, and list it in functions\/examples\.ts$/m,
    );
  });
});

describe('the types of meanings and examples', () => {
  it('refuse a missing and an unknown name', () => {
    const declared = [
      // @ts-expect-error The title is missing.
      meaningsOf(createWalk.body, {}),
      // @ts-expect-error The body has no colour.
      meaningsOf(createWalk.body, { title: 'The title', color: 'The colour' }),
      // @ts-expect-error The length of the route is missing.
      meaningsOf(Walk, { ...walkMeanings, route: { meaning: 'The route', properties: {} } }),
      // @ts-expect-error A text has no properties.
      meaningsOf(Walk, { ...walkMeanings, title: { meaning: 'The title', properties: {} } }),
      // @ts-expect-error A parameter needs an example.
      parametersOf(listWalks.query, { ...page, from: { meaning: 'The first day' } }),
      // @ts-expect-error The example of `listWalks` is missing.
      { createWalk: examples.createWalk } satisfies ExamplesOf<typeof walks>,
      // @ts-expect-error A walk needs a title.
      { ...examples, createWalk: { body: {}, success: { 201: walk } } } satisfies ExamplesOf<typeof walks>,
    ];
    expect(declared).toHaveLength(7);
  });
});

describe('the files of examples', () => {
  it('stand beside the module under whose path they are listed', async () => {
    for (const [path, module] of Object.entries(contractModules)) {
      expect(await import(join(projectRoot, `${path}.ts`)), path).toBe(module);
      expect(await import(join(projectRoot, `${path}.examples.ts`)), path).toBe(
        exampleModules[path as keyof typeof exampleModules],
      );
    }
  });

  it('are imported only by each other, the tools in infra/ and tests', () => {
    const files = ['functions', 'shared', 'local', 'web'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/(^|[./])examples\.ts$/.test(file))
        .map((file) => join(folder, file)),
    );
    const importing = files.filter((file) =>
      /'[^']*(examples|\/meanings)\.ts'/.test(readFileSync(join(projectRoot, file), 'utf8')),
    );
    expect(files.length).toBeGreaterThan(300);
    expect(importing).toEqual([]);
  });
});
