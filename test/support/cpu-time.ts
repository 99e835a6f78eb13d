/** The CPU time of this thread in milliseconds, which other work on the machine does not increase. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
