import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { SourceMutation } from './source-mutations.ts';

/** Node.js loads this first, with `--import`, and then the source of the mutation without the part that it leaves out. */
export const SOURCE_VARIABLE = 'SIHAT_MUTATE_SOURCE';

const mutation: SourceMutation | undefined =
  process.env[SOURCE_VARIABLE] && JSON.parse(process.env[SOURCE_VARIABLE]);
if (mutation) {
  const { file, start, end, replacement } = mutation;
  const mutated = pathToFileURL(file).href;
  registerHooks({
    load(url, context, nextLoad) {
      if (url.split('?')[0] !== mutated) return nextLoad(url, context);
      const text = readFileSync(file, 'utf8');
      const source = text.slice(0, start) + replacement + text.slice(end);
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}
