import MiniSearch, { type SearchOptions } from 'minisearch';
import { el } from '../../browser/dom.ts';
import type { SearchIndex } from '../../reference/search-index.ts';

/** The search of the reference, which is loaded when somebody begins to search. It needs no server. */

const MAX_RESULTS = 20;
/** The result of a field names at most this many operations that have it. */
const MAX_OPERATIONS = 6;
/** A typing error in a shorter word would find too much. */
const LEAST_FUZZY = 5;

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly show: () => HTMLElement;
}

/**
 * @param input the field of the page, whose form has places for the number of results and for the results
 * @throws if the index cannot be loaded
 */
export async function startSearch(input: HTMLInputElement): Promise<void> {
  const status = input.form?.querySelector('[role="status"]');
  const list = input.form?.querySelector('.found');
  const response = await fetch(new URL('search.json', import.meta.url));
  if (!response.ok) throw new Error(`The index has the status ${response.status}`);
  const entries = entriesOf(await response.json());
  const engine = new MiniSearch<Entry>({ fields: ['name', 'text'], tokenize: wordsOf });
  engine.addAll(entries);

  const options: SearchOptions = {
    tokenize: typedWords,
    prefix: true,
    fuzzy: (word) => (word.length < LEAST_FUZZY ? false : 0.2),
    boost: { name: 3 },
  };
  /** Everything with all of the words, or else with any of them. */
  const find = (query: string) => {
    const all = engine.search(query, { ...options, combineWith: 'AND' });
    return all.length > 0 ? all : engine.search(query, options);
  };
  const search = (): void => {
    const query = input.value.trim();
    const found = query === '' ? [] : find(query);
    list?.replaceChildren(...found.slice(0, MAX_RESULTS).flatMap(({ id }) => entries[id]?.show() ?? []));
    status?.replaceChildren(query === '' ? '' : resultText(found.length));
    // The address keeps the query, so that the browser's Back button restores the results.
    const address = query === '' ? location.pathname : `?q=${encodeURIComponent(query)}`;
    history.replaceState(null, '', address + location.hash);
  };
  input.addEventListener('input', search);
  input.form?.addEventListener('submit', () => list?.querySelector('a')?.click());
  search();
}

const resultText = (count: number): string => {
  if (count === 0) return 'Nothing found.';
  return count <= MAX_RESULTS ? `${count} found` : `${count} found; the first ${MAX_RESULTS} are shown`;
};

const typedWords = (text: string): string[] => text.match(/[\w-]+/g) ?? [];

/** The parts of a name such as `reserveReward` or `out_of_stock` are words, and so is the whole. */
const wordsOf = (text: string): string[] => [
  ...(text.match(/[A-Z]?[a-z\d]+|[A-Z]+/g) ?? []),
  ...typedWords(text),
];

function entriesOf({ operations, codes, types, fields }: SearchIndex): readonly Entry[] {
  const linkTo = (name: string, address: string) => {
    const link = el('a', '', el('code', '', name));
    link.href = address;
    return link;
  };
  const operationLink = ([id, , , area]: SearchIndex['operations'][number]) =>
    linkTo(id, `/docs/${area}.html#${id}`);
  const shown: readonly Omit<Entry, 'id'>[] = [
    ...operations.map((operation) => ({
      name: operation[0],
      text: `${operation[1]} ${operation[2]}`,
      show: () => el('li', '', operationLink(operation), ` ${operation[1]}`),
    })),
    ...codes.map(([code, message]) => ({
      name: code,
      text: message,
      show: () => el('li', '', linkTo(code, `/docs/refusals.html#${code}`), ` ${message}`),
    })),
    ...types.map(([type, area]) => ({
      name: type,
      text: '',
      show: () => el('li', '', linkTo(type, `/docs/${area}.html#${type}`), ', a type'),
    })),
    ...fields.map(([name, uses]) => ({
      name,
      text: '',
      show: () => {
        const links = uses.slice(0, MAX_OPERATIONS).flatMap((n) => {
          const operation = operations[n];
          return operation ? [' ', operationLink(operation)] : [];
        });
        const more = uses.length - MAX_OPERATIONS;
        return el(
          'li',
          '',
          el('code', '', name),
          ', a field of',
          ...links,
          more > 0 ? ` and ${more} more` : '',
        );
      },
    })),
  ];
  return shown.map((entry, id) => ({ ...entry, id }));
}
