import { useState } from 'preact/hooks';
import { invitationAddress } from '../../client/client.ts';
import { ApiError, allOf, type Invitation } from '../api.ts';
import { Failed, Lead, Loading, Note, useFailure, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';
import { done, RowAction } from './action.tsx';
import { Batches } from './batches.ts';
import { assignableRoles } from './members.tsx';
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

const STEP_NUMBERS = { list: 0, check: 1, creating: 1, links: 2 } as const;

/** Invitations for a list of people: read, checked as a whole, created in batches, and saved as links. */
export function Invitations({ work, workplace }: ViewProps) {
  const { words } = useLanguage();
  const { invitations: own } = words.team;
  const [step, setStep] = useState<Step>({ name: 'list' });
  const roles = assignableRoles(workplace.workspaceKind);

  const check = (rows: readonly Row[]) => {
    if (rows.length === 0) setStep({ name: 'list', problem: own.noRows });
    else if (rows.length > MAX_ROWS) setStep({ name: 'list', problem: own.tooManyRows });
    else setStep({ name: 'check', ...checkedRows(rows, roles) });
  };
  const create = async (batches: Batches) => {
    const shown = (error?: unknown) =>
      setStep({ name: 'creating', batches, done: batches.done, ...(error !== undefined && { error }) });
    shown();
    try {
      await batches.send(() => shown());
      setStep({ name: 'links', batches });
    } catch (error) {
      shown(error);
    }
  };
  const again = () => setStep({ name: 'list' });

  return (
    <main class="page" id="work">
      <Lead title={own.title} key={step.name}>
        <p>{own.lead}</p>
        <ol class="steps">
          {own.steps.map((label, n) => (
            <li
              key={label}
              class={n < STEP_NUMBERS[step.name] ? 'done' : undefined}
              aria-current={n === STEP_NUMBERS[step.name] ? 'step' : undefined}
            >
              {label}
            </li>
          ))}
        </ol>
      </Lead>
      {step.name === 'list' && <List {...{ roles, check }} problem={step.problem} />}
      {step.name === 'check' && (
        <Check
          {...step}
          again={again}
          create={() => void create(new Batches(work.api, workplace.workspaceId, step.rows))}
        />
      )}
      {step.name === 'creating' && <Creating {...step} goOn={() => void create(step.batches)} />}
      {step.name === 'links' && <Links batches={step.batches} again={again} />}
      {(step.name === 'list' || step.name === 'links') && (
        <Existing {...{ work, workplace }} key={step.name} />
      )}
    </main>
  );
}

interface ListProps {
  readonly roles: ReturnType<typeof assignableRoles>;
  readonly check: (rows: readonly Row[]) => void;
  readonly problem: string | undefined;
}

function List({ roles, check, problem }: ListProps) {
  const { words } = useLanguage();
  const { invitations: own } = words.team;
  const [role, setRole] = useState<string>(roles[0]);
  const [pasted, setPasted] = useState('');
  return (
    <div class="split">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          check(rowsOfLines(pasted, role));
        }}
      >
        {problem !== undefined && <Note title={problem} />}
        <div class="field">
          <label for="role">{own.joinAs}</label>
          <select id="role" value={role} onChange={(event) => setRole(event.currentTarget.value)}>
            {roles.map((each) => (
              <option value={each} key={each}>
                {words.roles[each]}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="file">{own.file}</label>
          <input
            id="file"
            type="file"
            accept=".csv,text/csv"
            aria-describedby="file-hint"
            onChange={async ({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) check(rowsOfFile(await file.text(), role));
            }}
          />
          <span class="hint" id="file-hint">
            {own.fileHint}
          </span>
        </div>
        <div class="field">
          <label for="paste">{own.paste}</label>
          <textarea
            id="paste"
            class="code"
            spellcheck={false}
            value={pasted}
            onInput={(event) => setPasted(event.currentTarget.value)}
          />
        </div>
        <button type="submit" class="button">
          {own.check}
        </button>
      </form>
    </div>
  );
}

interface CheckProps extends CheckedRows {
  readonly create: () => void;
  readonly again: () => void;
}

/** No row is sent while one is wrong. */
function Check({ rows, wrong, create, again }: CheckProps) {
  const { words } = useLanguage();
  const { invitations: own } = words.team;
  const whyOf = ({ problem, role }: CheckedRows['wrong'][number]): string => {
    if (problem.kind === 'same_as') return own.sameAs(problem.line);
    return { empty: own.empty, too_long: own.tooLong, bad_role: own.badRole(role) }[problem.kind];
  };
  return (
    <>
      {wrong.length > 0 ? (
        <Note kind="warn" title={own.wrongRows(wrong.length, rows.length)}>
          <p>{own.wrongRowsText}</p>
        </Note>
      ) : (
        <Note kind="good" title={own.ready(rows.length)} />
      )}
      <div class="actions">
        {wrong.length === 0 && (
          <button type="button" class="button main" onClick={create}>
            {own.create(rows.length)}
          </button>
        )}
        <button type="button" class="button" onClick={again}>
          {own.another}
        </button>
      </div>
      {wrong.length > 0 && (
        <Table
          title={own.wrongRows(wrong.length, rows.length)}
          columns={[
            { label: own.row, cell: ({ line }) => line },
            { label: own.inFile, cell: ({ reference }) => <bdi class="code">{reference}</bdi> },
            { label: own.why, cell: whyOf },
          ]}
          rows={wrong}
          keyOf={({ line }) => String(line)}
        />
      )}
    </>
  );
}

function Creating({
  batches,
  done: created,
  error,
  goOn,
}: Extract<Step, { name: 'creating' }> & { readonly goOn: () => void }) {
  const { words } = useLanguage();
  const { invitations: own } = words.team;
  const failure = useFailure();
  if (error === undefined)
    return (
      <div class="form" role="status">
        <p>{own.progress(created, batches.rows)}</p>
        <progress max={batches.rows} value={created} />
      </div>
    );
  const isRefused = error instanceof ApiError && error.status < 500;
  return (
    <Note kind="warn" title={isRefused ? failure(error) : own.interrupted(created, batches.rows)}>
      <p>
        <button type="button" class="button main" onClick={goOn}>
          {own.goOn}
        </button>
      </p>
    </Note>
  );
}

function Links({ batches, again }: { readonly batches: Batches; readonly again: () => void }) {
  const { words, dates } = useLanguage();
  const { invitations: own } = words.team;
  const { issued } = batches;
  const save = () => {
    const text = linksFile(
      issued.map(({ invitation, invitationToken }) => ({
        reference: invitation.reference ?? '',
        link: invitationAddress(location.origin, invitationToken),
        validUntil: invitation.expiresAt,
      })),
    );
    const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'invitations.csv' });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <>
      <Note kind="good" title={own.created(issued.length)}>
        <p>{own.linksText(dates.day(issued[0]?.invitation.expiresAt ?? ''))}</p>
      </Note>
      <div class="actions">
        <button type="button" class="button main" onClick={save}>
          {own.download(issued.length)}
        </button>
        <button type="button" class="button" onClick={again}>
          {own.another}
        </button>
      </div>
    </>
  );
}

