import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

/** A worker is ended from outside, without a moment to write down what it has compiled. */
afterAll(() => flushCompileCache());
