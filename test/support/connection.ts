import { inject } from 'vitest';
import { connectionTo } from '../../local/engine.ts';

/** To the engine under the tests of this worker. */
export function engineConnection() {
  const engine = inject('engines')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (!engine) throw new Error('this worker has no engine');
  return connectionTo(engine);
}
