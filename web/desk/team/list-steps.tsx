import { useState } from 'preact/hooks';
import { type Table as FileTable, tableOf } from '../../spreadsheet/table.ts';
import { GUESSES, textOf } from '../../spreadsheet/text.ts';
import { Button, Field, Note, useSubmit } from '../parts.tsx';
import { type assignableRoles, RoleField } from './roles.tsx';
import { likelyMeanings, type Meaning } from './rows.ts';
import { Table } from './table.tsx';
import { useTeam } from './words.tsx';

/** The steps in which a list of people is read and checked. Nothing is sent in them. */

/** So many rows of a file are shown before anything is sent. */
const FIRST_ROWS = 5;

interface ListProps {
  readonly roles: ReturnType<typeof assignableRoles>;
  readonly readFile: (bytes: Uint8Array, role: string) => void;
  readonly readLines: (text: string, role: string) => void;
  readonly problem: string | undefined;
}

export function List({ roles, readFile, readLines, problem }: ListProps) {
  const { invitations: own } = useTeam();
  const [role, setRole] = useState(roles[0] ?? 'member');
  const { onSubmit } = useSubmit((form) => readLines(String(form.get('paste')), role));
  const read = async ({ currentTarget: { files } }: { readonly currentTarget: HTMLInputElement }) => {
    const [file] = files ?? [];
    if (file) readFile(new Uint8Array(await file.arrayBuffer()), role);
  };
  return (
    <div class="split">
      <form class="form" onSubmit={onSubmit}>
        {problem !== undefined && <Note title={problem} />}
        <RoleField label={own.joinAs} roles={roles} value={role} choose={setRole} />
        <Field id="file" label={own.file} hint={own.fileHint(roles.join(', '))}>
          <input type="file" accept=".csv,.txt,.tsv,text/csv,text/plain" onChange={read} />
        </Field>
        <Field id="paste" label={own.paste}>
          <textarea name="paste" class="code" spellcheck={false} />
        </Field>
        <Button label={own.check} />
      </form>
    </div>
  );
}

type EncodingProps = Readonly<{ bytes: Uint8Array; use: (text: string) => void; again: () => void }>;

/** The first rows in each encoding that is possible. */
export function Encoding({ bytes, use, again }: EncodingProps) {
  const { invitations: own } = useTeam();
  const texts = GUESSES.flatMap((guess) => {
    const text = textOf(bytes, guess);
    return text === undefined ? [] : [{ guess, text }];
  });
  return (
    <>
      <Note kind="warn" title={own.encoding.title} more={own.encoding.text} />
      {texts.map(({ guess, text }) => (
        <section class="guess" key={guess}>
          <h2>{own.encoding.names[guess]}</h2>
          <ol>
            {tableOf(text)
              .rows.slice(0, FIRST_ROWS)
              .map(({ number, cells }) => (
                <li key={number}>
                  <bdi>{cells.filter((cell) => cell !== '').join(' · ')}</bdi>
                </li>
              ))}
          </ol>
          <Button
            label={own.encoding.use}
            aria-label={`${own.encoding.use}: ${own.encoding.names[guess]}`}
            act={() => use(text)}
          />
        </section>
      ))}
      <div class="actions">
        <Button label={own.another} act={again} />
      </div>
    </>
  );
}

type WrongTableProps = Readonly<{ table: FileTable; again: () => void }>;

/** What keeps a file from being read, by its rows. */
export function WrongTable({ table: { problems, rows, columns }, again }: WrongTableProps) {
  const { invitations: own } = useTeam();
  const title = own.wrongRows(problems.length, rows.length + 1);
  const cellsOf = (row: number) => rows.find(({ number }) => number === row)?.cells ?? columns;
  const rowOf = (problem: (typeof problems)[number]) => ('row' in problem ? problem.row : 1);
  return (
    <>
      <Note kind="warn" title={title} more={own.wrongRowsText} />
      <div class="actions">
        <Button label={own.another} act={again} />
      </div>
      <Table
        title={title}
        columns={[
          { label: own.row, cell: rowOf },
          {
            label: own.inFile,
            cell: (problem) => <bdi class="code">{cellsOf(rowOf(problem)).join(' · ').slice(0, 120)}</bdi>,
          },
          { label: own.why, cell: ({ kind }) => own.tableProblems[kind] },
        ]}
        rows={problems}
        keyOf={(problem) => `${problem.kind} ${'row' in problem ? problem.row : problem.column}`}
      />
    </>
  );
}

interface ColumnsProps {
  readonly table: FileTable;
  readonly check: (meanings: readonly Meaning[]) => void;
  readonly again: () => void;
}

const MEANINGS: readonly Meaning[] = ['reference', 'role', 'own'];

/** What each column is, with its first rows. */
export function Columns({ table, check, again }: ColumnsProps) {
  const { invitations: own } = useTeam();
  const [meanings, setMeanings] = useState(() => likelyMeanings(table.columns));
  const [isWrong, setWrong] = useState(false);
  const counted = (meaning: Meaning) => meanings.filter((each) => each === meaning).length;
  const { onSubmit } = useSubmit(() => {
    const isRight = counted('reference') === 1 && counted('role') <= 1;
    setWrong(!isRight);
    if (isRight) check(meanings);
  });
  return (
    <form class="form wide" onSubmit={onSubmit}>
      <h2>{own.columns.title}</h2>
      <p class="hint">{own.columns.text}</p>
      {isWrong && <Note title={own.columns.oneReference} />}
      <div class="mapping">
        {table.columns.map((name, n) => (
          <section class={meanings[n] === 'own' ? undefined : 'used'} key={`${n} ${name}`}>
            <h3 id={`column-${n}`}>
              <bdi>{name || '–'}</bdi>
            </h3>
            <div class="field">
              <label for={`meaning-${n}`}>
                <span class="unseen">{`${name} `}</span>
                {own.columns.is}
              </label>
              <select
                id={`meaning-${n}`}
                value={meanings[n]}
                onChange={({ currentTarget: { value } }) =>
                  setMeanings(meanings.map((each, m) => (m === n ? (value as Meaning) : each)))
                }
              >
                {MEANINGS.map((meaning) => (
                  <option key={meaning} value={meaning}>
                    {own.columns.meanings[meaning]}
                  </option>
                ))}
              </select>
            </div>
            <ol aria-label={own.columns.first(name)}>
              {table.rows.slice(0, FIRST_ROWS).map(({ number, cells }) => (
                <li key={number}>
                  <bdi>{cells[n] || '–'}</bdi>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <div class="actions">
        <Button kind="main" label={own.columns.check(table.rows.length)} />
        <Button label={own.another} act={again} />
      </div>
    </form>
  );
}
