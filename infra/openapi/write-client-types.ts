import { writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { openApiDocument } from './document.ts';

/**
 * Writes the types of the API for the client package and for the journeys of the tests. They follow from the contracts and
 * not from `openapi.json`, so they are never older than the contracts.
 */

// The generator needs the classic API of the TypeScript compiler, which this project's compiler does not have.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
      ? next(new URL('classic-typescript.ts', import.meta.url).href, context)
      : next(specifier, context),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');

// These types list the values of this version, even where releases may add more, so that the compiler finds a misspelled one.
const document = JSON.stringify(openApiDocument()).replaceAll('"x-extensible-enum"', '"enum"');
const types = await openapiTypes(document);
await writeFile(join(projectRoot, 'web/client/api.generated.ts'), astToString(types));
