import { type Html, html } from '../markup.ts';

export interface TableOptions {
  /** What the table has, for people who do not see the heading above it. */
  readonly label?: string;
  readonly className?: string;
  /** Whether the first cell of a row is its heading. */
  readonly hasRowHeadings?: boolean;
}

export interface Row {
  readonly cells: readonly Html[];
  /** The anchor of the row. */
  readonly id?: string;
}

/**
 * A table whose rows become blocks on narrow screens, where each cell follows the name of its column. Browsers drop the semantics of a
 * table when a stylesheet changes how it is displayed, so its parts have explicit roles.
 */
export function stackedTable(
  columns: readonly string[],
  rows: readonly Row[],
  { label, className = '', hasRowHeadings = true }: TableOptions = {},
): Html {
  return html`<table class="stack ${className}" role="table"${label === undefined ? '' : html` aria-label="${label}"`}><thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th role="columnheader">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => tableRow(row, columns, hasRowHeadings))}</tbody></table>`;
}

const tableRow = ({ cells, id }: Row, columns: readonly string[], hasRowHeading: boolean): Html => html`
<tr role="row"${id === undefined ? '' : html` id="${id}"`}>${cells.map((cell, n) =>
  n === 0 && hasRowHeading
    ? html`<th scope="row" role="rowheader">${cell}</th>`
    : html`<td role="cell" data-label="${columns[n] ?? ''}"><span>${cell}</span></td>`,
)}</tr>`;
