/**
 * Repeats a decision about stored items until it holds. `attempt` decides on what was found and writes under the condition
 * that it is still so; it returns `undefined` when a concurrent write came first. Then everything is read again.
 *
 * The session's deadline ends the loop: the next call to the database throws, and the caller is asked to repeat the
 * request (503 `try_again`). So each attempt has to call the database before it returns `undefined`.
 * @param found what the first attempt decides on. @param again reads the same once more.
 * @throws {TryAgain} at the deadline: nothing is known to be written.
 */
export async function untilSettled<Found, Outcome>(
  found: Found,
  again: () => Promise<Found>,
  attempt: (found: Found) => Promise<Outcome | undefined>,
): Promise<Outcome> {
  for (let current = found; ; current = await again()) {
    const outcome = await attempt(current);
    if (outcome !== undefined) return outcome;
  }
}
