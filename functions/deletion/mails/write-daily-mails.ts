import { club, clubsInState } from '../../../shared/community/items.ts';
import { runSeconds } from '../../../shared/contract/worker.ts';
import { type DueMailKind, mailDue } from '../../../shared/notices/due-mails.ts';
import { eachByItself } from '../../../shared/runtime/each-by-itself.ts';
import { inParallel } from '../../../shared/runtime/in-parallel.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { type List, pages } from '../../../shared/table/pages.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { endOfDay, malaysianDate, startOfDay } from '../../../shared/values/calendar.ts';
import { hours, later, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  allWorkspaces,
  isEmployed,
  membership,
  membersOf,
  workspace,
} from '../../../shared/workspaces/items.ts';
import { rolesWith } from '../../../shared/workspaces/roles.ts';
import { isDecidedBy, joinRequests, waitingCertificates } from './waiting.ts';
import { writeDailyMails } from './workers.ts';

/** Workspaces or clubs that are looked at together. */
const AT_ONCE = 20;
/** Items that are read together. */
const PAGE = 500;
/** A run begins nothing more this long before the time limit of its function. */
const MARGIN = seconds(15);

/** Finds the people who get a mail about an item of a list. */
type Recipients = (table: Reads, item: StoredItem, at: Date) => Promise<readonly AccountId[]>;

const officers: Recipients = async (table, item, at) => {
  const { id, workspaceKind } = workspace.parse(item);
  const waiting = workspaceKind === 'corporate' ? await waitingCertificates(table, id, at) : [];
  if (waiting.length === 0) return [];
  const deciding = rolesWith('decidesOnCertificates');
  const found: AccountId[] = [];
  for await (const members of pages(table, membersOf(id), { size: PAGE })) {
    const current = members.map(membership.parse).filter((each) => isEmployed(each));
    found.push(...current.filter(({ role }) => deciding.includes(role)).map(({ accountId }) => accountId));
  }
  return found.filter((officer) => waiting.some(isDecidedBy(officer)));
};

const clubOwner: Recipients = async (table, item) => {
  const { id, ownerId, visibility } = club.parse(item);
  if (ownerId === undefined || visibility === 'public') return [];
  return (await joinRequests(table, id, 1)).length > 0 ? [ownerId] : [];
};

const daily: readonly { readonly kind: DueMailKind; readonly list: List; readonly recipients: Recipients }[] =
  [
    { kind: 'certificates_wait', list: allWorkspaces, recipients: officers },
    { kind: 'join_requests_wait', list: clubsInState('published'), recipients: clubOwner },
  ];

export const job: Job = {
  worker: writeDailyMails,
  async run({ table, clock }) {
    const stopsAt = clock.elapsed() + seconds(runSeconds(writeDailyMails)) - MARGIN;
    const isOver = () => clock.elapsed() >= stopsAt;
    const date = malaysianDate(clock.now());
    // A repeated run makes the same mails due, and those that were sent are not sent again.
    const day = {
      at: later(startOfDay(date), hours(writeDailyMails.trigger.hour)).toISOString(),
      until: endOfDay(date).toISOString(),
    };
    const counts = { mailsDue: 0 };
    const failures: unknown[] = [];
    for (const { kind, list, recipients } of daily) {
      const lookAt = async (item: StoredItem) => {
        for (const accountId of await recipients(table, item, clock.now())) {
          const refused = await table.transact({ mail: mailDue({ accountId, kind, ...day }) });
          if (!refused) counts.mailsDue += 1;
        }
      };
      for await (const items of pages(table, list, { size: PAGE })) {
        // A workspace or club that fails must not keep the others from their mails.
        await inParallel(items, AT_ONCE, async (item) => {
          if (!isOver()) failures.push(...(await eachByItself([item], lookAt)));
        });
        if (isOver()) break;
      }
    }
    if (isOver()) failures.push(new Error('the run ended before all mails were due'));
    if (failures.length > 0)
      throw new PartlyFailed(failures, `${failures.length} workspaces or clubs failed`, counts);
    return counts;
  },
};

export const handler = workerLambda(job);
