import {
  type Enrollment,
  type EnrollmentConsents,
  enrollmentConsents,
} from '../../../shared/community/participation.ts';
import type { TransactionParts } from '../../../shared/table/table.ts';
import { asRecorded, type ConsentMoment, withChange } from '../../../shared/values/consents.ts';

type Consents = Pick<Enrollment, 'accountId' | 'challengeId' | 'shareLeaderboard' | 'sharePublicDisplay'>;

/** The consents after an enrollment ends. */
export const noConsents = ({ accountId, challengeId }: Enrollment): Consents => ({
  accountId,
  challengeId,
  shareLeaderboard: false,
  sharePublicDisplay: false,
});

/**
 * The transaction part that records a change of the consents of an enrollment. Without a change, there is no part.
 * @param before omitted for a new enrollment.
 * @param found the record as it was read.
 */
export function changedConsents(
  before: Consents | undefined,
  { accountId, challengeId, shareLeaderboard, sharePublicDisplay }: Consents,
  found: EnrollmentConsents | undefined,
  moment: ConsentMoment,
): TransactionParts {
  const isSame =
    shareLeaderboard === (before?.shareLeaderboard ?? false) &&
    sharePublicDisplay === (before?.sharePublicDisplay ?? false);
  if (isSame) return {};
  const next = {
    accountId,
    challengeId,
    shareLeaderboard: withChange(found?.shareLeaderboard ?? [], { given: shareLeaderboard, ...moment }),
    sharePublicDisplay: withChange(found?.sharePublicDisplay ?? [], { given: sharePublicDisplay, ...moment }),
    version: (found?.version ?? 0) + 1,
  };
  return {
    [`consents ${challengeId}`]: { Put: { Item: enrollmentConsents.stored(next), ...asRecorded(found) } },
  };
}
