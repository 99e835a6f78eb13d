import { actsBy, actsIn, actsOn, administratorAct } from '../../../shared/runtime/acts.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { malaysianDate } from '../../../shared/values/calendar.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { AdministratorAct } from './contract.ts';

/** At most one of these. */
interface Filter {
  /** `YYYY-MM` in Malaysia; the present month by default. */
  readonly month?: string | undefined;
  readonly administratorId?: AccountId | undefined;
  readonly subject?: string | undefined;
}

/** The list of the log that has the acts of a filter. */
export function actListOf({ administratorId, subject, month }: Filter, now: Date) {
  if (administratorId) return actsBy(administratorId);
  if (subject !== undefined) return actsOn(subject);
  return actsIn(month ?? malaysianDate(now).slice(0, 7));
}

/** Reads one page of a list of acts, latest first. */
export async function readActs(table: Reads, list: ReturnType<typeof actListOf>, page: PageRequest) {
  const { items, ...rest } = await readPage(table, { ...list, descending: true }, page);
  return { acts: items.map((item) => publicFields(AdministratorAct, administratorAct.parse(item))), ...rest };
}
