import * as z from 'zod/mini';
import { contracts } from '../functions/contracts.ts';
import type { Contract } from '../shared/contract/contract.ts';

/** The fields of a log line that a developer at a terminal wants to see. */
const Line = z.object({
  level: z.optional(z.string()),
  operation: z.optional(z.string()),
  worker: z.optional(z.string()),
  status: z.optional(z.number()),
  code: z.optional(z.string()),
  duration: z.optional(z.number()),
  failure: z.optional(z.object({ name: z.string(), at: z.array(z.string()) })),
});

/**
 * Shortens a log line for a terminal: `POST /v1/clinical/qr-tokens 201 5 ms issueQrToken`.
 * @returns `undefined` for a run of a worker without problems, because workers run every minute.
 */
export function readable(line: string): string | undefined {
  const { level, operation, worker, status, code, duration = 0, failure } = Line.parse(JSON.parse(line));
  if (worker !== undefined && level !== 'error') return undefined;
  if (operation === undefined) return line;
  const { method, path }: Contract = contracts[operation as keyof typeof contracts];
  const words = [method, path, status, Math.round(duration), 'ms', operation, code];
  const stack = failure ? [failure.name, ...failure.at] : [];
  return [words.filter((word) => word !== undefined).join(' '), ...stack].join('\n  ');
}
