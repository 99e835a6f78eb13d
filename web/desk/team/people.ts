import { typedCode } from '../../client/short-codes.ts';

export interface Known {
  readonly memberId: string;
  readonly reference?: string;
}

/** The characters of a code with which people are told apart, and those where these agree. */
const FEW = 4;
const MORE = 6;

/** How officers tell people apart whom no reference tells apart. */
export interface ToldApart {
  /** The first characters of the code that the person sees in the app; `undefined` if the reference is enough. */
  readonly markOf: (person: Known) => string | undefined;
  /** The references that several people have. */
  readonly shared: ReadonlyMap<string, number>;
  /** Whether a reference or a code has what somebody searches. */
  readonly isFound: (person: Known, words: string) => boolean;
}

/** Compares the references of people, and the codes of those with the same reference or none. */
export function toldApart(people: readonly Known[]): ToldApart {
  const codes = new Map(people.map(({ memberId }) => [memberId, codeOf(memberId)]));
  const known = ({ memberId }: Known) => codes.get(memberId) ?? codeOf(memberId);
  const alike = (person: Known) => `${known(person).slice(0, FEW)} ${person.reference ?? ''}`;
  const references = counted(people.flatMap(({ reference }) => reference ?? []));
  const marks = counted(people.map(alike));
  const shared = new Map([...references].filter(([, count]) => count > 1));
  return {
    shared,
    markOf: (person) => {
      if (person.reference !== undefined && !shared.has(person.reference)) return undefined;
      return known(person).slice(0, (marks.get(alike(person)) ?? 0) > 1 ? MORE : FEW);
    },
    isFound: (person, words) => {
      const wanted = words.trim().toLowerCase();
      const code = wanted.replace(/\s/g, '').toUpperCase();
      return (
        (person.reference ?? '').toLowerCase().includes(wanted) ||
        (code.length >= FEW && known(person).startsWith(code))
      );
    },
  };
}

const codeOf = (memberId: string): string => typedCode(memberId).toUpperCase();

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
