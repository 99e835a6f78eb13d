import { type IssuedInvitation, newId } from '../api.ts';
import type { Row } from './rows.ts';

const BATCH_ROWS = 40;

interface Batch {
  readonly id: string;
  readonly rows: readonly Row[];
  issued?: readonly IssuedInvitation[];
}

type Invite = (batchId: string, rows: readonly Row[]) => Promise<readonly IssuedInvitation[]>;

/**
 * Creates the invitations of a list in batches of 40. Each batch keeps its id, so a batch without an answer is sent again and
 * answers the same links. It is never created twice.
 */
export class Batches {
  readonly #batches: readonly Batch[];
  readonly #invite: Invite;
  readonly rows: number;

  constructor(invite: Invite, rows: readonly Row[]) {
    this.#invite = invite;
    this.rows = rows.length;
    this.#batches = Array.from({ length: Math.ceil(rows.length / BATCH_ROWS) }, (_, n) => ({
      id: newId(),
      rows: rows.slice(n * BATCH_ROWS, (n + 1) * BATCH_ROWS),
    }));
  }

  get done(): number {
    return this.#batches.reduce((sum, { issued = [] }) => sum + issued.length, 0);
  }

  get issued(): readonly IssuedInvitation[] {
    return this.#batches.flatMap(({ issued = [] }) => issued);
  }

  /** Sends what has no answer yet. @throws what a call throws; what was answered stays. */
  async send(onProgress: () => void): Promise<void> {
    for (const batch of this.#batches) {
      batch.issued ??= await this.#invite(batch.id, batch.rows);
      onProgress();
    }
  }
}
