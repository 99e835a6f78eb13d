/**
 * Repeats a read and a conditional write until no concurrent write interferes. `attempt` decides by the items that were
 * found, and writes on the condition that they have not changed. It returns `undefined` if a concurrent write came
 * first. Then everything is read again. The session's deadline ends the loop: the next call to the database throws
 * `TryAgain`, which becomes a 503. Therefore each attempt must call the database before it returns `undefined`.
 * @param found the items for the first attempt. @param again reads the same items again.
 * @throws {TryAgain} at the deadline.
 */
export async function finalOutcome<Found, Outcome>(
  found: Found,
  again: () => Promise<Found>,
  attempt: (found: Found) => Promise<Outcome | undefined>,
): Promise<Outcome> {
  for (let current = found; ; current = await again()) {
    const outcome = await attempt(current);
    if (outcome !== undefined) return outcome;
  }
}
