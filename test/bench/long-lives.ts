import { accessRequest, logEntry, record, recordPointer } from '../../shared/clinical/items.ts';
import { administratorAct } from '../../shared/runtime/acts.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { addDays, malaysianDate } from '../../shared/values/calendar.ts';
import { days, later, seconds } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { certificate } from '../../shared/workspaces/items.ts';
import { NOON } from '../support/world.ts';

/** Items that collect over the years: those of one person, and the log of administrators' acts. */

const iso = (time: Date): string => time.toISOString();
const USES_OF_A_VISIT = 4;

/** The people and things that the items of a week belong to, and the ids of one kind by their number. */
export interface Life {
  readonly person: AccountId;
  readonly practitioner: { readonly id: string; readonly accountId: AccountId };
  readonly companyId: string;
  readonly idOf: (kind: 'request' | 'record' | 'log entry' | 'certificate', n: number) => string;
  readonly requestOf: (n: number, patientId: AccountId) => Parameters<typeof accessRequest.stored>[0];
}

/** The week this many weeks ago: a visit with a record, its access request and four uses, and a medical certificate. */
export function weekItems(
  n: number,
  { person, practitioner, companyId, idOf, requestOf }: Life,
): StoredItem[] {
  const at = later(NOON, -days(7 * n));
  const accessRequestId = idOf('request', n);
  const visit = {
    patientId: person,
    practitionerId: practitioner.id,
    practitionerAccountId: practitioner.accountId,
    accessRequestId,
  };
  const made = { ...visit, id: idOf('record', n), createdAt: iso(at) };
  const firstDay = malaysianDate(at);
  return [
    accessRequest.stored({ ...requestOf(n, person), id: accessRequestId }),
    record.stored({
      ...made,
      practitionerName: 'Dr Aisyah binti Rahman',
      practitionerOrganization: 'Klinik Seri Damai',
      title: 'Blood pressure',
      body: '128/82 at rest.',
      consultedAt: iso(at),
    }),
    recordPointer.stored(made),
    ...Array.from({ length: USES_OF_A_VISIT }, (_, use) =>
      logEntry.stored({
        ...{ ...visit, id: idOf('log entry', n * USES_OF_A_VISIT + use), action: 'records_read' },
        at: iso(later(at, seconds(use))),
      }),
    ),
    certificate.stored({
      ...{ id: idOf('certificate', n), accountId: person, workspaceId: companyId, status: 'approved' },
      ...{ sharingConsent: false, firstDay, lastDay: addDays(firstDay, 1) },
      ...{ createdAt: iso(at), submittedAt: iso(at) },
    }),
  ];
}

/** The month before the requests of the benchmark, which themselves write acts. */
export const MONTH_OF_ACTS = malaysianDate(later(NOON, -days(28))).slice(0, 7);

/** The entry of an act by its number. A few hundred thousand fit into the month. */
export const actItem = (n: number, id: string, administratorId: AccountId): StoredItem =>
  administratorAct.stored({
    ...{ id, administratorId, operation: 'rebuildRollUps', subjects: [id] },
    at: iso(later(new Date(`${MONTH_OF_ACTS}-02T00:00:00.000Z`), seconds(n))),
  });
