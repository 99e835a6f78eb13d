/** How many instances are kept at a time; the one that was started longest ago goes, as Lambda lets idle ones go. */
export function warmInstances(most: number) {
  const started: (() => Promise<void>)[] = [];
  return async function starting(stop: () => Promise<void>): Promise<void> {
    const before = started.indexOf(stop);
    if (before >= 0) started.splice(before, 1);
    started.push(stop);
    while (started.length > most) await started.shift()?.();
  };
}
