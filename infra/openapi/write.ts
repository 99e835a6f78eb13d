import { writeFile } from 'node:fs/promises';
import { openApiDocument } from './document.ts';
import { refusalsTable } from './refusals-table.ts';

/** Writes what follows from the contracts: `openapi.json` and `docs/refusals.md`. */
const write = (path: string, text: string) => writeFile(new URL(`../../${path}`, import.meta.url), text);
await write('openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
await write('docs/refusals.md', refusalsTable());
console.log('openapi.json and docs/refusals.md are written');
