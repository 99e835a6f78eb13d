import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workers } from '../../functions/contracts.ts';
import { sourceOf } from '../../functions/sources.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import type { Endpoint } from '../../shared/runtime/endpoint.ts';
import type { Job } from '../../shared/runtime/worker-handler.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Loads an endpoint: the same module that is bundled for Lambda. */
export const loadEndpoint = ({ area, operationId }: Contract): Promise<Endpoint> =>
  load(area, operationId, 'endpoint');

/** Loads all workers except the token trigger, which a user pool calls. */
export function loadJobs(): Promise<Job[]> {
  return Promise.all(
    Object.values<Worker>(workers)
      .filter(({ trigger }) => trigger.kind !== 'token_issue')
      .map(({ area, workerId }) => load<Job>(area, workerId, 'job')),
  );
}

async function load<T>(area: string, id: string, name: string): Promise<T> {
  const path = sourceOf(area, id);
  const module = await import(pathToFileURL(resolve(ROOT, path)).href);
  if (module[name] === undefined) throw new Error(`${path} does not export ${name}.`);
  return module[name];
}
