import { useState } from 'preact/hooks';
import { invitationAddress } from '../../client/client.ts';
import { ApiError, type Invitation } from '../api.ts';
import { lastDayOf } from '../dates.ts';
import {
  Button,
  Field,
  Loaded,
  Note,
  Page,
  useFailure,
  useLanguage,
  useLoaded,
  useSubmit,
  useWords,
} from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';
import { RowAction } from './action.tsx';
import { Batches } from './batches.ts';
import { operationsIn } from './operations.ts';
import { assignableRoles, RoleField } from './roles.tsx';
import {
  type CheckedRows,
  checkedRows,
  linksFile,
  MAX_ROWS,
  type Row,
  rowsOfFile,
  rowsOfLines,
} from './rows.ts';
import { Table } from './table.tsx';

type Step =
  | { readonly name: 'list'; readonly problem?: string }
  | ({ readonly name: 'check' } & CheckedRows)
  | { readonly name: 'creating'; readonly batches: Batches; readonly done: number; readonly error?: unknown }
  | { readonly name: 'links'; readonly batches: Batches };

/** Invitations for a list of people: read, checked as a whole, created in batches, and saved as links. */
export function Invitations({ work, workplace }: ViewProps) {
  const { invitations: own } = useWords().team;
  const [step, setStep] = useState<Step>({ name: 'list' });
  const operations = operationsIn(work.api, workplace.workspaceId);
  const roles = assignableRoles(workplace.workspaceKind);

  const check = (rows: readonly Row[]) => {
    if (rows.length === 0) setStep({ name: 'list', problem: own.noRows });
    else if (rows.length > MAX_ROWS) setStep({ name: 'list', problem: own.tooManyRows });
    else setStep({ name: 'check', ...checkedRows(rows, roles) });
  };
  const create = async (batches: Batches) => {
    const show = (error?: unknown) => setStep({ name: 'creating', batches, done: batches.done, error });
    show();
    try {
      await batches.send(() => show());
      setStep({ name: 'links', batches });
    } catch (error) {
      show(error);
    }
  };
  const again = () => setStep({ name: 'list' });
  const lead = (
    <>
      <p>{own.lead}</p>
      <Steps name={step.name} />
    </>
  );

  return (
    <Page title={own.title} lead={lead} key={step.name}>
      {step.name === 'list' && <List {...{ roles, check }} problem={step.problem} />}
      {step.name === 'check' && (
        <Check {...step} again={again} create={() => create(new Batches(operations.invite, step.rows))} />
      )}
      {step.name === 'creating' && <Creating {...step} goOn={() => create(step.batches)} />}
      {step.name === 'links' && <Links batches={step.batches} again={again} />}
      {(step.name === 'list' || step.name === 'links') && <Existing {...operations} />}
    </Page>
  );
}

const STEP_NUMBERS = { list: 0, check: 1, creating: 1, links: 2 } as const;

