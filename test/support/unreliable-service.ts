/** Wraps the calls of a service, so that it fails while it is down, or right after it has done what it was asked. */
export function unreliable<S extends object>(service: S) {
  const state = { isDown: false, losesAnswers: false, calls: 0 };
  const wrapped = Object.fromEntries(
    Object.entries(service).map(([name, call]) => [
      name,
      typeof call !== 'function'
        ? call
        : async (...given: readonly unknown[]) => {
            state.calls += 1;
            if (state.isDown) throw new Error('the service is down');
            const answer = await call(...given);
            if (state.losesAnswers) throw new Error('the response was lost');
            return answer;
          },
    ]),
  );
  return { state, service: wrapped as { -readonly [Name in keyof S]: S[Name] } };
}
