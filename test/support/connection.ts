import { inject } from 'vitest';
import { connectionTo } from '../../local/engine.ts';

/** To the engine under every test of this run. */
export const engineConnection = () => connectionTo(inject('engine'));
