type Stop = () => Promise<void> | void;

/** Adds a function that must run when the platform stops. */
export type OnStop = (...stops: readonly Stop[]) => void;

/** Collects what the platform starts, so that it stops in the reverse order. */
export function stopList() {
  const stops: Stop[] = [];
  const onStop: OnStop = (...more) => void stops.push(...more);
  return {
    onStop,
    async stopAll(): Promise<void> {
      for (const each of stops.splice(0).reverse()) await each();
    },
  };
}