function Steps({ name }: Pick<Step, 'name'>) {
  const { invitations: own } = useWords().team;
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

interface ListProps {
  readonly roles: ReturnType<typeof assignableRoles>;
  readonly check: (rows: readonly Row[]) => void;
  readonly problem: string | undefined;
}

function List({ roles, check, problem }: ListProps) {
  const { invitations: own } = useWords().team;
  const [role, setRole] = useState(roles[0] ?? 'member');
  const { onSubmit } = useSubmit((form) => check(rowsOfLines(String(form.get('paste')), role)));
  const read = async ({ currentTarget: { files } }: { readonly currentTarget: HTMLInputElement }) => {
    const [file] = files ?? [];
    if (file) check(rowsOfFile(await file.text(), role));
  };
  return (
    <div class="split">
      <form class="form" onSubmit={onSubmit}>
        {problem !== undefined && <Note title={problem} />}
        <RoleField label={own.joinAs} roles={roles} value={role} choose={setRole} />
        <Field id="file" label={own.file} hint={own.fileHint}>
          <input type="file" accept=".csv,text/csv" onChange={read} />
        </Field>
        <Field id="paste" label={own.paste}>
          <textarea name="paste" class="code" spellcheck={false} />
        </Field>
        <Button label={own.check} />
      </form>
    </div>
  );
}

type CheckProps = CheckedRows & Readonly<{ create: () => void; again: () => void }>;

/** No row is sent while one is wrong. */
function Check({ rows, wrong, create, again }: CheckProps) {
  const { invitations: own } = useWords().team;
  if (wrong.length === 0)
    return (
      <>
        <Note kind="good" title={own.ready(rows.length)} />
        <div class="actions">
          <Button kind="main" label={own.create(rows.length)} act={create} />
          <Button label={own.another} act={again} />
        </div>
      </>
    );
  const title = own.wrongRows(wrong.length, rows.length);
  const whyOf = ({ problem, role }: CheckedRows['wrong'][number]): string => {
    if (problem.kind === 'same_as') return own.sameAs(problem.line);
    return { empty: own.empty, too_long: own.tooLong, bad_role: own.badRole(role) }[problem.kind];
  };
  return (
    <>
      <Note kind="warn" title={title} more={own.wrongRowsText} />
      <div class="actions">
        <Button label={own.another} act={again} />
      </div>
      <Table
        title={title}
        columns={[
          { label: own.row, cell: ({ line }) => line },
          { label: own.inFile, cell: ({ reference }) => <bdi class="code">{reference}</bdi> },
          { label: own.why, cell: whyOf },
        ]}
        rows={wrong}
        keyOf={({ line }) => String(line)}
      />
    </>
  );
}

type CreatingProps = Extract<Step, { readonly name: 'creating' }> & { readonly goOn: () => void };

function Creating({ batches, done, error, goOn }: CreatingProps) {
  const { invitations: own } = useWords().team;
  const failure = useFailure();
  if (error === undefined)
    return (
      <div class="form" role="status">
        <p>{own.progress(done, batches.rows)}</p>
        <progress max={batches.rows} value={done} />
      </div>
    );
  const isRefused = error instanceof ApiError && error.status < 500;
  return (
    <Note
      kind="warn"
      title={isRefused ? failure(error) : own.interrupted(done, batches.rows)}
      more={<Button kind="main" label={own.goOn} act={goOn} />}
    />
  );
}

function Links({ batches: { issued }, again }: Readonly<{ batches: Batches; again: () => void }>) {
  const { words, dates } = useLanguage();
  const { invitations: own } = words.team;
  const until = own.endOf(dates.lastDay(issued[0]?.invitation.expiresAt ?? ''));
  const save = () => {
    const text = linksFile(
      issued.map(({ invitation: { reference = '', expiresAt }, invitationToken }) => ({
        reference,
        link: invitationAddress(location.origin, invitationToken),
        validUntil: lastDayOf(expiresAt),
      })),
    );
    const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'invitations.csv' });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <>
      <Note kind="good" title={own.created(issued.length)} more={own.linksText(until)} />
      <div class="actions">
        <Button kind="main" label={own.download(issued.length)} act={save} />
        <Button label={own.another} act={again} />
      </div>
    </>
  );
}

/** The invitations as officers see them: they never say who has accepted. */
function Existing({ invitations, revoke }: Pick<ReturnType<typeof operationsIn>, 'invitations' | 'revoke'>) {
  const { words, dates } = useLanguage();
  const { team, roles } = words;
  const { invitations: own } = team;
  const loaded = useLoaded(invitations);
  const nameOf = ({ reference, createdAt }: Invitation) => reference ?? dates.near(createdAt);
  return (
    <Loaded {...loaded}>
      {(all) => (
        <Table
          title={own.pending}
          rows={all}
          keyOf={({ id }) => id}
          onDone={loaded.reload}
          columns={[
            { label: team.reference, cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
            { label: own.joinAs, cell: ({ role }) => roles[role] },
            { label: own.createdAt, cell: ({ createdAt }) => dates.near(createdAt) },
            { label: own.validUntil, cell: ({ expiresAt }) => own.endOf(dates.lastDay(expiresAt)) },
            { label: own.state, cell: ({ status }) => <span class="tag">{own.status[status]}</span> },
          ]}
          actions={(invitation, open) => {
            if (invitation.status !== 'pending') return null;
            const of = nameOf(invitation);
            return (
              <RowAction {...{ open, of }} isGrave label={own.revoke} act={() => revoke(invitation)}>
                <p>{own.revokeQuestion(of)}</p>
              </RowAction>
            );
          }}
        />
      )}
    </Loaded>
  );
}
