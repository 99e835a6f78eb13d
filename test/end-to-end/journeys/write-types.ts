import { writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Writes the types that an app gets from `openapi.json`, beside the stories, which speak by them. The generator asks
 * for the TypeScript compiler's classic API, which the compiler of this project does not have: it gets one that does.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
      ? next(new URL('classic-typescript.ts', import.meta.url).href, context)
      : next(specifier, context),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');

const document = pathToFileURL(join(import.meta.dirname, '../../../openapi.json'));
await writeFile(join(import.meta.dirname, 'api.generated.ts'), astToString(await openapiTypes(document)));
