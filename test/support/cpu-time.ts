/** Milliseconds that this thread has computed: what else a machine does takes none of them. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
