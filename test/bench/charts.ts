import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Grown } from './growth.ts';
import type { Imported } from './imports.ts';
import type { Results } from './results.ts';
import { written } from './statistics.ts';

/** The charts of a run as one SVG document: imports next to the peers, and how requests grow with their items. */

const WIDTH = 800;
const COLOURS = { own: '#0f766e', peer: '#b45309' } as const;
/** The small charts of growth stand in rows of this length. */
const COLUMNS = 4;

interface Chart {
  readonly height: number;
  readonly svg: string;
}

export function chartsOf({ imports, growth, large }: Results): string {
  const grown = [...(growth?.value ?? []), ...(large?.value.grown ?? [])];
  const charts = [
    ...(imports ? [importChart(imports.value)] : []),
    ...(grown.length > 0 ? [growthChart(grown)] : []),
  ];
  let y = 0;
  const placed = charts.map(({ height, svg }) => {
    const part = svg.replace('<svg', `<svg y="${y}"`);
    y += height;
    return part;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="Performance of Sihat: the same numbers are in the tables of performance.md"><rect width="100%" height="100%" fill="white"/>${placed.join('')}</svg>\n`;
}

/** One mark for each bundle, in a row for each kind. */
function importChart(imports: readonly Imported[]): Chart {
  const marks = imports.flatMap(({ id, kind, processor, peers }) => {
    const row = kind === 'other' ? id : `each ${kind}`;
    const colour = kind === 'other' ? COLOURS.peer : COLOURS.own;
    const hono = (what: string, peer: number) => ({ row: what, processor: peer, colour: COLOURS.peer });
    return [
      { row, processor, colour },
      ...(peers ? [hono('Hono, warmed up', peers.warm), hono('Hono as it comes', peers.cold)] : []),
    ];
  });
  const height = 260;
  return drawn(
    Plot.plot({
      document: newDocument(),
      width: WIDTH,
      height,
      marginLeft: 190,
      marginTop: 50,
      marginBottom: 50,
      x: {
        label: 'Import of a bundle in a new process: milliseconds of processor time',
        grid: true,
        zero: true,
      },
      y: { label: null, domain: [...new Set(marks.map(({ row }) => row))].toSorted(byLengthOfImport) },
      marks: [
        Plot.ruleX([0]),
        Plot.tickX(marks, { x: 'processor', y: 'row', stroke: 'colour', strokeWidth: 2, strokeOpacity: 0.6 }),
      ],
    }),
    height,
  );

  function byLengthOfImport(a: string, b: string): number {
    const longest = (row: string) =>
      Math.max(...marks.filter((mark) => mark.row === row).map(({ processor }) => processor));
    return longest(a) - longest(b);
  }
}

/** One small chart for each operation: time and read units, relative to those with the fewest items. */
function growthChart(growth: readonly Grown[]): Chart {
  const rows = Math.ceil(growth.length / COLUMNS);
  const facets = growth.map(({ operation, sizes }, n) => ({
    place: { column: n % COLUMNS, row: Math.floor(n / COLUMNS) },
    title: `${operation} (${written(sizes.at(-1)?.items ?? 0)})`,
    sizes,
  }));
  const lines = facets.flatMap(({ place, sizes }) =>
    (['time', 'units'] as const).flatMap((amount) =>
      sizes.map((size) => ({
        ...place,
        amount: amount === 'time' ? 'time' : 'read units',
        items: size.items,
        ratio: size[amount] / (sizes[0]?.[amount] ?? Number.NaN),
      })),
    ),
  );
  const most = Math.max(2.5, ...lines.map(({ ratio }) => ratio));
  const height = 90 + 100 * rows;
  const facet = { fx: 'column', fy: 'row' } as const;
  return drawn(
    Plot.plot({
      document: newDocument(),
      width: WIDTH,
      height,
      marginTop: 60,
      marginLeft: 50,
      marginBottom: 40,
      x: { type: 'log', label: 'items', inset: 12, ticks: [1_000, 100_000], tickFormat: '~s' },
      y: {
        domain: [0, most],
        ticks: 3,
        label: 'time (green) and read units (brown) of a request, relative to the fewest items',
        grid: true,
      },
      fx: { axis: null },
      fy: { axis: null },
      color: { domain: ['time', 'read units'], range: [COLOURS.own, COLOURS.peer] },
      marks: [
        Plot.frame({ stroke: '#cbd5e1' }),
        Plot.line(lines, { ...facet, x: 'items', y: 'ratio', stroke: 'amount', marker: 'dot' }),
        Plot.text(
          facets.map(({ place, title }) => ({ ...place, title })),
          { ...facet, text: 'title', frameAnchor: 'top', dy: 4, fontSize: 9 },
        ),
      ],
    }),
    height,
  );
}

function newDocument() {
  return parseHTML('<!doctype html><html></html>').document;
}

function drawn({ outerHTML: svg }: { readonly outerHTML: string }, height: number): Chart {
  return { height, svg };
}
