import type * as z from 'zod/mini';
import type { SchemaMeanings } from '../values/meanings.ts';
import type { ContractsOf } from './contract.ts';

/** What a file `*.examples.ts` exports. The API reference is made of it; no handler imports it. */

type Sent<S> = S extends z.ZodMiniType ? z.input<S> : never;
type ExampleOf<C> = (C extends { readonly body: infer Body }
  ? { readonly body: Sent<Body> }
  : { readonly body?: never }) & {
  readonly success: C extends { readonly success: infer Success }
    ? { readonly [Status in keyof Success]: Sent<Success[Status]> }
    : never;
};

/**
 * A realistic request and its responses for each operation of a contract module. An operation without an example, and an
 * example that breaks its contract, do not compile.
 */
export type ExamplesOf<Module> = {
  readonly [Id in keyof ContractsOf<Module>]: ExampleOf<ContractsOf<Module>[Id]>;
};

/** The example of any operation. */
export interface OperationExample {
  readonly body?: unknown;
  readonly success: { readonly 200?: unknown; readonly 201?: unknown; readonly 204?: undefined };
}

/** The exports of a file `*.examples.ts` that the API reference reads. */
export interface ExampleModule {
  /** What the properties of the schemas beside it mean. */
  readonly meanings: readonly SchemaMeanings[];
  /** An example of each operation; omitted beside schemas alone. */
  readonly examples?: Readonly<Record<string, OperationExample>>;
}
