import type { OperationId } from '../../functions/contracts.ts';
import type { Grown, Measured } from './growth.ts';
import type { Imported } from './imports.ts';
import type { Reservations } from './reservations.ts';
import { written } from './statistics.ts';
import type { Warm } from './warm.ts';

/** Everything that one run of the benchmark measured. */
export interface Results {
  readonly imports: readonly Imported[];
  readonly warm: readonly Warm[];
  readonly reservations: Reservations;
  readonly growth: readonly Grown[];
  /** Only with `--large`. */
  readonly large?: readonly Grown[];
}

/** A limit that the platform promises to keep, with what was measured. */
export interface Bar {
  readonly what: string;
  readonly limit: string;
  readonly measured: string;
  readonly holds: boolean;
}

/** All bars of a run. Those that only `--large` measures are missing without it. */
export function barsOf({ imports, warm, reservations, growth, large = [] }: Results): Bar[] {
  return [
    ...importBars(imports),
    ...warm.map(({ operation, own, hono }) =>
      atMost(`warm request, ${operation}`, own / hono, 1.1, ' × Hono'),
    ),
    ...large.flatMap(reportBars),
    ...growth.filter(isBoard).flatMap(boardBars),
    ...growth.filter(({ counted }) => counted === 'expired claims').map(timeBar),
    bar('reserveReward with 1 and with 20 shards', 'equal units', {
      measured: `${reservations.oneShard} and ${reservations.twentyShards} units`,
      holds: reservations.oneShard === reservations.twentyShards,
    }),
    atMost(
      'reserveReward, out of stock, 20 shards, 10,000 lapsed claims of others',
      reservations.outOfStock,
      40,
      ' units',
    ),
    ...growth.flatMap((grown) => {
      const most = MAX_UNITS[grown.operation];
      if (most === undefined) return [];
      return [atMost(most.what, Math.max(...grown.sizes.map(({ units }) => units)), most.units, ' units')];
    }),
  ];
}

const MAX_UNITS: { readonly [O in OperationId]?: { readonly what: string; readonly units: number } } = {
  listCampaigns: { what: 'listCampaigns, 100 campaigns of 10 shards', units: 60 },
  listCommunity: {
    what: 'listCommunity, at least 2,000 exhibitions and challenges of 50 clubs, half of them ahead',
    units: 150,
  },
};

function importBars(imports: readonly Imported[]): Bar[] {
  const timeOf = (id: string) => imports.find((imported) => imported.id === id)?.processor ?? Number.NaN;
  const most = (kind: Imported['kind'], amount: (imported: Imported) => number) =>
    Math.max(...imports.filter((imported) => imported.kind === kind).map(amount));
  const slowest = most('endpoint', ({ processor }) => processor);
  return [
    atMost('import of the slowest endpoint, processor time', slowest / timeOf('Hono'), 0.38, ' × Hono'),
    atMost('import of the slowest endpoint, processor time', slowest / timeOf('Express'), 0.26, ' × Express'),
    atMost(
      'largest endpoint',
      most('endpoint', ({ bytes }) => bytes),
      252_000,
      ' bytes',
    ),
    atMost(
      'largest worker',
      most('worker', ({ bytes }) => bytes),
      270_000,
      ' bytes',
    ),
  ];
}

function reportBars({ operation, counted, sizes }: Grown): Bar[] {
  const { few, many, what } = endsOf(operation, counted, sizes);
  return [
    bar(what, 'the same calls', {
      measured: `${few.calls} and ${many.calls}`,
      holds: few.calls === many.calls,
    }),
    atMost(what, Math.max(few.units, many.units), 60, ' units'),
    atMost(what, many.time / few.time, 1.3, ' × the time'),
  ];
}

const isBoard = ({ counted }: Grown): boolean => counted === 'participants';

function boardBars({ operation, counted, sizes }: Grown): Bar[] {
  const { few, many, what } = endsOf(operation, counted, sizes);
  return [
    bar(what, 'the same units', {
      measured: `${few.units} and ${many.units}`,
      holds: few.units === many.units,
    }),
    timeBar({ operation, counted, sizes }),
  ];
}

function timeBar({ operation, counted, sizes }: Grown): Bar {
  const { few, many, what } = endsOf(operation, counted, sizes);
  return bar(what, 'at most 1.2 × the time or 1 ms more', {
    measured: `${written(few.time, 2)} and ${written(many.time, 2)} ms`,
    holds: many.time <= 1.2 * few.time || many.time <= few.time + 1,
  });
}

function endsOf(operation: string, counted: string, sizes: readonly Measured[]) {
  const [few, many] = [sizes[0], sizes.at(-1)];
  if (!few || !many) throw new RangeError(`${operation} was not measured`);
  return { few, many, what: `${operation}, ${written(few.items)} and ${written(many.items)} ${counted}` };
}

function atMost(what: string, measured: number, most: number, unit: string): Bar {
  const digits = Number.isInteger(measured) ? 0 : 2;
  return bar(what, `at most ${written(most)}${unit}`, {
    measured: `${written(measured, digits)}${unit}`,
    holds: measured <= most,
  });
}

const bar = (what: string, limit: string, result: Pick<Bar, 'measured' | 'holds'>): Bar => ({
  what,
  limit,
  ...result,
});
