/** A design as a state machine: what can happen in a state, and what must hold in each. */
export interface Machine<S> {
  readonly initial: S;
  /** Everything that can happen next: its name, and the state that follows. */
  readonly steps: (state: S) => Iterable<readonly [string, S]>;
  /** What is wrong with a state. */
  readonly wrong: (state: S) => string | undefined;
  /** The same text for the same state, and for no other. */
  readonly nameOf: (state: S) => string;
}

export interface Explored {
  readonly states: number;
  readonly steps: number;
  /** The first state that is wrong, and a shortest way there. */
  readonly wrong?: { readonly what: string; readonly way: readonly string[] };
}

/** Every state that can be reached, breadth first, until there is no new one, or one is wrong. */
export function explore<S>({ initial, steps, wrong, nameOf }: Machine<S>): Explored {
  const cameBy = new Map<string, readonly [step: string, from: string] | undefined>([
    [nameOf(initial), undefined],
  ]);
  let taken = 0;
  for (let edge = [initial]; edge.length > 0; ) {
    const next: S[] = [];
    for (const state of edge) {
      const from = nameOf(state);
      const what = wrong(state);
      if (what !== undefined) return { states: cameBy.size, steps: taken, wrong: { what, way: wayTo(from) } };
      for (const [step, to] of steps(state)) {
        taken += 1;
        const name = nameOf(to);
        if (cameBy.has(name)) continue;
        cameBy.set(name, [step, from]);
        next.push(to);
      }
    }
    edge = next;
  }
  return { states: cameBy.size, steps: taken };

  function wayTo(name: string): readonly string[] {
    const came = cameBy.get(name);
    return came ? [...wayTo(came[1]), came[0]] : [];
  }
}
