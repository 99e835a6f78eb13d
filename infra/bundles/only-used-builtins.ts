import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';
import { replaced } from './replaced.ts';

/**
 * An ES import of a module of Node.js reads all of its exports, including the lazy ones, such as those of node:http and
 * node:crypto. With `getBuiltinModule`, only the exports that a bundle uses are read. `ReadStream` loads the streams of
 * files, only to recognize a request body that is one, which no bundle sends.
 */
export const onlyUsedBuiltins: Plugin = replaced(
  'only-used-builtins',
  new RegExp(`^(node:)?(${builtinModules.filter((name) => /^[a-z]/.test(name)).join('|')})$`),
  (path) => {
    const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter(isOfEveryProcess);
    const exported = names.map((name, n) => {
      const value = name === 'ReadStream' ? 'class {}' : `module.${name}`;
      return `const own${n} = /* @__PURE__ */ (() => ${value})(); export { own${n} as ${name} };`;
    });
    return `
      const module = /* @__PURE__ */ process.getBuiltinModule('${path}');
      export { module as default };
      ${exported.join('\n')}`;
  },
);

/** A process with a parent that it exchanges messages with, such as a worker of tests, has further properties of these names. */
const isOfEveryProcess = (name: string): boolean =>
  !/^(_.*|channel|connected|disconnect|emit|send)$/.test(name);
