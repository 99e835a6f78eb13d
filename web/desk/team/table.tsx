// biome-ignore-all lint/a11y/noRedundantRoles: on phones the style makes the parts of a table blocks, which have no roles
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { takeFocus } from '../parts.tsx';
import { usePaging } from './paging.tsx';
import { useTeam } from './words.tsx';

export interface Column<T> {
  readonly label: string;
  readonly cell: (row: T) => ComponentChildren;
  readonly isNumber?: true;
}

interface TableProps<T> {
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** For a table that the title of the page names, too. */
  readonly isTitleHidden?: boolean;
  /** The look of the table and of its rows: classes of the style sheet. */
  readonly look?: string;
  readonly lookOf?: (row: T) => string | undefined;
  /** What one can do with a row. */
  readonly actions?: (row: T, drawer: OpenDrawer) => ComponentChildren;
  /** Is called after something was done with a row. */
  readonly onDone?: () => void;
}

/** How a drawer closes: Escape and `close` give the focus back to the button that opened it. After `done` the list is read again. */
export interface Ways {
  readonly close: () => void;
  readonly done: () => void;
}

type DrawerContent = (ways: Ways) => ComponentChildren;
/** Opens what a button needs to know below its row. */
export type OpenDrawer = (content: DrawerContent) => void;

/** A table with a heading, 20 rows at a time. On phones each row is one block. The roles stay although the style changes. */
export function Table<T>(table: TableProps<T>) {
  const { title, columns, rows, keyOf, isTitleHidden, look = '', lookOf, actions, onDone } = table;
  const team = useTeam();
  const [shown, more] = usePaging(rows);
  const [drawer, setDrawer] = useState<{
    readonly key: string;
    readonly content: DrawerContent;
    readonly opener: Element | null;
  }>();
  const [isDone, setDone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = (key: string, content: DrawerContent) => {
    setDone(false);
    setDrawer({ key, content, opener: document.activeElement });
  };
  const close = () => {
    setDrawer(undefined);
    if (drawer?.opener instanceof HTMLElement) drawer.opener.focus();
  };
  const done = () => {
    close();
    setDone(true);
    onDone?.();
  };
  // The row with the focus may be gone now.
  useEffect(() => {
    if (isDone && document.activeElement === document.body) heading.current?.focus();
  }, [rows.length]);
  const id = `table-${title.replaceAll(/\W/g, '-')}`;
  return (
    <div>
      <div class="cap">
        <h2 id={id} class={isTitleHidden ? 'unseen' : undefined} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p class="unseen" role="status">
          {isDone && team.done}
        </p>
      </div>
      {rows.length === 0 ? (
        <p class="hint">{team.none}</p>
      ) : (
        <table class={`stack ${look}`} role="table" aria-labelledby={id}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ label, isNumber }) => (
                <th scope="col" role="columnheader" class={isNumber && 'num'} key={label}>
                  {label}
                </th>
              ))}
              {actions && (
                <th scope="col" role="columnheader">
                  <span class="unseen">{team.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((row) => {
              const key = keyOf(row);
              const isOpen = drawer?.key === key;
              return (
                <Fragment key={key}>
                  <tr role="row" class={[isOpen && 'opener', lookOf?.(row)].filter(Boolean).join(' ')}>
                    {columns.map(({ label, cell, isNumber }, n) =>
                      n === 0 ? (
                        <th scope="row" role="rowheader" key={label}>
                          {cell(row)}
                        </th>
                      ) : (
                        <td role="cell" data-label={label} class={isNumber && 'num'} key={label}>
                          <span>{cell(row)}</span>
                        </td>
                      ),
                    )}
                    {actions && (
                      <td role="cell">
                        <div class="actions">{actions(row, (content) => open(key, content))}</div>
                      </td>
                    )}
                  </tr>
                  {isOpen && (
                    <tr class="open" role="row">
                      <td colSpan={columns.length + 1} role="cell">
                        <Drawer close={close}>{drawer.content({ close, done })}</Drawer>
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      )}
      {more}
    </div>
  );
}

/** It gets the focus, and Escape closes it. */
const Drawer = ({ close, children }: Readonly<{ close: () => void; children: ComponentChildren }>) => (
  <fieldset class="drawer" ref={takeFocus} tabIndex={-1} onKeyDown={({ key }) => key === 'Escape' && close()}>
    {children}
  </fieldset>
);
