import type { OperationId } from '../../functions/contracts.ts';
import { WARM_PARTITIONS } from '../reliability/contention/warm.ts';
import { type Crowds, ENROLLMENTS } from './crowds.ts';
import { FIRST_REQUEST_BAR, type FirstRequests, TOGETHER_BAR } from './first-requests.ts';
import type { Grown, Measured } from './growth.ts';
import { IMPORT_BAR, type Imported } from './imports.ts';
import type { Kept } from './kept.ts';
import type { Reservations } from './reservations.ts';
import type { Results } from './results.ts';
import { written } from './statistics.ts';
import type { Warm } from './warm.ts';

/** A limit that the platform promises to keep, with what was measured. */
export interface Bar {
  readonly what: string;
  readonly limit: string;
  readonly measured: string;
  readonly holds: boolean;
}

/** The bars of all sections that were measured. */
export function barsOf({
  imports,
  firstRequests,
  crowds,
  warm,
  kept,
  reservations,
  growth,
  large,
}: Results): Bar[] {
  return [
    ...(imports ? importBars(imports.value) : []),
    ...(firstRequests ? firstRequestBars(firstRequests.value) : []),
    ...(crowds ? crowdBars(crowds.value) : []),
    ...(warm?.value ?? []).flatMap(warmBars),
    ...(kept ? keptBars(kept.value) : []),
    ...(large?.value.grown ?? []).flatMap(largeBars),
    ...(growth?.value ?? []).flatMap(growthBars),
    ...(reservations ? reservationBars(reservations.value) : []),
  ];
}

function importBars(imports: readonly Imported[]): Bar[] {
  const largest = (kind: Imported['kind']) =>
    Math.max(...imports.filter((imported) => imported.kind === kind).map(({ bytes }) => bytes));
  const ratios = imports.flatMap(({ id, processor, peers }) =>
    peers ? [{ id, ratio: processor / peers.warm }] : [],
  );
  return [
    worstOf('import of every endpoint, processor time', ratios, IMPORT_BAR, ' × Hono with the same warm-up'),
    atMost('largest endpoint', largest('endpoint'), 252_000, ' bytes'),
    atMost('largest worker', largest('worker'), 270_000, ' bytes'),
  ];
}

function firstRequestBars(firstRequests: readonly FirstRequests[]): Bar[] {
  const togethers = firstRequests.map(({ operation, own, warmHono }) => ({
    id: operation,
    ratio: own.together / warmHono.together,
  }));
  return [
    ...firstRequests
      .filter(({ isUnknown }) => isUnknown)
      .map(({ operation, own, cold }) =>
        atMost(
          `first request of a cold function, ${operation} without a result, processor time`,
          own.first / cold.first,
          FIRST_REQUEST_BAR,
          ' × without a warm-up',
        ),
      ),
    worstOf(
      'import and first request, processor time',
      togethers,
      TOGETHER_BAR,
      ' × Hono with the same warm-up',
    ),
  ];
}

/** What counting a record takes by the milliseconds of a call, while 24 shards of the stream compete for the counters of one challenge. */
const RECORD_BARS: Readonly<Record<number, { readonly milliseconds: number; readonly units: number }>> = {
  10: { milliseconds: 0.73, units: 4.95 },
  40: { milliseconds: 1.27, units: 6 },
};

function crowdBars({ counting, erasing, arriving }: Crowds): Bar[] {
  return counting
    .filter(({ shards }) => shards === WARM_PARTITIONS)
    .flatMap(({ latency, recordsASecond, unitsARecord }) => {
      const { milliseconds, units } = RECORD_BARS[latency] ?? { milliseconds: 0, units: 0 };
      const what = `roll-up of ${written(ENROLLMENTS)} enrollments, ${WARM_PARTITIONS} shards, ${latency} ms a call`;
      return [
        atMost(`${what}, time of a record`, 1000 / recordsASecond, milliseconds, ' ms'),
        atMost(`${what}, write units of a record`, unitsARecord, units, ''),
      ];
    })
    .concat(
      erasing.map(({ latency, hours }) =>
        atMost(`erasure of 100,000 accounts, ${latency} ms a call`, hours, 2, ' hours'),
      ),
      atMost('50,000 people join and enroll within a minute, refused requests', arriving.refused, 5764, ''),
    );
}

