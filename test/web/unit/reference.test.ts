import { gzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { contracts } from '../../../functions/contracts.ts';
import openapi from '../../../openapi.json' with { type: 'json' };
import { CALLER_SENTENCES, FRESH_SESSION_SENTENCE } from '../../../shared/contract/callers.ts';
import { type Contract, refusalsOf } from '../../../shared/contract/contract.ts';
import { areasOf, type OpenApiDocument, type Schema } from '../../../web/reference/document.ts';
import { fieldReader } from '../../../web/reference/fields.ts';
import { curlOf } from '../../../web/reference/samples.ts';
import { searchIndex } from '../../../web/reference/search-index.ts';
import { referencePage } from '../../../web/reference-page.ts';

/** The static pages of the API reference, as files. */

const document = openapi as unknown as OpenApiDocument;
const operations = areasOf(document).flatMap((area) => area.operations);
const contractOf = (id: string): Contract => contracts[id as keyof typeof contracts];
const sites = { deployed: await referencePage('deployed'), local: await referencePage('local') };

const KB = 1024;
const compressed = (...bodies: readonly (string | Buffer | undefined)[]): number =>
  bodies.reduce((sum, body) => sum + gzipSync(body ?? '', { level: 9 }).length, 0);

const pagesOf = (files: Awaited<ReturnType<typeof referencePage>>) =>
  [...files]
    .filter(([path]) => path.endsWith('.html'))
    .map(([path, { body }]) => [path, String(body)] as const);

const resolved = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/** The paths of all properties of a body, except those of types with a name. */
const namesIn = ({ properties = {}, items }: Schema, place = ''): string[] => [
  ...Object.entries(properties).flatMap(([key, property]) => [
    place + key,
    ...namesIn(property, `${place}${key}${property.items ? '' : '.'}`),
  ]),
  ...(items ? namesIn(items, `${place}[].`) : []),
];

/** The address of a file, as links name it. */
const addressOf = (path: string) => path.replace(/\/index\.html$/, '');

describe.each(['deployed', 'local'] as const)('the %s reference', (kind) => {
  const files = sites[kind];
  const pages = new Map(
    pagesOf(files).map(([path, body]) => [addressOf(path), parseHTML(body).document] as const),
  );

  it('has at most 100 KB of HTML, style and script in each page, and 60 KB of search, compressed', () => {
    const assets = (name: string) => files.get(`/docs/assets/${name}`)?.body;
    const scripts = kind === 'local' ? ['documents.js', 'send.js'] : ['documents.js'];
    const common = ['documents.css', ...scripts].map(assets);
    expect(common.every(Boolean)).toBe(true);
    const sizes = pagesOf(files).map(([path, body]) => [path, compressed(body, ...common)] as const);
    expect(sizes.length).toBe(document.tags.length + 2);
    expect(sizes.filter(([, size]) => size > 100 * KB)).toEqual([]);
    // The largest page has about 40 KB. This bound finds one that grows by half.
    expect(Math.max(...sizes.map(([, size]) => size))).toBeLessThan(60 * KB);
    expect(compressed(assets('search.js'), assets('search.json'))).toBeLessThan(60 * KB);
  });

  it('has each operation and each code at an address of its own, and no dead link', () => {
    const idsOf = (address: string) =>
      [...(pages.get(address)?.querySelectorAll('[id]') ?? [])].map((element) => element.id);
    for (const { id, area } of operations) expect(idsOf(`/docs/${area}.html`)).toContain(id);
    const codes = Object.values<Contract>(contracts).flatMap((contract) => Object.keys(refusalsOf(contract)));
    expect(idsOf('/docs/refusals.html')).toEqual(expect.arrayContaining([...new Set(codes)]));

    const elsewhere = kind === 'local' ? /^\/($|guide\/(docs\/api\.md)?$|desk$|local\/phone$)/ : /^\/desk$/;
    for (const [address, page] of pages) {
      const ids = idsOf(address);
      expect(new Set(ids).size, address).toBe(ids.length);
      const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
      const dead = links.filter((link) => {
        const [target = '', anchor] = link.split('#');
        if (elsewhere.test(target) || files.has(target)) return false;
        return !pages.has(target || address) || (anchor && !idsOf(target || address).includes(anchor));
      });
      expect(dead, address).toEqual([]);
    }
  });

  it('shows of each operation its callers, parameters, fields, refusals and three samples', () => {
    for (const operation of operations) {
      const page = pages.get(`/docs/${operation.area}.html`);
      const section = page?.querySelector(`section[aria-labelledby="${operation.id}"]`);
      const text = section?.textContent ?? '';
      const contract = contractOf(operation.id);
      const tags = [...(section?.querySelectorAll('.tag') ?? [])].map((tag) => tag.textContent);
      const callers = [
        CALLER_SENTENCES[contract.caller],
        ...(contract.session ? [FRESH_SESSION_SENTENCE] : []),
      ];
      expect(tags).toEqual([operation.id, ...callers.map((sentence) => sentence.split('.')[0])]);
      for (const shown of [contract.summary.replaceAll('`', ''), contract.path])
        expect(text, operation.id).toContain(shown);
      const about = operation.body && resolved(operation.body.schema).description;
      if (about) expect(text, operation.id).toContain(about.replaceAll('`', ''));
      const rows = [...(section?.querySelectorAll('.fields tbody th') ?? [])].map((cell) =>
        cell.textContent?.replace(' optional', ''),
      );
      const names = [
        ...operation.parameters.map(({ name }) => name),
        ...[operation.body?.schema, ...operation.successes.map(({ schema }) => schema)].flatMap((schema) =>
          schema ? namesIn(resolved(schema)) : [],
        ),
      ];
      expect(rows.toSorted(), operation.id).toEqual(names.toSorted());
      const refusals = [...(section?.querySelectorAll('.errors tbody tr') ?? [])].map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent),
      );
      const declared = Object.entries(refusalsOf(contract)).map(([code, [status, message]]) => [
        String(status),
        code,
        message,
      ]);
      expect(refusals.toSorted(), operation.id).toEqual(declared.toSorted());
      const samples = section?.querySelectorAll('.sample pre[tabindex="0"]').length;
      expect(samples, operation.id).toBe(operation.successes.some(({ schema }) => schema) ? 3 : 2);
    }
  });

  it(
    kind === 'local' ? 'says what its samples send' : 'has nothing to send, and no field for a token',
    () => {
      const sent = [...pages.values()].flatMap((page) => [...page.querySelectorAll('[data-request]')]);
      expect(sent.length).toBe(kind === 'local' ? operations.length : 0);
      expect(files.has('/docs/assets/send.js')).toBe(kind === 'local');
      if (kind === 'deployed')
        for (const page of pages.values()) {
          const fields = [...page.querySelectorAll('input, select, textarea')].map(({ id }) => id);
          expect(fields).toEqual(['q']);
        }
    },
  );
});

