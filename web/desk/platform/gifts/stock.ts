import { type Campaign, newId } from '../../api.ts';
import type { Deed } from '../deeds.tsx';
import type { WithdrawalReason } from '../kinds.ts';
import type { PlatformOperations } from '../operations.ts';
import { numeral, usePlatform } from '../words.tsx';

/** What of a campaign is needed to change its stock. */
type Gift = Pick<Campaign, 'id' | 'title' | 'stock'>;

/** A closed campaign leaves the list, so its end is told above. */
export const GIFTS = 'gifts';

const FEW = 20;

export const isNone = ({ stock: { free } }: Gift): boolean => free === 0;
/** Fewer than 20 although the campaign has more, or at most a tenth of it. */
export const isFew = ({ stock: { free, total } }: Gift): boolean =>
  free > 0 && (free * 10 <= total || (free < FEW && free < total));

/** Adds units, and takes them off. Each is the undo of the other while the units are free. */
export function useStock(operations: PlatformOperations) {
  const { gifts } = usePlatform();
  const adding = ({ id, title, stock }: Gift, units: number): Deed => {
    const restockId = newId();
    return {
      of: id,
      send: () => operations.restock(id, restockId, units),
      done: (time) => gifts.added(numeral(units), time, numeral(stock.free)),
      unsure: gifts.unsureAdded(title, numeral(units)),
      undo: {
        label: gifts.undo,
        deed: () => taking({ id, title, stock: { ...stock, free: stock.free + units } }, units, 'miscounted'),
      },
    };
  };
  const taking = ({ id, title, stock }: Gift, units: number, reason: WithdrawalReason): Deed => {
    const withdrawalId = newId();
    return {
      of: id,
      send: () => operations.withdraw(id, withdrawalId, units, reason),
      done: (time) => gifts.taken(numeral(units), gifts.reasons[reason], time, numeral(stock.free)),
      unsure: gifts.unsureTaken(title, numeral(units)),
      undo: {
        label: gifts.undo,
        deed: () => adding({ id, title, stock: { ...stock, free: stock.free - units } }, units),
      },
    };
  };
  return { adding, taking };
}
