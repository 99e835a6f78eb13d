import type { Break } from './document-breaks.ts';

/** A break of the promise in `docs/api.md` that was decided. */
export interface Exception extends Break {
  /** Why apps that were written for the earlier document are not affected, or how they have been told. */
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [];
