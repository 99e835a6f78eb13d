import { useMemo, useState } from 'preact/hooks';
import { Button, Note, Shape, useWords } from '../parts.tsx';
import type { assignableRoles } from './roles.tsx';
import { checkedRows, type Fix, type List, type Row, type WrongRow } from './rows.ts';
import { Table } from './table.tsx';
import { useTeam } from './words.tsx';

interface CheckProps {
  readonly list: List;
  readonly roles: ReturnType<typeof assignableRoles>;
  readonly create: (rows: readonly Row[]) => void;
  readonly again: () => void;
  /** Whether the page shows an open invitation with the same reference, which may have been accepted. */
  readonly isOpen: (row: Row) => boolean;
}

/** The rows that are wrong are corrected here, or left out. No row is sent while one is wrong. */
export function Check({ list, roles, create, again, isOpen }: CheckProps) {
  const { invitations: own } = useTeam();
  const [fixes, setFixes] = useState<ReadonlyMap<number, Fix>>(new Map());
  const { rows, wrong } = useMemo(() => checkedRows(list, roles, fixes), [fixes]);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  // A row stays where it is after it was corrected, so that the focus does.
  const toFix = list.rows.filter(
    ({ line }) => seen.has(line) || fixes.has(line) || wrong.some((row) => row.line === line),
  );
  const fix = (line: number, change: Fix | undefined) => {
    setSeen(new Set(toFix.map((row) => row.line)));
    const others = [...fixes].filter(([each]) => each !== line);
    setFixes(new Map(change ? [...others, [line, change]] : others));
  };
  const lines = wrong.map(({ line }) => line);
  const left = list.rows.length - rows.length;
  return (
    <>
      {toFix.length > 0 && (
        <>
          {wrong.length > 0 && (
            <Note
              kind="warn"
              title={own.wrongRows(wrong.length, list.rows.length)}
              more={own.wrongRowsToFix(rows.length - wrong.length, left)}
            />
          )}
          <WrongRows {...{ toFix, wrong, fixes, roles, fix }} />
        </>
      )}
      {wrong.length === 0 && rows.length > 0 ? (
        <Ready {...{ rows, create, again, isOpen }} />
      ) : (
        <div class="actions">
          {wrong.length > 0 && (
            <>
              <Button kind="off" label={own.create(rows.length)} isBusy aria-describedby="still-wrong" />
              <span id="still-wrong">
                {own.stillWrong(`${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ' …' : ''}`)}
              </span>
            </>
          )}
          <Button label={own.another} act={again} />
        </div>
      )}
    </>
  );
}

function Ready({ rows, create, again, isOpen }: Omit<CheckProps, 'list' | 'roles'> & Pick<List, 'rows'>) {
  const { invitations: own } = useTeam();
  const open = rows.filter(isOpen);
  const others = rows.filter((row) => !open.includes(row));
  return (
    <>
      <Note kind="good" title={own.ready(rows.length)} />
      {open.length > 0 && <Note kind="warn" title={own.openBefore(open.length)} more={own.openBeforeText} />}
      <div class="actions">
        {open.length > 0 && others.length > 0 && (
          <Button
            kind="main"
            label={`${own.leaveOut(open.length)}: ${own.create(others.length)}`}
            act={() => create(others)}
          />
        )}
        <Button
          kind={open.length > 0 ? undefined : 'main'}
          label={own.create(rows.length)}
          act={() => create(rows)}
        />
        <Button label={own.another} act={again} />
      </div>
      {open.length > 0 && (
        <Table
          title={own.openBefore(open.length)}
          columns={[
            { label: own.row, cell: ({ line }) => line },
            { label: own.inFile, cell: ({ reference }) => <bdi class="code">{reference}</bdi> },
          ]}
          rows={open}
          keyOf={({ line }) => String(line)}
        />
      )}
    </>
  );
}

interface WrongRowsProps extends Pick<CheckProps, 'roles'> {
  /** The rows that are wrong or were, as they are in the file. */
  readonly toFix: readonly Row[];
  readonly wrong: readonly WrongRow[];
  readonly fixes: ReadonlyMap<number, Fix>;
  readonly fix: (line: number, change: Fix | undefined) => void;
}

