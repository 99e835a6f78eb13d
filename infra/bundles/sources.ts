import { contracts, workers } from '../../functions/contracts.ts';
import { sourceOf } from '../../functions/sources.ts';
import type { Area, Contract } from '../../shared/contract/contract.ts';
import type { Worker } from '../../shared/contract/worker.ts';

/** An endpoint or a worker to bundle. */
export interface Source {
  readonly id: string;
  readonly area: Area;
  readonly kind: 'endpoint' | 'worker';
  /** The path from the project's root. */
  readonly source: string;
}

/** All sources to bundle. */
export function sources(): Source[] {
  const endpoints: readonly Contract[] = Object.values(contracts);
  const jobs: readonly Worker[] = Object.values(workers);
  return [
    ...endpoints.map(({ operationId: id, area }) => ({ id, area, kind: 'endpoint' as const })),
    ...jobs.map(({ workerId: id, area }) => ({ id, area, kind: 'worker' as const })),
  ].map((entry) => ({ ...entry, source: sourceOf(entry.area, entry.id) }));
}
