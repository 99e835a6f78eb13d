import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';
import { deleteTables, expectAllTold } from './connection.ts';

afterAll(async () => {
  await deleteTables();
  // vitest kills its workers, so the compiled code has to be saved before.
  flushCompileCache();
  expectAllTold();
});
