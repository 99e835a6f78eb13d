/** Runs a task for each item in sequence and continues after failures. @returns the thrown errors. */
export async function eachByItself<T>(
  all: readonly T[],
  task: (item: T) => Promise<void>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const item of all) await task(item).catch((error: unknown) => failures.push(error));
  return failures;
}
