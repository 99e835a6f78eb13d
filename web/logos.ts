import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Files, PageFile } from './page-files.ts';

const LOGOS = join(import.meta.dirname, 'logos');
const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };

/** The organizers' logos: PNG and SVG files of `web/logos/`. @param folder the path under which they are served */
export async function logoFiles(folder: string): Promise<Files> {
  const names = (await readdir(LOGOS)).filter((name) => /^[a-z0-9-]{1,40}\.(png|svg)$/.test(name)).sort();
  return new Map(
    await Promise.all(
      names.map(
        async (name): Promise<[string, PageFile]> => [
          folder + name,
          { contentType: TYPES[extname(name)] ?? '', body: await readFile(join(LOGOS, name)) },
        ],
      ),
    ),
  );
}
