/** A step that a state allows, and the state after it. States are plain values: equal ones have the same JSON. */
export type Steps<State> = readonly (readonly [step: string, after: State])[];

export interface Model<State> {
  readonly initial: State;
  steps(state: State): Steps<State>;
  /** The rule that a state breaks, if any. */
  broken(state: State): string | undefined;
}

export interface Explored {
  /** How many different states were reached. */
  readonly states: number;
  /** Set if a state breaks a rule: the rule, and the shortest way to the first such state. */
  readonly broken?: { readonly rule: string; readonly path: readonly string[] };
}

/**
 * Visits every state that a model can reach, breadth first, until one breaks a rule.
 * @throws {Error} beyond a million states, which no model here should have.
 */
export function explore<State>({ initial, steps, broken }: Model<State>): Explored {
  const reached = new Map<string, { readonly state: State; readonly path: readonly string[] }>();
  const reach = (state: State, path: readonly string[]) => {
    const name = JSON.stringify(state);
    if (!reached.has(name)) reached.set(name, { state, path });
  };
  reach(initial, []);
  // A map also iterates over the entries that are added meanwhile.
  for (const { state, path } of reached.values()) {
    const rule = broken(state);
    if (rule !== undefined) return { states: reached.size, broken: { rule, path } };
    for (const [step, after] of steps(state)) reach(after, [...path, step]);
    if (reached.size > 1_000_000) throw new Error('The model has more than a million states.');
  }
  return { states: reached.size };
}
