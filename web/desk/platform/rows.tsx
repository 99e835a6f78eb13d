// biome-ignore-all lint/a11y/noRedundantRoles: on phones the style makes the parts of a table blocks, which have no roles
import type { ComponentChildren } from 'preact';

/** The parts of a table. On phones each row is one block, and the roles stay although the style changes. */

export interface Column {
  readonly label: string;
  readonly look?: 'num' | 'pick' | 'barcell';
  /** For a column whose cells need no heading. */
  readonly isUnseen?: true;
}

interface RowsProps {
  /** The id of the heading. */
  readonly titleId: string;
  readonly look: string;
  readonly columns: readonly Column[];
  readonly children: ComponentChildren;
  /** The row of sums. */
  readonly foot?: ComponentChildren;
}

export const Rows = ({ titleId, look, columns, children, foot }: RowsProps) => (
  <table class={`stack ${look}`} role="table" aria-labelledby={titleId}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ label, look: of, isUnseen }) => (
          <th scope="col" role="columnheader" class={of} key={label}>
            {isUnseen ? <span class="unseen">{label}</span> : label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">{children}</tbody>
    {foot && <tfoot role="rowgroup">{foot}</tfoot>}
  </table>
);

interface RowProps {
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

export const Row = ({ isOpen, children }: RowProps) => (
  <tr role="row" class={isOpen ? 'opener' : undefined}>
    {children}
  </tr>
);

/** What a row is about. */
export const RowTitle = ({ children }: { readonly children: ComponentChildren }) => (
  <th scope="row" role="rowheader">
    {children}
  </th>
);

interface CellProps {
  /** The heading, which phones show beside the value. */
  readonly label?: string;
  readonly look?: string;
  readonly children?: ComponentChildren;
}

export const Cell = ({ label, look, children }: CellProps) => (
  <td role="cell" class={look} data-label={label}>
    {label === undefined ? children : <span>{children}</span>}
  </td>
);

interface BelowProps {
  /** The number of columns. */
  readonly columns: number;
  readonly children: ComponentChildren;
}

/** What is open below a row. */
export const BelowRow = ({ columns, children }: BelowProps) => (
  <tr class="open" role="row">
    <td colSpan={columns} role="cell">
      {children}
    </td>
  </tr>
);
