import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Replaces a module of a package by a few lines. An import that these lines do not export stops the build. */
export function replaced(name: string, filter: RegExp, contents: (path: string) => string): Plugin {
  return {
    name,
    setup(bundler) {
      bundler.onResolve({ filter }, ({ path, resolveDir }) => ({
        path,
        namespace: name,
        pluginData: resolveDir,
      }));
      bundler.onLoad({ filter: /.*/, namespace: name }, ({ path, pluginData: resolveDir }) => ({
        contents: contents(path),
        resolveDir,
      }));
    },
  };
}

/**
 * Changes the text of a file whose absolute path matches. The imports of the new text are resolved as those of the file. A
 * change that changes nothing stops the build, because it no longer fits the package.
 */
export function rewritten(name: string, filter: RegExp, contents: (text: string) => string): Plugin {
  return {
    name,
    setup(bundler) {
      bundler.onLoad({ filter }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const changed = contents(text);
        return changed === text
          ? { errors: [{ text: `${name} changes nothing in ${path}` }] }
          : { contents: changed };
      });
    },
  };
}
