import { useState } from 'preact/hooks';
import { allOf, type Certificate, dataOf } from '../api.ts';
import { lengthOf } from '../dates.ts';
import { Failed, Lead, Loading, useLanguage, useLoaded } from '../parts.tsx';
import type { ViewProps } from '../workplace.tsx';
import { Action } from './action.tsx';
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
            actions={(certificate, open) => {
              if (certificate.accountId === work.signIn.accountId)
                return <span class="hint">{own.ownRequest}</span>;
              const what = `${nameOf(certificate)}, ${daysOf(certificate)}`;
              const decided = (close: () => void) => () => {
                close();
                reload();
              };
              return (
                <>
                  <button
                    type="button"
                    class="button main"
                    aria-label={`${own.approve}: ${what}`}
                    onClick={() =>
                      open((close) => (
                        <Action
                          label={own.approve}
                          cancelLabel={words.cancel}
                          refusals={refusals}
                          onCancel={close}
                          onDone={decided(close)}
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
                        </Action>
                      ))
                    }
                  >
                    {own.approve}
                  </button>
                  <button
                    type="button"
                    class="button grave"
                    aria-label={`${own.reject}: ${what}`}
                    onClick={() =>
                      open((close) => (
                        <Reject
                          {...{ close, refusals }}
                          title={own.reason(what)}
                          reject={async (reason) =>
                            dataOf(
                              await work.api.POST(
                                '/v1/partner/workspaces/{workspaceId}/members/{accountId}/medical-certificates/{certificateId}/rejection',
                                { ...pathOf(certificate), body: { reason } },
                              ),
                            )
                          }
                          onDone={decided(close)}
                        />
                      ))
                    }
                  >
                    {own.reject}
                  </button>
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

interface RejectProps {
  readonly title: string;
  readonly refusals: Readonly<Record<string, string>>;
  readonly reject: (reason: string) => Promise<unknown>;
  readonly close: () => void;
  readonly onDone: () => void;
}

function Reject({ title, refusals, reject, close, onDone }: RejectProps) {
  const { words } = useLanguage();
  const { certificates } = words.team;
  const [reason, setReason] = useState('');
  return (
    <Action
      isGrave
      label={certificates.rejectYes}
      cancelLabel={words.cancel}
      refusals={refusals}
      act={() => reject(reason.trim())}
      onCancel={close}
      onDone={onDone}
    >
      <div class="field">
        <label for="reason">{title}</label>
        <textarea
          id="reason"
          required
          maxLength={MAX_REASON}
          aria-describedby="reason-hint"
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        <span class="hint" id="reason-hint">
          {certificates.reasonHint(reason.length)}
        </span>
      </div>
    </Action>
  );
}
