import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';
import { expectAllTold } from './connection.ts';

afterAll(() => {
  // vitest kills its workers, so the compiled code has to be saved before.
  flushCompileCache();
  expectAllTold();
});
