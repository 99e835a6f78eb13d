import { writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Writes the types of the API from `openapi.json`, for the client package and for the journeys of the tests. */

// The generator needs the classic API of the TypeScript compiler, which this project's compiler does not have.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
      ? next(new URL('classic-typescript.ts', import.meta.url).href, context)
      : next(specifier, context),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');

const document = pathToFileURL(join(import.meta.dirname, '../../openapi.json'));
await writeFile(join(import.meta.dirname, 'api.generated.ts'), astToString(await openapiTypes(document)));
