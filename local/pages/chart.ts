import { type Html, html } from '../../web/markup.ts';

/**
 * Draws the charts that documents contain as Mermaid code. It supports only what they use: boxes, arrows and labels of
 * `flowchart` and `stateDiagram-v2`. Mermaid itself draws only in a browser, and brings dozens of packages.
 * https://mermaid.js.org/intro/syntax-reference.html
 *
 * Boxes are placed in every second row, below the boxes that lead to them. In each row between its boxes an arrow has a waypoint,
 * and the first waypoint shows its label.
 */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

interface Place {
  readonly id: string;
  /** The text of a box, or the label of an arrow at its waypoint. */
  readonly label: string;
  readonly row: number;
  readonly isBox: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const BOX = String.raw`(\[\*\]|\w+)(?:\[\(?([^\])]+)\)?\])?`;
const ARROW = new RegExp(String.raw`^${BOX} -->(?:\|(.+)\|)? ${BOX}(?:: (.+))?$`);
/** The box from which a state diagram starts. It is drawn as a point. */
const START = '[*]';

/** Sizes in pixels. */
const ROW = 52;
const HALF_BOX = 17;
const HALF_LABEL = 10;
const LETTER = 7.5;
const MARGIN = 12;

/** Returns the chart as SVG, or `undefined` if a line of its code is not supported. */
export function chartOf(code: string): Html | undefined {
  const [kind = '', ...lines] = code
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const matches = lines.map((line) => ARROW.exec(line));
  if (!/^(flowchart|stateDiagram-v2)\b/.test(kind) || matches.includes(null)) return undefined;
  const boxes = new Map<string, string>();
  const name = (id: string, text?: string) =>
    boxes.set(id, text ?? boxes.get(id) ?? (id === START ? 'start' : id));
  const arrows = matches.flatMap((match): Arrow[] => {
    const [, from = '', fromText, onArrow, to = '', toText, behind] = match ?? [];
    name(from, fromText);
    name(to, toText);
    return [{ from, to, label: onArrow ?? behind ?? '' }];
  });
  return drawn(boxes, arrows);
}

function drawn(boxes: ReadonlyMap<string, string>, arrows: readonly Arrow[]): Html {
  const down = withoutCycles(arrows);
  const rows = rowsOf([...boxes.keys()], down);
  const paths = down.map((arrow) => pathOf(arrow, rows));
  const places = new Map<string, Place>();
  for (const [id, label] of boxes) places.set(id, { id, label, row: rows.get(id) ?? 0, isBox: true });
  for (const place of paths.flat()) if (!places.has(place.id)) places.set(place.id, place);
  const all = [...places.values()];
  const points = pointsOf(all, paths);
  const pointOf = (id: string): Point => points.get(id) ?? { x: 0, y: 0 };
  const left = Math.min(...all.map((place) => pointOf(place.id).x - widthOf(place) / 2));
  const width = Math.max(...all.map((place) => pointOf(place.id).x + widthOf(place) / 2)) - left;
  const height = (Math.max(...rows.values()) + 1) * ROW;
  const said = arrows.map(
    ({ from, to, label }) => `${boxes.get(from)} to ${boxes.get(to)}${label && `, ${label}`}`,
  );
  return html`<svg role="img" aria-label="${said.join('; ')}" width="${width}" height="${height}" viewBox="${left} 0 ${width} ${height}" font-size="14" fill="none" stroke="currentColor" text-anchor="middle">
${paths.map((path) => lineThrough(path.map((place) => ({ ...pointOf(place.id), half: halfOf(place) }))))}
${arrows.flatMap((arrow) => (down.includes(arrow) ? [] : [lineUp(pointOf(arrow.from), pointOf(arrow.to))]))}
${all.map((place) => drawnPlace(place, pointOf(place.id)))}
</svg>`;
}

/** Leaves out each arrow that would close a cycle. */
function withoutCycles(arrows: readonly Arrow[]): readonly Arrow[] {
  const kept: Arrow[] = [];
  const leads = (from: string, to: string): boolean =>
    from === to || kept.some((arrow) => arrow.from === from && leads(arrow.to, to));
  for (const arrow of arrows) if (!leads(arrow.to, arrow.from)) kept.push(arrow);
  return kept;
}

/** The row of each box. A box to which nothing leads is directly above the first one that it leads to. */
function rowsOf(ids: readonly string[], arrows: readonly Arrow[]): ReadonlyMap<string, number> {
  const rows = new Map(ids.map((id) => [id, 0]));
  const rowOf = (id: string) => rows.get(id) ?? 0;
  for (const _ of ids) for (const { from, to } of arrows) rows.set(to, Math.max(rowOf(to), rowOf(from) + 2));
  for (const id of ids) {
    const below = arrows.filter(({ from }) => from === id).map(({ to }) => rowOf(to));
    if (!arrows.some(({ to }) => to === id)) rows.set(id, Math.min(...below) - 2);
  }
  return rows;
}

/** The box where an arrow begins, its waypoints, and the box where it ends. */
function pathOf({ from, to, label }: Arrow, rows: ReadonlyMap<string, number>): readonly Place[] {
  const [first = 0, last = 0] = [rows.get(from), rows.get(to)];
  return Array.from({ length: last - first + 1 }, (_, n) => ({
    id: n === 0 ? from : first + n === last ? to : `${from} ${to} ${n}`,
    label: n === 1 ? label : '',
    row: first + n,
    isBox: n === 0 || first + n === last,
  }));
}

/** Places each box and waypoint below the middle of what leads to it, as far as the others of its row leave space. */
function pointsOf(
  places: readonly Place[],
  paths: readonly (readonly Place[])[],
): ReadonlyMap<string, Point> {
  const points = new Map<string, Point>();
  const middleAbove = ({ id }: Place): number | undefined =>
    mean(
      paths.flatMap((path) => {
        const before = path[path.findIndex((place) => place.id === id) - 1];
        return before ? [points.get(before.id)?.x ?? 0] : [];
      }),
    );
  for (const [row, unsorted = []] of Object.entries(Object.groupBy(places, (place) => place.row))) {
    const wanted = unsorted.map((place) => ({ place, x: middleAbove(place) }));
    wanted.sort((a, b) => (a.x ?? Number.MAX_VALUE) - (b.x ?? Number.MAX_VALUE));
    const width = wanted.reduce((sum, { place }) => sum + widthOf(place), 0);
    let x = (mean(wanted.flatMap((each) => each.x ?? [])) ?? 0) - width / 2;
    for (const { place } of wanted) {
      points.set(place.id, { x: x + widthOf(place) / 2, y: (Number(row) + 0.5) * ROW });
      x += widthOf(place);
    }
  }
  return points;
}

const mean = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number) / numbers.length;

