import { escaped, type Html, html, trusted } from '../markup.ts';
import { number } from './numbers.ts';
import { isMonday, isWeekend, type Span, spanLabel } from './times.ts';
import type { ReportWords } from './words/en.ts';

/** The parts that the reports consist of. Lengths of bars are attributes of SVG, so that a page needs no inline styles. */

/** The identity of the hatching that marks what is reserved and not collected. */
const HELD = 'report-held';

/** What a part of a bar stands for, and the attribute that shows it. */
export type Fill = 'collected' | 'held' | 'left' | 'expired';
export const FILLS: Readonly<Record<Fill, string>> = {
  collected: 'class="c"',
  held: `fill="url(#${HELD})"`,
  left: 'class="l"',
  expired: 'class="x"',
};

export interface Part {
  readonly fill: Fill;
  readonly label: string;
}

const px = (value: number): string => String(Math.round(value * 10) / 10);

const rect = (fill: string, x: number, y: number, width: number, height: number): string =>
  `<rect ${fill} x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"/>`;

/** The definition of the hatching, once in each report. */
export const hatching: Html = trusted(
  `<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="${HELD}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#f3d9b1"/><rect width="3" height="6" fill="#b45309"/></pattern></defs></svg>`,
);

const swatch = ({ fill, label }: Part): Html =>
  html`<svg width="13" height="13" aria-hidden="true">${trusted(rect(FILLS[fill], 0.5, 0.5, 12, 12))}</svg>${label}`;

/** The key of a chart. */
export const key = (parts: readonly Part[]): Html =>
  html`<ul class="key">${parts.map((part) => html`<li>${swatch(part)}</li>`)}</ul>`;

/** The key of the bars of a table, for its header. */
export const keyInLine = (parts: readonly Part[]): Html =>
  html`${parts.map((part, n) => html`${n > 0 ? ' ' : ''}${swatch(part)}`)}`;

interface Figure {
  readonly value: string;
  /** A smaller text behind the value. */
  readonly of?: string;
  readonly text: string;
}

/** The numbers at the top. */
export const figures = (all: readonly Figure[]): Html =>
  html`<dl>${all.map(
    ({ value, of, text }) =>
      html`<div><dt>${text}</dt><dd>${value}${of === undefined ? '' : html` <small>${of}</small>`}</dd></div>`,
  )}</dl>`;

/** The units of a bar, which is as wide as its column. */
const BAR_WIDTH = 330;

/** A bar of several parts, on the scale that all bars of a table share. A part above 0 is always visible. */
export function bar(parts: readonly { readonly fill: Fill; readonly count: number }[], most: number): Html {
  let x = 0;
  const drawn = parts.map(({ fill, count }) => {
    if (count === 0) return '';
    const width = Math.max(1.5, (count / most) * (BAR_WIDTH - 1));
    const part = fill === 'left' ? rect(FILLS[fill], x, 3.5, width, 17) : rect(FILLS[fill], x, 3, width, 18);
    x += width;
    return part;
  });
  return trusted(
    `<svg viewBox="0 0 ${BAR_WIDTH} 24" height="24" preserveAspectRatio="none" aria-hidden="true">${drawn.join('')}</svg>`,
  );
}

/** A row whose bar has a column of its own, or on a phone the space below the name. */
export const barRow = (name: Html | string, drawn: Html, numbers: readonly number[]): Html =>
  html`<tr><th scope="row">${name}<span class="under">${drawn}</span></th><td class="bar">${drawn}</td>${numbers.map(
    (value) => html`<td>${number(value)}</td>`,
  )}</tr>`;

/** A row of a table: its name and its numbers. */
export interface Row {
  readonly name: string | Html;
  readonly numbers: readonly number[];
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly Row[];
  readonly total?: Row;
}

/** A table of numbers. It leaves out the end tags that HTML does not need, because a year has many rows. */
export function table({ head, rows, total }: Table): Html {
  const cells = (numbers: readonly number[]) =>
    trusted(numbers.map((value) => `<td>${number(value)}`).join(''));
  return html`<table><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(
    ({ name, numbers }) => html`<tr><th scope="row">${name}${cells(numbers)}`,
  )}</tbody>${total ? html`<tfoot><tr><th scope="row">${total.name}${cells(total.numbers)}</tfoot>` : ''}</table>`;
}

/** A box in which a wide table scrolls. */
export const scrolling = (label: string, inner: Html): Html =>
  html`<figure tabindex="0" role="group" aria-label="${label}">${inner}</figure>`;

/** A box in which a wide chart scrolls. Its newest part is seen first. */
const scrollingChart = (label: string, inner: Html): Html =>
  html`<figure class="chart" tabindex="0" role="group" aria-label="${label}">${inner}</figure>`;

/** Something that is folded away, and not printed. */
export const folded = (label: string, inner: Html, { tables }: ReportWords): Html =>
  html`<details><summary>${label}</summary>${scrolling(tables.table(label), inner)}</details>`;

export const notes = (texts: readonly string[], words: ReportWords): Html =>
  html`<section><h2>${words.notes.title}</h2><ul class="notes">${texts.map((text) => html`<li>${text}</li>`)}</ul></section>`;

