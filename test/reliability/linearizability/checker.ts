/**
 * Whether a history could have come about one operation after the other, each at some moment between its call and its
 * answer (Wing and Gong's search, with Lowe's memory of what was tried).
 */
export interface Operation<Input, Output> {
  readonly input: Input;
  readonly calledAt: number;
  /** Absent when nobody heard: it may have taken effect at any time since, or never. */
  readonly answer?: { readonly at: number; readonly output: Output };
}

export interface Specification<State, Input, Output> {
  readonly initial: State;
  /** The states that may follow when an operation takes effect; none when it could not have answered as it did. */
  readonly after: (state: State, operation: Operation<Input, Output>) => readonly State[];
  readonly nameOf: (state: State) => string;
}

export function isLinearizable<State, Input, Output>(
  history: readonly Operation<Input, Output>[],
  { initial, after, nameOf }: Specification<State, Input, Output>,
): boolean {
  const tried = new Set<string>();
  const answeredAt = ({ answer }: Operation<Input, Output>) => answer?.at ?? Number.POSITIVE_INFINITY;

  function search(left: readonly Operation<Input, Output>[], state: State): boolean {
    const firstAnswer = Math.min(...left.map(answeredAt));
    // Of what is left nobody heard: none of it need have taken effect.
    if (firstAnswer === Number.POSITIVE_INFINITY) return true;
    const name = `${left.map((one) => history.indexOf(one)).join()}|${nameOf(state)}`;
    if (tried.has(name)) return false;
    tried.add(name);
    // Whatever was called after an answer came, came after it.
    return left
      .filter(({ calledAt }) => calledAt <= firstAnswer)
      .some((one) => {
        const others = left.filter((other) => other !== one);
        return after(state, one).some((next) => search(others, next));
      });
  }

  return search(history, initial);
}