/** The width of a box or waypoint with its margin. */
const widthOf = ({ label }: Place): number => label.length * LETTER + 4 * MARGIN;

/** Half of the height of a box or label, where lines begin and end. */
const halfOf = ({ isBox, label }: Place): number => (isBox ? HALF_BOX : label === '' ? 0 : HALF_LABEL);

/** A line from the lower edge of a box down to the upper edge of another one, with a gap at a label. */
function lineThrough(points: readonly (Point & { readonly half: number })[]): Html {
  const curves = points.slice(1).map(({ x, y, half }, n) => {
    const above = points[n] ?? { x, y, half };
    return curve({ x: above.x, y: above.y + above.half }, { x, y: y - half });
  });
  const { x, y } = points.at(-1) ?? { x: 0, y: 0 };
  return html`<path d="${curves.join('')}${arrowhead({ x, y: y - HALF_BOX }, -7)}"/>`;
}

/** A line up to a box of an earlier row, beside the line down from it. */
function lineUp(from: Point, to: Point): Html {
  const end = { x: to.x + 2 * MARGIN, y: to.y + HALF_BOX };
  return html`<path d="${curve({ x: from.x + 2 * MARGIN, y: from.y - HALF_BOX }, end)}${arrowhead(end, 7)}"/>`;
}

const curve = (from: Point, to: Point): string => {
  const middle = (from.y + to.y) / 2;
  return `M${from.x} ${from.y}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
};

const arrowhead = ({ x, y }: Point, length: number): string =>
  `M${x - 5} ${y + length}L${x} ${y}L${x + 5} ${y + length}`;

/** A box with its text, or a label. */
function drawnPlace(place: Place, { x, y }: Point): Html {
  if (place.id === START) return html`<circle cx="${x}" cy="${y + HALF_BOX}" r="6" fill="currentColor"/>`;
  const width = widthOf(place) - 2 * MARGIN;
  const frame = place.isBox
    ? html`<rect x="${x - width / 2}" y="${y - HALF_BOX}" width="${width}" height="${2 * HALF_BOX}" rx="6" fill="Canvas"/>`
    : [];
  const text = html`<text x="${x}" y="${y + 5}" fill="currentColor" stroke="none">${place.label}</text>`;
  return html`${frame}${place.label === '' ? [] : text}`;
}
