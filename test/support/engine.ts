import type { TestProject } from 'vitest/node';
import { startEngine } from '../../local/engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engineEndpoint: string;
  }
}

/** The real engine under every test of this run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = await startEngine();
  project.provide('engineEndpoint', engine.endpoint);
  return engine.stop;
}
