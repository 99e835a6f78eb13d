import * as z from 'zod/mini';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import openapi from '../../openapi.json' with { type: 'json' };
import { followed } from '../support/openapi-references.ts';
import { contractOf, operations } from './calls.ts';

/** The operations that return a list page by page. */
export const paged = operations.filter((operation) => contractOf(operation).paged);

/** The parameters that select a list, according to the API document. */
export function choicesOf(operation: OperationId) {
  const { method, path } = contracts[operation];
  const Choice = z.object({ name: z.string(), schema: z.object({ enum: z.array(z.string()) }) });
  const paths = z.record(
    z.string(),
    z.record(z.string(), z.object({ parameters: z.optional(z.array(z.unknown())) })),
  );
  const { parameters = [] } = paths.parse(openapi.paths)[path]?.[method.toLowerCase()] ?? {};
  return parameters.flatMap((parameter) => Choice.safeParse(followed(parameter)).data ?? []);
}

/** The list on a page, which is its only field beside the cursor. The export has a FHIR bundle, which has no empty list. */
export function listOn({ nextCursor: _, ...page }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const bundle = z.object({ bundle: z.object({ entry: z._default(z.array(z.unknown()), []) }) });
  const exported = bundle.safeParse(page).data;
  return exported ? exported.bundle.entry : z.array(z.unknown()).parse(Object.values(page)[0]);
}