describe('the samples', () => {
  it('send what the contracts accept, and show what they return', () => {
    const { exampleOf } = fieldReader(document);
    const faults = operations.flatMap(({ id, body, successes }) => {
      const contract = contractOf(id);
      const sent = contract.body?.safeParse(body?.example);
      const shown = successes.flatMap(({ schema, statuses, example }) => {
        const expected = contract.success[Number(statuses[0]) as 200 | 201];
        const result = schema && expected?.safeParse(example ?? exampleOf(schema));
        return result?.success === false ? [`${id} ${statuses[0]} ${result.error.message}`] : [];
      });
      return [...(sent?.success === false ? [`${id} ${sent.error.message}`] : []), ...shown];
    });
    expect(faults).toEqual([]);
  });

  it('say of a body what no field says', () => {
    const { meaningOf } = fieldReader(document);
    const bodyOf = (id: string) => operations.find((operation) => operation.id === id)?.body?.schema ?? {};
    expect(meaningOf(bodyOf('annulRedemption'))).toBe('It must have either redemptionId or undoId.');
    expect(meaningOf(bodyOf('changeEnrollment'))).toBe('It must have at least one field.');
    expect(meaningOf(bodyOf('createEvent'))).toBe('`endsAt` must be after startsAt.');
    expect(meaningOf(bodyOf('reserveReward'))).toBe('');
  });

  it('quote what a shell would read', () => {
    const reserve = operations.find(({ id }) => id === 'reserveReward');
    expect(
      reserve && curlOf(reserve, 'https://api.sihat.my'),
    ).toBe(`curl https://api.sihat.my/v1/rewards/campaigns/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d/claims \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"claimId":"0195f3a2-7c1e-7d5a-8f21-4b6c2a9e0d13"}'`);
    const list = operations.find(({ id }) => id === 'listAccessRequests');
    expect(list && curlOf(list, 'https://api.sihat.my')).toContain(
      "curl 'https://api.sihat.my/v1/clinical/access-requests?as=patient'",
    );
    const display = operations.find(({ id }) => id === 'getDisplay');
    expect(display && curlOf(display, 'https://api.sihat.my')).not.toContain('TOKEN');
    const quoted = reserve && { ...reserve, body: { schema: {}, example: { note: "it's" } } };
    expect(quoted && curlOf(quoted, 'https://api.sihat.my')).toContain(String.raw`-d '{"note":"it'\''s"}'`);
  });
});

describe('the index of the search', () => {
  const index = searchIndex(document);

  it('has every operation, every code and the fields with their operations', () => {
    expect(index.operations.map(([id]) => id)).toEqual(operations.map(({ id }) => id));
    const codes = new Set(operations.flatMap(({ refusals }) => refusals.map(({ code }) => code)));
    expect(new Set(index.codes.map(([code]) => code))).toEqual(codes);
    const uses = new Map(index.fields);
    const having = (name: string) => uses.get(name)?.map((n) => index.operations[n]?.[0]);
    expect(having('claimId')).toContain('reserveReward');
    expect(having('zh-Hans-MY')).toContain('createOnboardingDraft');
    const types = new Map(index.types);
    expect([types.get('RewardClaim'), types.get('ManagedClub')]).toEqual(['rewards', 'community']);
    expect(having('alias')).toEqual(expect.arrayContaining(['enroll', 'getDisplay', 'getLeaderboard']));
  });
});
