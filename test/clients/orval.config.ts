import { defineConfig } from 'orval';

const input = '../../openapi.json';
const output = (client: 'fetch' | 'zod', name: string) => ({
  client,
  target: `generated/${name}/api.ts`,
  mode: 'single' as const,
});

export default defineConfig({
  fetch: { input, output: { ...output('fetch', 'orval-fetch'), baseUrl: process.env['SIHAT_API'] ?? '' } },
  zod: { input, output: output('zod', 'orval-zod') },
});
