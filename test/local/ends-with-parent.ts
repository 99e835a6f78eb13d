/**
 * Loaded before the main module of a process that a test starts with a channel. The channel closes when the test's
 * process ends, even when it is killed; then this process is asked to stop, and stops.
 */
const STOPS_WITHIN = 10_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), STOPS_WITHIN).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone keeps no process from ending.
process.channel?.unref();