/** The invitations as officers see them: they never say who has accepted. */
function Existing({ work, workplace }: Pick<ViewProps, 'work' | 'workplace'>) {
  const { words, dates } = useLanguage();
  const { team } = words;
  const { invitations: own } = team;
  const { workspaceId } = workplace;
  const { value, error, reload } = useLoaded(() =>
    allOf(
      (query) =>
        work.api.GET('/v1/partner/workspaces/{workspaceId}/invitations', {
          params: { path: { workspaceId }, query },
        }),
      ({ invitations }) => invitations,
    ),
  );
  const nameOf = ({ reference, createdAt }: Invitation) => reference ?? dates.near(createdAt);
  if (error !== undefined) return <Failed error={error} again={reload} />;
  if (!value) return <Loading />;
  return (
    <Table
      title={own.pending}
      rows={value}
      keyOf={({ id }) => id}
      onDone={reload}
      columns={[
        { label: team.reference, cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
        { label: own.joinAs, cell: ({ role }) => words.roles[role] },
        { label: own.createdAt, cell: ({ createdAt }) => dates.near(createdAt) },
        { label: own.validUntil, cell: ({ expiresAt }) => dates.day(expiresAt) },
        { label: own.state, cell: ({ status }) => <span class="tag">{own.status[status]}</span> },
      ]}
      actions={(invitation, open) =>
        invitation.status === 'pending' && (
          <RowAction
            {...{ open }}
            isGrave
            label={own.revoke}
            of={nameOf(invitation)}
            act={async () =>
              done(
                await work.api.DELETE('/v1/partner/workspaces/{workspaceId}/invitations/{invitationId}', {
                  params: { path: { workspaceId, invitationId: invitation.id } },
                }),
              )
            }
          >
            <p>{own.revokeQuestion(nameOf(invitation))}</p>
          </RowAction>
        )
      }
    />
  );
}
