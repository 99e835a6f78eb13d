import type * as z from 'zod/mini';
import type { contracts, OperationId } from '../../../functions/contracts.ts';

type Contracts = typeof contracts;
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : never;
type ExampleOf<C> = (C extends { readonly body: infer B }
  ? { readonly body: Sent<B> }
  : { readonly body?: never }) & {
  readonly success: C extends { readonly success: infer S }
    ? { readonly [Status in keyof S]: Sent<S[Status]> }
    : never;
};

/** A realistic request and response for each operation. An example that breaks its contract does not compile. */
export type Examples = { readonly [Id in OperationId]: ExampleOf<Contracts[Id]> };

/** The example of any operation. */
export interface OperationExamples {
  readonly body?: unknown;
  readonly success: { readonly 200?: unknown; readonly 201?: unknown; readonly 204?: undefined };
}
