import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';
import { expectAllTold } from './connection.ts';

afterAll(() => {
  // The run ends a worker from outside, and then it has no time left to save the code that it compiled.
  flushCompileCache();
  expectAllTold();
});
