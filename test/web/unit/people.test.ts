import { describe, expect, it } from 'vitest';
import { typedCode } from '../../../web/client/short-codes.ts';
import { toldApart } from '../../../web/desk/team/people.ts';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const codeOf = (n: number) => typedCode(idOf(n)).toUpperCase();
const person = (n: number, reference?: string) => ({
  memberId: idOf(n),
  ...(reference !== undefined && { reference }),
});

/** Two numbers of ids whose codes begin with the same four characters. */
function alike(): readonly [number, number] {
  const seen = new Map<string, number>();
  for (let n = 0; ; n++) {
    const start = codeOf(n).slice(0, 4);
    const earlier = seen.get(start);
    if (earlier !== undefined) return [earlier, n];
    seen.set(start, n);
  }
}

describe('people whom officers must tell apart', () => {
  it('have the first four characters of their code beside a reference that occurs twice, or is not shared', () => {
    const people = [person(1, 'TM-1'), person(2, 'TM-1'), person(3, 'TM-3'), person(4)];
    const { markOf, shared } = toldApart(people);
    expect(people.map(markOf)).toEqual([
      codeOf(1).slice(0, 4),
      codeOf(2).slice(0, 4),
      undefined,
      codeOf(4).slice(0, 4),
    ]);
    expect([...shared]).toEqual([['TM-1', 2]]);
  });

  it('have six characters where four agree, and only there', () => {
    const [first, second] = alike();
    const marksWith = (...references: readonly [string?, string?]) => {
      const people = [person(first, references[0]), person(second, references[1]), person(1_000_000, 'TM-1')];
      const { markOf } = toldApart(people);
      return people.slice(0, 2).map((each) => markOf(each)?.length);
    };
    expect(marksWith('TM-1', 'TM-1')).toEqual([6, 6]);
    expect(marksWith()).toEqual([6, 6]);
    expect(marksWith('TM-1')).toEqual([4, 4]);
  });

  it('are found by a part of the reference, and by the beginning of the code, as people write it', () => {
    const { isFound } = toldApart([person(1, 'TM-10442'), person(2)]);
    const code = codeOf(2);
    const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
    expect(
      [' tm-104 ', '0442', 'TM-2', '', code].map((words) => isFound(person(1, 'TM-10442'), words)),
    ).toEqual([true, true, false, true, false]);
    expect(
      [code.slice(0, 4), code.slice(0, 6).toLowerCase(), spaced, code.slice(0, 3), code.slice(1, 5)].map(
        (words) => isFound(person(2), words),
      ),
    ).toEqual([true, true, true, false, false]);
  });
});