const WIDTH = 880;
/** The room of a digit beside the axis, and of the space around the number. */
const DIGIT = 7;
const AROUND = 16;
const TOP = 22;
const BASE = 162;
/** Charts of more days have a bar for each week. */
export const MAX_DAY_BARS = 62;
/** Up to this number, each bar has a label. */
const MAX_LABELS = 10;
/** The room that a label takes, and that of the last one, which may be longer. */
const LABEL = 50;
const LAST_LABEL = 200;

interface Column<Day> {
  readonly span: Span<Day>;
  /** The count of each part, from the bottom to the top. */
  readonly counts: readonly number[];
}

interface Chart<Day> {
  readonly title: string;
  readonly parts: readonly Part[];
  readonly columns: readonly Column<Day>[];
}

/** Bars over the days or the weeks of a period. Weekends are shaded, and a bar that is not complete is framed. */
export function chart<Day>({ title, parts, columns }: Chart<Day>, words: ReportWords): Html {
  const isByDay = columns.every(({ span }) => span.from === span.to);
  const totals = columns.map(({ counts }) => counts.reduce((a, b) => a + b, 0));
  const most = Math.max(0, ...totals);
  const highest = totals.indexOf(most);
  const top = topOf(most);
  const left = AROUND + DIGIT * number(top).length;
  const step = (WIDTH - left) / Math.max(1, columns.length);
  const gap = Math.min(4, step / 5);
  const yOf = (count: number) => BASE - (count / top) * (BASE - TOP);

  const weekends = columns.map(({ span }, n) =>
    isByDay && isWeekend(span.from)
      ? rect('class="w"', left + n * step, TOP - 8, step + 0.2, BASE - TOP + 8)
      : '',
  );
  const grid = [0, top / 2, top].map(
    (value) =>
      `<path class="g" d="M${left} ${px(yOf(value))}H${WIDTH}"/><text x="${left - 6}" y="${px(yOf(value) + 4)}" text-anchor="end">${number(value)}</text>`,
  );
  const bars = columns.map(({ counts, span }, n) => {
    let below = 0;
    const x = left + n * step + gap / 2;
    const drawn = counts.map((count, at) => {
      if (count === 0) return '';
      below += count;
      return rect(
        FILLS[parts[at]?.fill ?? 'left'],
        x,
        yOf(below),
        step - gap,
        yOf(below - count) - yOf(below),
      );
    });
    const frame =
      span.until === undefined ? '' : rect('class="u"', x - 1, TOP - 8, step - gap + 2, BASE - TOP + 8);
    return drawn.join('') + frame;
  });
  const peak =
    most === 0
      ? ''
      : `<text class="hi" x="${px(left + (highest + 0.5) * step)}" y="${px(yOf(most) - 5)}" text-anchor="middle">${number(most)}</text>`;
  const where = columns[highest]?.span;
  const sum = totals.reduce((a, b) => a + b, 0);
  const peakOf = where &&
    most > 0 && { count: number(most), day: words.longDate(where.from), isWeek: where.from !== where.to };
  const said = words.chart.said(title, number(sum), peakOf || undefined);
  const all = [
    ...weekends,
    ...grid,
    ...bars,
    peak,
    ...labelsOf(
      columns.map(({ span }) => span),
      { left, step },
      words,
    ),
  ].join('');
  return scrollingChart(
    title,
    html`<svg viewBox="0 0 ${WIDTH} 190" width="${WIDTH}" height="190" role="img" aria-label="${said}">${trusted(all)}</svg>`,
  );
}

/** The dates below the bars: of each bar, of Mondays, or of the first week of each month. The last one says what is not complete. */
function labelsOf<Day>(
  spans: readonly Span<Day>[],
  { left, step }: { readonly left: number; readonly step: number },
  words: ReportWords,
): readonly string[] {
  const isByDay = spans.every(({ from, to }) => from === to);
  const hasRoom = spans.length <= MAX_LABELS;
  const label = (x: number, anchor: 'middle' | 'end', text: string) =>
    `<text x="${px(x)}" y="180" text-anchor="${anchor}">${escaped(text)}</text>`;
  const last = spans[spans.length - 1];
  const labelsLast = last !== undefined && (!hasRoom || last.until !== undefined);
  let free = 0;
  return spans.map((span, n) => {
    if (labelsLast && span === last) return label(WIDTH, 'end', spanLabel(span, words));
    const middle = left + (n + 0.5) * step;
    if (labelsLast && middle > WIDTH - LAST_LABEL) return '';
    const startsMonth = spans[n - 1]?.from.slice(0, 7) !== span.from.slice(0, 7);
    const isMarked = hasRoom || (isByDay ? isMonday(span.from) : startsMonth);
    if (!isMarked || middle < free) return '';
    free = middle + LABEL;
    return label(middle, 'middle', words.shortDate(span.from));
  });
}

/** The top of a scale with a line in its middle. */
function topOf(most: number): number {
  for (let scale = 1; ; scale *= 10) {
    for (const half of [1, 1.5, 2, 3, 5, 7.5]) {
      const top = 2 * half * scale;
      if (top >= most && Number.isInteger(half * scale)) return top;
    }
  }
}
