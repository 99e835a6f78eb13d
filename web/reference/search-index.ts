import { areasOf, type OpenApiDocument } from './document.ts';
import { fieldReader } from './fields.ts';

/** What the search finds, in the order of the document. It is sent as a file, so its entries have no names. */
export interface SearchIndex {
  readonly operations: readonly (readonly [id: string, summary: string, route: string, area: string])[];
  readonly codes: readonly (readonly [code: string, message: string])[];
  /** The names of fields and parameters, with the numbers of the operations that have them. */
  readonly fields: readonly (readonly [name: string, operations: readonly number[]])[];
}

export function searchIndex(document: OpenApiDocument): SearchIndex {
  const reader = fieldReader(document);
  const operations = areasOf(document).flatMap((area) => area.operations);
  const codes = operations.flatMap(({ refusals }) =>
    refusals.map(({ code, message }) => [code, message] as const),
  );
  const fields = operations.flatMap(({ parameters, body, successes }, n) => {
    const schemas = [body?.schema, ...successes.map(({ schema }) => schema)].filter(
      (schema) => schema !== undefined,
    );
    const apart = reader.shownApart(schemas).map((name) => document.components.schemas[name] ?? {});
    const paths = [...parameters, ...[...schemas, ...apart].flatMap((schema) => reader.fieldsOf(schema))];
    const names = paths.map(({ name }) => name.split('.').at(-1) ?? name);
    return [...new Set(names)].map((name) => [name, n] as const);
  });
  return {
    operations: operations.map(({ id, summary, method, path, area }) => [
      id,
      summary,
      `${method} ${path}`,
      area,
    ]),
    codes: [...new Map(codes)],
    fields: [...Map.groupBy(fields, ([name]) => name)].map(([name, uses]) => [name, uses.map(([, n]) => n)]),
  };
}
