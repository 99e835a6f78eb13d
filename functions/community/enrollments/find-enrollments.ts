import { hiddenAlias } from '../../../shared/community/boards.ts';
import { enrollment, enrollmentConsents, exclusion } from '../../../shared/community/participation.ts';
import type { Key, StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { challenges } from '../versioned-content.ts';

/** What the operations on enrollments read. */

/** An account in a challenge, in which it need not take part. */
export interface OfAccount {
  readonly accountId: AccountId;
  readonly challengeId: string;
}

/** Reads the challenge and the caller's enrollment concurrently. */
export async function findEnrollment(table: Reads, of: OfAccount) {
  const [challenge, own] = await Promise.all([
    challenges.find(table, of.challengeId),
    table.get(enrollment.key(of)),
  ]);
  return { challenge, own: enrollment.parseIfAny(own) };
}

/** Reads items of an account in a challenge with one call. They can be of different moments. */
async function readOwn(
  table: Reads,
  of: OfAccount,
  kinds: readonly { readonly key: (of: OfAccount) => Key }[],
): Promise<(StoredItem | undefined)[]> {
  const keys = kinds.map((kind) => kind.key(of));
  const items = await table.getAll(keys);
  return keys.map(({ sk }) => items.find((item) => item['sk'] === sk));
}

/** Reads the enrollment and the exclusion of an account in a challenge. */
export async function findParticipation(table: Reads, of: OfAccount) {
  const [own, excluded] = await readOwn(table, of, [enrollment, exclusion]);
  return { own: enrollment.parseIfAny(own), excluded: exclusion.parseIfAny(excluded) };
}

/** Reads the enrollment of an account in a challenge and the record of its consents. */
export async function findConsenting(table: Reads, of: OfAccount) {
  const [own, consents] = await readOwn(table, of, [enrollment, enrollmentConsents]);
  return { own: enrollment.parseIfAny(own), consents: enrollmentConsents.parseIfAny(consents) };
}

/** Reads what `enroll` needs: the challenge, how the caller takes part in it, and the record of the consents. */
export async function findForEnrolling(table: Reads, of: OfAccount) {
  const kinds = [enrollment, exclusion, enrollmentConsents];
  const [challenge, [own, excluded, consents]] = await Promise.all([
    challenges.find(table, of.challengeId),
    readOwn(table, of, kinds),
  ]);
  return {
    challenge,
    own: enrollment.parseIfAny(own),
    excluded: exclusion.parseIfAny(excluded),
    consents: enrollmentConsents.parseIfAny(consents),
  };
}

/** Reads what `change` needs: the challenge, the enrollment and the record of its consents. */
export async function findForChange(table: Reads, of: OfAccount) {
  const [challenge, consenting] = await Promise.all([
    challenges.find(table, of.challengeId),
    findConsenting(table, of),
  ]);
  return { challenge, ...consenting };
}

/** Whether an alias, or one that looks like it, is hidden in the exhibition of a challenge. */
export async function isHiddenInEvent(
  table: Reads,
  of: { readonly joinCode: string; readonly foldedAlias: string },
): Promise<boolean> {
  const found = await table.get(hiddenAlias.key({ joinCode: of.joinCode, folded: of.foldedAlias }));
  return hiddenAlias.parseIfAny(found)?.hiddenAt !== undefined;
}
