import { areasOf, type OpenApiDocument } from './document.ts';

/** Where the pages of the reference are. */

export const REFERENCE = '/docs';
export const addressOfArea = (name: string): string => `${REFERENCE}/${name}.html`;
export const addressOfCode = (code: string): string => `${addressOfArea('refusals')}#${code}`;

/** The address of each operation by its id. */
export const addressesOfOperations = (document: OpenApiDocument): ReadonlyMap<string, string> =>
  new Map(
    areasOf(document).flatMap(({ name, operations }) =>
      operations.map(({ id }) => [id, `${addressOfArea(name)}#${id}`] as const),
    ),
  );

/** The address of each operation and of each code, by its name. */
export const addressesOfReference = (document: OpenApiDocument): ReadonlyMap<string, string> =>
  new Map([
    ...areasOf(document)
      .flatMap(({ operations }) => operations.flatMap(({ refusals }) => refusals))
      .map(({ code }) => [code, addressOfCode(code)] as const),
    ...addressesOfOperations(document),
  ]);
