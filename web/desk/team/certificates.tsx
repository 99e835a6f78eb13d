import { useState } from 'preact/hooks';
import { allOf, type Certificate, dataOf } from '../api.ts';
import { lengthOf } from '../dates.ts';
import { Failed, Lead, Loading, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';
import { RowAction } from './action.tsx';
import { Person, useNameOf } from './person.tsx';
import { type Column, Table } from './table.tsx';

const MAX_REASON = 500;

/** The certificates that employees shared: their days, and never an illness. */
export function Certificates({ work, workplace }: ViewProps) {
  const { words, dates } = useLanguage();
  const { team } = words;
  const { certificates: own } = team;
  const nameOf = useNameOf();
  const { workspaceId } = workplace;
  const { value, error, reload } = useLoaded(() =>
    allOf(
      (query) =>
        work.api.GET('/v1/partner/workspaces/{workspaceId}/medical-certificates', {
          params: { path: { workspaceId }, query },
        }),
      ({ certificates }) => certificates,
    ),
  );
  const waiting = value?.filter(({ status }) => status === 'submitted') ?? [];
  const daysOf = ({ firstDay, lastDay }: Certificate) => dates.days(firstDay, lastDay);
  const columns: readonly Column<Certificate>[] = [
    { label: team.reference, cell: (certificate) => <Person {...certificate} /> },
    { label: own.days, cell: daysOf },
    { label: own.length, cell: ({ firstDay, lastDay }) => own.lengthOf(lengthOf(firstDay, lastDay)) },
  ];
  const pathOf = ({ accountId, id: certificateId }: Certificate) => ({
    params: { path: { workspaceId, accountId, certificateId } },
  });
  const refusals = {
    certificate_not_submitted: own.changed,
    not_submitted: own.changed,
    own_certificate: own.ownRequest,
  };

  return (
    <main class="page" id="work">
      <Lead title={value ? own.title(waiting.length) : team.tabs.certificates}>
        <p>{own.lead}</p>
      </Lead>
      {error !== undefined && <Failed error={error} again={reload} />}
      {!value && error === undefined && <Loading />}
      {value && (
        <>
          <Table
            title={own.waiting}
            columns={[
              ...columns,
              { label: own.submitted, cell: ({ submittedAt }) => dates.near(submittedAt) },
            ]}
            rows={waiting}
            keyOf={({ id }) => id}
            onDone={reload}
            actions={(certificate, open) => {
              if (certificate.accountId === work.signIn.accountId)
                return <span class="hint">{own.ownRequest}</span>;
              const what = `${nameOf(certificate)}, ${daysOf(certificate)}`;
              return (
                <>
                  <RowAction
                    {...{ open, refusals }}
                    isMain
                    label={own.approve}
                    of={what}
                    act={async () =>
                      dataOf(
                        await work.api.POST(
                          '/v1/partner/workspaces/{workspaceId}/members/{accountId}/medical-certificates/{certificateId}/approval',
                          pathOf(certificate),
                        ),
                      )
                    }
                  >
                    <p>
                      <b>{what}</b>
                    </p>
                  </RowAction>
                  <RowAction
                    {...{ open, refusals }}
                    isGrave
                    label={own.reject}
                    of={what}
                    confirm={own.rejectYes}
                    act={async (form) =>
                      dataOf(
                        await work.api.POST(
                          '/v1/partner/workspaces/{workspaceId}/members/{accountId}/medical-certificates/{certificateId}/rejection',
                          { ...pathOf(certificate), body: { reason: String(form.get('reason')).trim() } },
                        ),
                      )
                    }
                  >
                    <Reason title={own.reason(what)} />
                  </RowAction>
                </>
              );
            }}
          />
          <Table
            title={own.decided}
            columns={[
              ...columns,
              {
                label: own.state,
                cell: ({ status }) => <span class={TAGS[status]}>{own.status[status]}</span>,
              },
              {
                label: own.since,
                cell: ({ decidedAt, withdrawnAt, submittedAt }) =>
                  dates.near(withdrawnAt ?? decidedAt ?? submittedAt),
              },
            ]}
            rows={value.filter(({ status }) => status !== 'submitted')}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </main>
  );
}

const TAGS: Readonly<Record<Certificate['status'], string>> = {
  submitted: 'tag',
  approved: 'tag ok',
  rejected: 'tag solid',
  withdrawn: 'tag',
};

function Reason({ title }: { readonly title: string }) {
  const { certificates } = useLanguage().words.team;
  const [length, setLength] = useState(0);
  return (
    <div class="field">
      <label for="reason">{title}</label>
      <textarea
        id="reason"
        name="reason"
        required
        maxLength={MAX_REASON}
        aria-describedby="reason-hint"
        onInput={(event) => setLength(event.currentTarget.value.length)}
      />
      <span class="hint" id="reason-hint">
        {certificates.reasonHint(length)}
      </span>
    </div>
  );
}