/** The bar of the endpoint with the highest ratio. */
function worstOf(
  what: string,
  ratios: readonly { readonly id: string; readonly ratio: number }[],
  most: number,
  unit: string,
): Bar {
  const { id, ratio } = ratios.toSorted((a, b) => b.ratio - a.ratio)[0] ?? { id: '', ratio: Number.NaN };
  return atMost(`${what}; the worst is ${id}`, ratio, most, unit);
}

const warmBars = ({ operation, processor, elapsed }: Warm): Bar[] => [
  atMost(
    `warm request, ${operation}, own processor time`,
    processor.own / processor.plainHono,
    0.85,
    ' × Hono',
  ),
  atMost(`warm request, ${operation}, with the engine`, elapsed.own / elapsed.hono, 1.1, ' × Hono'),
];

function keptBars({ keeping, reading }: Kept): Bar[] {
  const what = 'listCommunity, ten requests in five seconds to a warm process';
  const unit = ' × reading each time';
  return [
    atMost(`${what}, own processor time`, keeping.processor / reading.processor, 0.5, unit),
    atMost(`${what}, read units`, keeping.units / reading.units, 0.5, unit),
  ];
}

function largeBars(grown: Grown): Bar[] {
  if (!grown.steady) return growthBars(grown);
  const { few, many, what } = endsOf(grown);
  return [
    bar(what, 'the same calls', {
      measured: `${few.calls} and ${many.calls}`,
      holds: few.calls === many.calls,
    }),
    unitBar(grown),
    atMost(what, many.time / few.time, 1.3, ' × the time'),
  ];
}

function growthBars(grown: Grown): Bar[] {
  const most = MAX_UNITS[grown.operation];
  const isTimed = grown.counted === 'participants' || grown.counted === 'expired claims';
  return [
    unitBar(grown),
    ...(isTimed ? [timeBar(grown)] : []),
    ...(most ? [atMost(most.what, unitsOf(grown), most.units, ' units')] : []),
  ];
}

const MAX_UNITS: { readonly [O in OperationId]?: { readonly what: string; readonly units: number } } = {
  getDisplay: { what: 'getDisplay, a hall of 10,000', units: 12 },
  getLeaderboard: { what: 'getLeaderboard, a hall of 10,000', units: 15 },
  listCampaigns: { what: 'listCampaigns, 180 campaigns of 10 shards', units: 60 },
  listCommunity: {
    what: 'listCommunity, at least 2,000 exhibitions and challenges of 50 clubs, half of them ahead',
    units: 150,
  },
};

const unitsOf = ({ sizes }: Grown): number => Math.max(...sizes.map(({ units }) => units));

/** The units are the same at both ends, or those of a response that is bounded. */
function unitBar(grown: Grown): Bar {
  const { few, many, what } = endsOf(grown);
  if (grown.bounded !== undefined)
    return atMost(`${what}, a bounded response`, unitsOf(grown), grown.bounded, ' units');
  return bar(what, 'the same units', {
    measured: `${few.units} and ${many.units}`,
    holds: few.units === many.units,
  });
}

function timeBar(grown: Grown): Bar {
  const { few, many, what } = endsOf(grown);
  return bar(what, 'at most 1.2 × the time', {
    measured: `${written(few.time, 2)} and ${written(many.time, 2)} ms`,
    holds: many.time <= 1.2 * few.time,
  });
}

function endsOf({ operation, counted, sizes }: Grown) {
  const [few, many]: (Measured | undefined)[] = [sizes[0], sizes.at(-1)];
  if (!few || !many) throw new RangeError(`${operation} was not measured`);
  return { few, many, what: `${operation}, ${written(few.items)} and ${written(many.items)} ${counted}` };
}

const reservationBars = ({ oneShard, twentyShards, outOfStock }: Reservations): Bar[] => [
  bar('reserveReward with 1 and with 20 shards', 'equal units', {
    measured: `${oneShard} and ${twentyShards} units`,
    holds: oneShard === twentyShards,
  }),
  atMost('reserveReward, out of stock, 20 shards, 10,000 lapsed claims of others', outOfStock, 40, ' units'),
];

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
