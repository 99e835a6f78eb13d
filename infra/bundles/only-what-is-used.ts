import { readFile } from 'node:fs/promises';
import { type Plugin, transform } from 'esbuild';

/** A value that a bundler leaves out if nothing uses it, although its expression may call something. */
export const removable = (expression: string): string => `/* @__PURE__ */ (() => (${expression}))()`;

/**
 * A constant at the top level, as esbuild prints it: lines that are indented, or that begin with a closing bracket, continue it.
 * `declared` is all before its value.
 */
const CONSTANT = /^(?<declared>(?:export )?const \w+ = )(?<value>(?:.*\n(?=[\s}\])]))*.*);$/gm;

/**
 * Our modules only create values when they are loaded, but a bundler cannot know that calls have no side effects, so each
 * bundle would contain all contracts of its area. This plugin makes every top-level value of our modules removable. Without it, a
 * bundle is 6 to 15 KB larger.
 */
export const onlyWhatIsUsed: Plugin = {
  name: 'only what is used',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/](functions|shared)[\\/].*\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const { code } = await transform(await readFile(path, 'utf8'), {
        loader: 'ts',
        target: 'node24',
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      });
      const contents = code.replace(
        CONSTANT,
        (_all, declared: string, value: string) => `${declared}${removable(value)};`,
      );
      return { contents, loader: 'js' };
    });
  },
};
