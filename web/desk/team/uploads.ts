import { MAX_BATCH_INVITATIONS } from '../../../shared/values/limits.ts';
import { type IssuedInvitation, newId } from '../api.ts';
import type { LinkRow, Row } from './rows.ts';

/** Where a batch is in its list. */
export interface InList {
  readonly listId: string;
  readonly firstRow: number;
}

/** What a batch sends of each row. */
export type SentRow = Readonly<{ reference?: string; role: string }>;

export type Invite = (
  batchId: string,
  rows: readonly SentRow[],
  list?: InList,
) => Promise<readonly IssuedInvitation[]>;

interface Batch {
  readonly id: string;
  readonly firstRow: number;
  readonly rows: readonly Row[];
  issued?: readonly IssuedInvitation[];
}

/**
 * Creates the invitations of a list in batches. Each batch keeps its id, so a batch without an answer is sent again and
 * answers the same links. It is never created twice, also after a lock or another sign-in of the same person.
 */
export class Upload {
  readonly #batches: readonly Batch[];
  readonly #listId = newId();
  readonly rows: number;
  /** The names of the columns of one's own file; none for pasted lines. */
  readonly columns: readonly string[];

  constructor(rows: readonly Row[], columns: readonly string[] = []) {
    this.rows = rows.length;
    this.columns = columns;
    this.#batches = Array.from({ length: Math.ceil(rows.length / MAX_BATCH_INVITATIONS) }, (_, n) => ({
      id: newId(),
      firstRow: n * MAX_BATCH_INVITATIONS + 1,
      rows: rows.slice(n * MAX_BATCH_INVITATIONS, (n + 1) * MAX_BATCH_INVITATIONS),
    }));
  }

  get done(): number {
    return this.#batches.reduce((sum, { issued = [] }) => sum + issued.length, 0);
  }

  /** The invitations beside the rows of the file. */
  get issued(): readonly (IssuedInvitation & Pick<LinkRow, 'cells'>)[] {
    return this.#batches.flatMap(({ rows, issued = [] }) =>
      issued.map((each, n) => ({ ...each, cells: rows[n]?.cells ?? [] })),
    );
  }

  /** Sends what has no answer yet. @throws what a call throws; what was answered stays. */
  async send(invite: Invite, onProgress: () => void): Promise<void> {
    for (const batch of this.#batches) {
      const list = { listId: this.#listId, firstRow: batch.firstRow };
      const sent = batch.rows.map(({ reference, role }) => ({ reference, role }));
      batch.issued ??= await invite(batch.id, sent, list);
      onProgress();
    }
  }
}

/** The uploads of this page by account and workspace. A lock keeps them, and a sign-out forgets them. */
const uploads = new Map<string, Upload>();

export interface Place {
  readonly mail: string;
  readonly workspaceId: string;
}
const keyOf = ({ mail, workspaceId }: Place) => `${mail} ${workspaceId}`;

export const uploadIn = (place: Place): Upload | undefined => uploads.get(keyOf(place));
export const keepUpload = (place: Place, upload: Upload): unknown => uploads.set(keyOf(place), upload);
export const forgetUpload = (place: Place): unknown => uploads.delete(keyOf(place));
export const forgetUploads = (): void => uploads.clear();
