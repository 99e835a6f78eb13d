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
