import { useState } from 'preact/hooks';
import type { Certificate } from '../api.ts';
import { lengthOf } from '../dates.ts';
import { Field, Loaded, Page, useLanguage, useLoaded, useWords } from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';
import { RowAction } from './action.tsx';
import { operationsIn } from './operations.ts';
import { Person, useNameOf } from './person.tsx';
import { type Column, Table } from './table.tsx';

const MAX_REASON = 500;

/** The certificates that employees shared: their days, and never an illness. */
export function Certificates({ work, workplace }: ViewProps) {
  const { words, dates } = useLanguage();
  const { team } = words;
  const { certificates: own } = team;
  const nameOf = useNameOf();
  const operations = operationsIn(work.api, workplace.workspaceId);
  const certificates = useLoaded(operations.certificates);
  const isWaiting = ({ status }: Certificate) => status === 'submitted';
  const waiting = certificates.value?.filter(isWaiting) ?? [];
  const daysOf = ({ firstDay, lastDay }: Certificate) => dates.days(firstDay, lastDay);
  const keyOf = ({ id }: Certificate) => id;
  const columns: readonly Column<Certificate>[] = [
    { label: team.reference, cell: (certificate) => <Person {...certificate} /> },
    { label: own.days, cell: daysOf },
    { label: own.length, cell: ({ firstDay, lastDay }) => own.lengthOf(lengthOf(firstDay, lastDay)) },
  ];
  const submitted: Column<Certificate> = {
    label: own.submitted,
    cell: ({ submittedAt }) => dates.near(submittedAt),
  };
  const state: Column<Certificate> = {
    label: own.state,
    cell: ({ status }) => <span class={TAGS[status]}>{own.status[status]}</span>,
  };
  const since: Column<Certificate> = {
    label: own.since,
    cell: ({ decidedAt, withdrawnAt, submittedAt }) => dates.near(withdrawnAt ?? decidedAt ?? submittedAt),
  };
  const refusals = {
    certificate_not_submitted: own.changed,
    not_submitted: own.changed,
    own_certificate: own.ownRequest,
  };

  return (
    <Page
      title={certificates.value ? own.title(waiting.length) : team.tabs.certificates}
      lead={<p>{own.lead}</p>}
    >
      <Loaded {...certificates}>
        {(all) => (
          <>
            <Table
              title={own.waiting}
              columns={[...columns, submitted]}
              rows={waiting}
              keyOf={keyOf}
              onDone={certificates.reload}
              actions={(certificate, open) => {
                if (certificate.memberId === workplace.memberId)
                  return <span class="hint">{own.ownRequest}</span>;
                const of = `${nameOf(certificate)}, ${daysOf(certificate)}`;
                const act = () => operations.approve(certificate);
                return (
                  <>
                    <RowAction {...{ open, refusals, of }} isMain label={own.approve} act={act}>
                      <p>
                        <b>{of}</b>
                      </p>
                    </RowAction>
                    <RowAction
                      {...{ open, refusals, of }}
                      isGrave
                      label={own.reject}
                      confirm={own.rejectYes}
                      act={(form) => operations.reject(certificate, String(form.get('reason')).trim())}
                    >
                      <Reason title={own.reason(of)} />
                    </RowAction>
                  </>
                );
              }}
            />
            <Table
              title={own.decided}
              columns={[...columns, state, since]}
              rows={all.filter((certificate) => !isWaiting(certificate))}
              keyOf={keyOf}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const TAGS: Readonly<Record<Certificate['status'], string>> = {
  submitted: 'tag',
  approved: 'tag ok',
  rejected: 'tag solid',
  withdrawn: 'tag',
};

function Reason({ title }: { readonly title: string }) {
  const { certificates } = useWords().team;
  const [length, setLength] = useState(0);
  return (
    <Field id="reason" label={title} hint={certificates.reasonHint(length)}>
      <textarea
        name="reason"
        required
        maxLength={MAX_REASON}
        onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
      />
    </Field>
  );
}
