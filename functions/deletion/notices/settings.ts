import type * as z from 'zod/mini';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { noticeSettings } from '../../../shared/notices/items.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { NoticeSettings } from './contract.ts';

type Settings = z.output<typeof NoticeSettings>;

/** What holds for an account that has chosen nothing. */
const DEFAULTS: Settings = { mail: true, notPushed: [] };

/** Reads how an account is told. */
export async function readSettings(table: Reads, accountId: AccountId): Promise<Settings> {
  const stored = noticeSettings.parseIfAny(await table.get(noticeSettings.key({ accountId })));
  if (!stored) return DEFAULTS;
  const { accountId: _, ...settings } = stored;
  return settings;
}

/** Replaces how an account is told. Kinds that are named twice are stored once. */
export async function saveSettings(
  table: Table,
  accountId: AccountId,
  given: Settings,
): Promise<Settings | 'account_closed'> {
  const settings = { ...given, notPushed: [...new Set(given.notPushed)] };
  const refused = await table.transact({
    account: accountIsOpen(accountId),
    settings: { Put: { Item: noticeSettings.stored({ accountId, ...settings }) } },
  });
  return refused ? 'account_closed' : settings;
}