function WrongRows({ toFix, wrong, fixes, roles, fix }: WrongRowsProps) {
  const { invitations: own } = useTeam();
  const whyOf = useReason(roles);
  const wrongIn = new Map(wrong.map((row) => [row.line, row]));
  return (
    <Table
      title={own.rowsToFix}
      look="wrongs"
      columns={[
        {
          label: own.row,
          cell: ({ line }) => (
            <>
              <span class="narrow-only">{own.row} </span>
              {line}
            </>
          ),
        },
        { label: own.inFile, cell: (row) => <InFile {...row} /> },
        {
          label: own.why,
          cell: ({ line }) => {
            const now = wrongIn.get(line);
            return now ? <span class="wrong">{whyOf(now)}</span> : <span class="none">–</span>;
          },
        },
        {
          label: own.whatToDo,
          cell: (row) => (
            <FixRow
              {...{ row, roles }}
              wrong={wrongIn.get(row.line)}
              now={fixes.get(row.line)}
              fix={(change) => fix(row.line, change)}
            />
          ),
        },
      ]}
      rows={toFix}
      keyOf={({ line }) => String(line)}
    />
  );
}

function InFile({ reference, cells }: Row) {
  const { invitations: own } = useTeam();
  const others = cells.filter((cell) => cell !== reference && cell !== '');
  return (
    <>
      {reference === '' ? (
        <span class="none">{own.emptyCell}</span>
      ) : (
        <bdi class="code">{reference.slice(0, 120)}</bdi>
      )}
      {others.length > 0 && <bdi>{`, ${others.join(', ').slice(0, 80)}`}</bdi>}
    </>
  );
}

interface FixRowProps {
  readonly row: Row;
  readonly roles: CheckProps['roles'];
  readonly wrong: WrongRow | undefined;
  readonly now: Fix | undefined;
  readonly fix: (change: Fix | undefined) => void;
}

function FixRow({ row, roles, wrong, now, fix }: FixRowProps) {
  const { roles: names } = useWords();
  const team = useTeam();
  const { invitations: own } = team;
  if (now === 'left_out')
    return (
      <div class="fix">
        <span class="none">{own.leftOut}</span>
        <Button
          label={own.undo}
          aria-label={`${own.undo}: ${own.row} ${row.line}`}
          act={() => fix(undefined)}
        />
      </div>
    );
  const isRoleWrong = wrong?.problem.kind === 'bad_role' || now?.role !== undefined;
  return (
    <div class="fix">
      {isRoleWrong ? (
        <select
          aria-label={`${own.joinsAs}: ${own.row} ${row.line}`}
          aria-invalid={wrong ? true : undefined}
          value={now?.role ?? ''}
          onChange={({ currentTarget }) => fix({ ...now, role: currentTarget.value })}
        >
          <option value="">–</option>
          {roles.map((role) => (
            <option value={role} key={role}>
              {names[role]}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="small"
          aria-label={`${team.reference}: ${own.row} ${row.line}`}
          aria-invalid={wrong ? true : undefined}
          autocomplete="off"
          spellcheck={false}
          value={now?.reference ?? row.reference}
          onInput={({ currentTarget }) => fix({ ...now, reference: currentTarget.value })}
        />
      )}
      {wrong ? (
        <Button
          label={own.leaveOutRow}
          aria-label={`${own.leaveOutRow}: ${own.row} ${row.line}`}
          act={() => fix('left_out')}
        />
      ) : (
        <span class="right">
          <Shape name="tick" size={20} /> {own.corrected}
        </span>
      )}
    </div>
  );
}

/** Says what is wrong with a row. */
function useReason(roles: readonly string[]) {
  const { invitations: own } = useTeam();
  return ({ problem, role }: WrongRow): string => {
    if (problem.kind === 'same_as') return own.sameAs(problem.line);
    const reasons = {
      empty: own.empty,
      control: own.control,
      too_long: own.tooLong,
      bad_role: own.badRole(role, roles.join(', ')),
      shortened: own.shortened,
    };
    return reasons[problem.kind];
  };
}
