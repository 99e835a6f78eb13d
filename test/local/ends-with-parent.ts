/**
 * Loaded before the main module of a child process with an IPC channel. The channel closes when the test's process ends,
 * even when it is killed, and then this process stops.
 */
const STOPS_WITHIN = 10_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), STOPS_WITHIN).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone must not keep the process alive.
process.channel?.unref();
