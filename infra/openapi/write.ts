import { writeFile } from 'node:fs/promises';
import { openApiDocument } from './document.ts';

/** Writes `openapi.json` in the project's root. */
const file = new URL('../../openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
console.log('openapi.json is written');
