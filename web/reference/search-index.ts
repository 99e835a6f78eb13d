import { areasOf, type OpenApiDocument, schemasOf } from './document.ts';
import { fieldReader } from './fields.ts';

/** What the search finds, in the order of the document. It is sent as a file, so its entries have no names. */
export interface SearchIndex {
  readonly operations: readonly (readonly [id: string, summary: string, route: string, area: string])[];
  readonly codes: readonly (readonly [code: string, message: string])[];
  /** The types with tables of their own, each with the first area that has its table. */
  readonly types: readonly (readonly [type: string, area: string])[];
  /** The names of fields and parameters, with the numbers of the operations that have them. */
  readonly fields: readonly (readonly [name: string, operations: readonly number[]])[];
}

export function searchIndex(document: OpenApiDocument): SearchIndex {
  const reader = fieldReader(document);
  const operations = areasOf(document).flatMap((area) => area.operations);
  const codes = operations.flatMap(({ refusals }) =>
    refusals.map(({ code, message }) => [code, message] as const),
  );
  const fields = operations.flatMap((operation, n) => {
    const schemas = schemasOf(operation);
    const apart = reader.shownApart(schemas).map((name) => document.components.schemas[name] ?? {});
    const paths = [
      ...operation.parameters,
      ...[...schemas, ...apart].flatMap((schema) => reader.fieldsOf(schema)),
    ];
    const names = paths.map(({ name }) => name.split('.').at(-1) ?? name);
    return [...new Set(names)].map((name) => [name, n] as const);
  });
  const types = operations.flatMap((operation) =>
    reader.shownApart(schemasOf(operation)).map((type) => [type, operation.area] as const),
  );
  return {
    operations: operations.map(({ id, summary, method, path, area }) => [
      id,
      summary,
      `${method} ${path}`,
      area,
    ]),
    codes: [...new Map(codes)],
    types: [...new Map(types.toReversed())],
    fields: [...Map.groupBy(fields, ([name]) => name)].map(([name, uses]) => [name, uses.map(([, n]) => n)]),
  };
}
