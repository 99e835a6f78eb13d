/**
 * Decides whether a history is linearizable: its responses could come from executing the operations one after the other,
 * each at some moment between its call and its response (the search of Wing and Gong with the cache of Lowe).
 */
export interface Operation<Input, Output> {
  readonly input: Input;
  readonly calledAt: number;
  /** Absent when the response was lost: the operation may have taken effect at any later time, or never. */
  readonly answer?: { readonly at: number; readonly output: Output };
}

export interface Specification<State, Input, Output> {
  readonly initial: State;
  /** The possible next states when an operation takes effect; none when its response is impossible. */
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
    // All remaining responses were lost, so none of these operations needs to have taken effect.
    if (firstAnswer === Number.POSITIVE_INFINITY) return true;
    const name = `${left.map((operation) => history.indexOf(operation)).join()}|${nameOf(state)}`;
    if (tried.has(name)) return false;
    tried.add(name);
    // An operation that was called after another one's response also took effect after it.
    return left
      .filter(({ calledAt }) => calledAt <= firstAnswer)
      .some((operation) => {
        const others = left.filter((other) => other !== operation);
        return after(state, operation).some((next) => search(others, next));
      });
  }

  return search(history, initial);
}
