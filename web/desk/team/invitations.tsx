import { useEffect, useState } from 'preact/hooks';
import { MAX_LIST_ROWS } from '../../../shared/values/limits.ts';
import { type Table, tableOf } from '../../spreadsheet/table.ts';
import { textOf } from '../../spreadsheet/text.ts';
import { ApiError } from '../api.ts';
import { Button, Note, Page, useFailure, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../work.ts';
import { hasOpen } from './invited-lists.ts';
import { Check } from './list-check.tsx';
import { Columns, Encoding, List, WrongTable } from './list-steps.tsx';
import { Lists, saveLinks } from './lists.tsx';
import { operationsIn } from './operations.ts';
import { assignableRoles } from './roles.tsx';
import { type Row, type List as RowList, rowsOfLines, rowsOfTable } from './rows.ts';
import { forgetUpload, keepUpload, Upload, uploadIn } from './uploads.ts';
import { useTeam } from './words.tsx';

type Step =
  | { readonly name: 'list'; readonly problem?: string }
  | { readonly name: 'encoding'; readonly bytes: Uint8Array; readonly role: string }
  | { readonly name: 'wrong_table' | 'columns'; readonly table: Table; readonly role: string }
  | { readonly name: 'check'; readonly list: RowList }
  | { readonly name: 'creating'; readonly upload: Upload; readonly done: number; readonly error?: unknown }
  | { readonly name: 'links'; readonly upload: Upload };

/** Invitations for a list of people: read, checked as a whole, created in batches, and saved as links. */
export function Invitations({ work, workplace }: ViewProps) {
  const { invitations: own } = useTeam();
  const place = { mail: work.signIn.mail, workspaceId: workplace.workspaceId };
  const [step, setStep] = useState<Step>(() => stepOf(uploadIn(place)));
  const operations = operationsIn(work.api, workplace.workspaceId);
  const invited = useLoaded(operations.invitations);
  const roles = assignableRoles(workplace);

  const check = (list: RowList) => {
    if (list.rows.length === 0) setStep({ name: 'list', problem: own.noRows });
    else if (list.rows.length > MAX_LIST_ROWS) setStep({ name: 'list', problem: own.tooManyRows });
    else setStep({ name: 'check', list });
  };
  const readTable = (text: string, role: string) => {
    const table = tableOf(text);
    if (table.problems.length > 0) setStep({ name: 'wrong_table', table, role });
    else if (table.rows.length === 0) setStep({ name: 'list', problem: own.noRows });
    else setStep({ name: 'columns', table, role });
  };
  const readFile = (bytes: Uint8Array, role: string) => {
    const text = textOf(bytes);
    if (text === undefined) setStep({ name: 'encoding', bytes, role });
    else readTable(text, role);
  };
  const create = async (upload: Upload) => {
    const show = (error?: unknown) => setStep({ name: 'creating', upload, done: upload.done, error });
    keepUpload(place, upload);
    show();
    try {
      await upload.send(operations.invite, () => show());
      setStep({ name: 'links', upload });
      invited.reload();
    } catch (error) {
      show(error);
    }
  };
  // A lock or another tab interrupted it.
  useEffect(() => {
    if (step.name === 'creating') void create(step.upload);
  }, []);
  useWarning(step.name === 'creating');
  const again = () => {
    forgetUpload(place);
    setStep({ name: 'list' });
  };
  const lead = (
    <>
      <p>{own.lead}</p>
      <Steps name={step.name} />
    </>
  );

  return (
    <Page title={own.title} lead={lead} key={step.name}>
      {step.name === 'list' && (
        <List
          {...{ roles, readFile }}
          readLines={(text, role) => check(rowsOfLines(text, role))}
          problem={step.problem}
        />
      )}
      {step.name === 'encoding' && (
        <Encoding bytes={step.bytes} use={(text) => readTable(text, step.role)} again={again} />
      )}
      {step.name === 'wrong_table' && <WrongTable table={step.table} again={again} />}
      {step.name === 'columns' && (
        <Columns
          table={step.table}
          check={(meanings) => check(rowsOfTable(step.table, meanings, step.role))}
          again={again}
        />
      )}
      {step.name === 'check' && (
        <Check
          {...{ roles, again }}
          list={step.list}
          isOpen={({ reference }) => hasOpen(invited.value ?? [], reference)}
          create={(rows: readonly Row[]) => create(new Upload(rows, step.list.columns))}
        />
      )}
      {step.name === 'creating' && <Creating {...step} goOn={() => create(step.upload)} />}
      {step.name === 'links' && <Links upload={step.upload} again={again} />}
      {(step.name === 'list' || step.name === 'links') && (
        <Lists {...{ operations, invited }} memberId={workplace.memberId} />
      )}
    </Page>
  );
}

function stepOf(upload: Upload | undefined): Step {
  if (!upload) return { name: 'list' };
  return upload.done === upload.rows
    ? { name: 'links', upload }
    : { name: 'creating', upload, done: upload.done };
}

/** The browser asks before the page is left. */
function useWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = true;
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isActive]);
}

const STEP_NUMBERS = {
  list: 0,
  encoding: 0,
  wrong_table: 0,
  columns: 1,
  check: 2,
  creating: 2,
  links: 3,
} as const satisfies Record<Step['name'], number>;

function Steps({ name }: Pick<Step, 'name'>) {
  const { invitations: own } = useTeam();
  const current = STEP_NUMBERS[name];
  return (
    <ol class="steps">
      {own.steps.map((label, n) => (
        <li
          key={label}
          class={n < current ? 'done' : undefined}
          aria-current={n === current ? 'step' : undefined}
        >
          {label}
        </li>
      ))}
    </ol>
  );
}

type CreatingProps = Extract<Step, { readonly name: 'creating' }> & { readonly goOn: () => void };

function Creating({ upload, done, error, goOn }: CreatingProps) {
  const { invitations: own } = useTeam();
  const failure = useFailure();
  if (error === undefined)
    return (
      <div class="form" role="status">
        <p>{own.progress(done, upload.rows)}</p>
        <progress max={upload.rows} value={done} />
      </div>
    );
  const isRefused = error instanceof ApiError && error.status < 500;
  return (
    <Note
      kind="warn"
      title={isRefused ? failure(error) : own.interrupted(done, upload.rows)}
      more={<Button kind="main" label={own.goOn} act={goOn} />}
    />
  );
}

function Links({ upload, again }: Readonly<{ upload: Upload; again: () => void }>) {
  const { dates } = useLanguage();
  const { invitations: own } = useTeam();
  const { issued, columns } = upload;
  const until = own.endOf(dates.lastDay(issued[0]?.invitation.expiresAt ?? ''));
  return (
    <>
      <Note kind="good" title={own.created(issued.length)} more={own.linksText(until)} />
      <div class="actions">
        <Button kind="main" label={own.download(issued.length)} act={() => saveLinks(issued, columns)} />
        <Button label={own.another} act={again} />
      </div>
    </>
  );
}
