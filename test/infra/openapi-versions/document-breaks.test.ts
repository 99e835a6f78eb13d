import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contracts } from '../../../functions/contracts.ts';
import { projectRoot } from '../../../infra/project-root.ts';
import { breaksBetween, type Document } from './document-breaks.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { breaks, earlier, later } from './made-up-pair.ts';

/**
 * The OpenAPI documents of releases are kept in this folder, as `<version>.json`. Each of them is compared with the present
 * document.
 */
const kept = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
const read = (path: string): Document => JSON.parse(readFileSync(path, 'utf8'));
const present = (): Document => read(join(projectRoot, 'openapi.json'));

describe('the API keeps what it has promised', () => {
  const isException = ({ operation, what }: (typeof EXCEPTIONS)[number]) =>
    EXCEPTIONS.some((exception) => exception.operation === operation && exception.what === what);
  const breaksSince = (name: string) =>
    breaksBetween(read(join(import.meta.dirname, name)), present()).map((each) => ({ ...each, reason: '' }));

  it('has the document of every release in the changelog', () => {
    const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
    const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/gm)];
    expect(kept.toSorted()).toEqual(released.map(([, version]) => `${version}.json`).toSorted());
    expect(kept).toContain('1.0.0.json');
  });

  it('changes no document that is released: the next version begins an entry of the changelog', () => {
    const name = `${present().info?.version}.json`;
    if (kept.includes(name)) expect(present()).toEqual(read(join(import.meta.dirname, name)));
  });

  it.each(kept)('since %s, except for what exceptions.ts names', (name) => {
    expect(breaksSince(name).filter((each) => !isException(each))).toEqual([]);
  });

  it('names only exceptions of breaks that exist', () => {
    const found = kept.flatMap(breaksSince).map(({ operation, what }) => `${operation}: ${what}`);
    for (const { operation, what } of EXCEPTIONS) expect(found).toContain(`${operation}: ${what}`);
  });
});

describe('the comparison of two documents', () => {
  it('finds what was removed or narrowed, and nothing that was added', () => {
    const found = Object.groupBy(breaksBetween(earlier, later), ({ operation }) => operation);
    const sentences = Object.entries(found).map(([name, all = []]) => [name, all.map(({ what }) => what)]);
    expect(Object.fromEntries(sentences)).toEqual(breaks);
    expect(breaksBetween(earlier, earlier)).toEqual([]);
  });

  it('reads the present document: every operation and every component', () => {
    const before = present();
    const removed = breaksBetween(before, { ...before, paths: {} }).map(({ operation }) => operation);
    expect(removed.toSorted()).toEqual(Object.keys(contracts).toSorted());
    const schemas = before.components?.schemas ?? {};
    const reached = new Set<string>();
    const watched = new Proxy(schemas, {
      get(target, name: string) {
        reached.add(name);
        return target[name];
      },
    });
    expect(
      breaksBetween({ ...before, components: { ...before.components, schemas: watched } }, before),
    ).toEqual([]);
    expect(Object.keys(schemas).filter((name) => !reached.has(name))).toEqual([]);
  });
});
