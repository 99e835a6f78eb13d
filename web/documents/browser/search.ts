import MiniSearch from 'minisearch';
import { el } from '../../browser/dom.ts';
import type { SearchIndex } from '../../reference/search-index.ts';

/** The search of the reference, which is loaded when somebody begins to search. It needs no server. */

const MAX_RESULTS = 20;
/** Of the operations that have a field. */
const MAX_OPERATIONS = 6;

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly show: () => HTMLElement;
}

/** @param input the field of the page, whose form has places for the number of results and for the results */
export async function startSearch(input: HTMLInputElement): Promise<void> {
  const status = input.form?.querySelector('[role="status"]');
  const list = input.form?.querySelector('.found');
  const response = await fetch(new URL('search.json', import.meta.url)).catch(() => undefined);
  if (!response?.ok) {
    status?.replaceChildren('The search could not be loaded. Reload the page to try again.');
    return;
  }
  const entries = entriesOf(await response.json());
  const engine = new MiniSearch<Entry>({
    fields: ['name', 'text'],
    tokenize: wordsOf,
    searchOptions: { prefix: true, fuzzy: 0.15, boost: { name: 3 }, combineWith: 'AND' },
  });
  engine.addAll(entries);

  const search = (): void => {
    const query = input.value.trim();
    const found = query === '' ? [] : engine.search(query);
    list?.replaceChildren(...found.slice(0, MAX_RESULTS).flatMap(({ id }) => entries[id]?.show() ?? []));
    status?.replaceChildren(query === '' ? '' : resultText(found.length));
  };
  input.addEventListener('input', search);
  search();
}

const resultText = (count: number): string =>
  count === 0
    ? 'Nothing is found.'
    : count <= MAX_RESULTS
      ? `${count} found`
      : `${count} found; the first ${MAX_RESULTS} are shown`;

/** The parts of a name such as `reserveReward` or `out_of_stock` are words, and so is the whole. */
const wordsOf = (text: string): string[] => [
  ...(text.match(/[A-Z]?[a-z\d]+|[A-Z]+/g) ?? []),
  ...(text.match(/[\w-]+/g) ?? []),
];

function entriesOf({ operations, codes, fields }: SearchIndex): readonly Entry[] {
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
