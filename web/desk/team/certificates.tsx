import { useMemo, useRef, useState } from 'preact/hooks';
import type { Certificate } from '../api.ts';
import { lengthOf } from '../dates.ts';
import { Button, Loaded, Note, Page, ReasonField, useLanguage, useLoaded, useWords } from '../parts.tsx';
import type { ViewProps } from '../work.ts';
import { Question } from './action.tsx';
import { type Operations, operationsIn } from './operations.ts';
import { usePaging } from './paging.tsx';
import { type ToldApart, toldApart } from './people.ts';
import { Person, useNameOf } from './person.tsx';
import { useTeam } from './words.tsx';

const isWaiting = ({ status }: Certificate): boolean => status === 'submitted';

/** The certificates that employees shared: their days, and never an illness. */
export function Certificates({ work, workplace }: ViewProps) {
  const { tabs } = useWords();
  const { certificates: own } = useTeam();
  const operations = operationsIn(work.api, workplace.workspaceId);
  const loaded = useLoaded(async () => {
    // Two members may have the reference that one of them has on a certificate.
    const [all, members] = await Promise.all([operations.certificates(), operations.members()]);
    return { all, among: toldApart(members.filter(({ endedAt }) => endedAt === undefined)) };
  });
  const waiting = loaded.value?.all.filter(isWaiting) ?? [];
  const shared = { operations, ownId: workplace.memberId, onDone: loaded.reload };

  return (
    <Page title={loaded.value ? own.title(waiting.length) : tabs.certificates} lead={<p>{own.lead}</p>}>
      <Loaded {...loaded}>
        {({ all, among }) => (
          <>
            <List title={own.waiting} {...shared} {...{ all, among }} rows={waiting} />
            <List
              title={own.decided}
              {...shared}
              {...{ all, among }}
              rows={all.filter((certificate) => !isWaiting(certificate))}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface Context {
  /** All certificates of the workspace, to find those over the same days. */
  readonly all: readonly Certificate[];
  readonly among: ToldApart;
  readonly operations: Operations;
  /** The membership of the officer, who does not decide on their own certificate. */
  readonly ownId: string;
  readonly onDone: () => void;
}

/** Certificates, one line each. A line opens, and only then somebody decides. */
function List({
  title,
  rows,
  ...context
}: Context & { readonly title: string; readonly rows: readonly Certificate[] }) {
  const team = useTeam();
  const [shown, more] = usePaging(rows);
  const [openId, setOpenId] = useState<string>();
  const [isDone, setDone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const onDone = () => {
    setDone(true);
    // The line with the focus leaves this list.
    heading.current?.focus();
    context.onDone();
  };
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p class="unseen" role="status">
        {isDone && team.done}
      </p>
      {rows.length === 0 ? (
        <p class="hint">{team.none}</p>
      ) : (
        <ul class="certs">
          {shown.map((certificate) => (
            <Line
              key={certificate.id}
              {...context}
              {...{ certificate, onDone }}
              isOpen={openId === certificate.id}
              turn={() => setOpenId(openId === certificate.id ? undefined : certificate.id)}
            />
          ))}
        </ul>
      )}
      {more}
    </section>
  );
}

interface LineProps extends Context {
  readonly certificate: Certificate;
  readonly isOpen: boolean;
  /** Opens or closes the line. */
  readonly turn: () => void;
}

function Line({ certificate, isOpen, turn, all, among, operations, ownId, onDone }: LineProps) {
  const { dates } = useLanguage();
  const { certificates: own } = useTeam();
  const { status, firstDay, lastDay, submittedAt, decidedAt, withdrawnAt } = certificate;
  const same = useMemo(() => overSameDays(certificate, all), [certificate, all]);
  const daysOf = (each: Certificate) => dates.days(each.firstDay, each.lastDay);
  const who = `${useNameOf(among)(certificate)}, ${daysOf(certificate)}`;
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    turn();
    opener.current?.focus();
  };
  const decidesSelf = certificate.memberId === ownId;
  return (
    <li>
      <button type="button" class="line" ref={opener} aria-expanded={isOpen} onClick={turn}>
        <b>
          <Person person={certificate} among={among} />
        </b>
        <span class="days">{daysOf(certificate)}</span>
        <span class="state">
          {isWaiting(certificate) ? (
            own.lengthOf(lengthOf(firstDay, lastDay))
          ) : (
            <span class={TAGS[status]}>{own.status[status]}</span>
          )}
        </span>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path
            fill="none"
            stroke="currentColor"
            stroke-width="2.5"
            d={isOpen ? 'm4 9 8 8 8-8' : 'm9 4 8 8-8 8'}
          />
        </svg>
      </button>
      {isOpen && (
        <fieldset class="drawer" aria-label={who} onKeyDown={({ key }) => key === 'Escape' && close()}>
          <dl class="facts">
            <dt>{own.days}</dt>
            <dd>{dates.weekdays(firstDay, lastDay)}</dd>
            <dt>{own.length}</dt>
            <dd>{own.lengthOf(lengthOf(firstDay, lastDay))}</dd>
            <dt>{own.submitted}</dt>
            <dd>{dates.near(submittedAt)}</dd>
            {!isWaiting(certificate) && (
              <>
                <dt>{own.status[status]}</dt>
                <dd>{dates.near(withdrawnAt ?? decidedAt ?? submittedAt)}</dd>
              </>
            )}
            {isWaiting(certificate) && same.length === 0 && (
              <>
                <dt>{own.sameDays}</dt>
                <dd>{own.sameDaysNone}</dd>
              </>
            )}
          </dl>
          {isWaiting(certificate) && same.length > 0 && (
            <Note
              kind="warn"
              title={own.sameDaysTitle}
              more={same.map((each) => `${daysOf(each)} (${own.status[each.status]})`).join('; ')}
            />
          )}
          {isWaiting(certificate) &&
            (decidesSelf ? (
              <p class="hint">{own.ownRequest}</p>
            ) : (
              <Decision {...{ certificate, who, operations, onDone, close }} />
            ))}
        </fieldset>
      )}
    </li>
  );
}

/** The other certificates of a person that cover one of the days, and were neither rejected nor withdrawn. */
function overSameDays(of: Certificate, all: readonly Certificate[]): readonly Certificate[] {
  return all.filter(
    ({ id, memberId, status, firstDay, lastDay }) =>
      id !== of.id &&
      memberId === of.memberId &&
      (status === 'submitted' || status === 'approved') &&
      firstDay <= of.lastDay &&
      of.firstDay <= lastDay,
  );
}

interface DecisionProps extends Pick<Context, 'operations' | 'onDone'> {
  readonly certificate: Certificate;
  readonly who: string;
  readonly close: () => void;
}

/** Approves at once, and rejects after somebody wrote a reason. */
function Decision({ certificate, who, operations, onDone, close }: DecisionProps) {
  const { certificates: own } = useTeam();
  const [isRejecting, setRejecting] = useState(false);
  if (isRejecting)
    return (
      <Question
        key="reject"
        isGrave
        confirm={own.rejectYes}
        act={(form) => operations.reject(certificate, String(form.get('reason')).trim())}
        ways={{ close, done: onDone }}
      >
        <ReasonField id="reason" label={own.reason(who)} hint={own.reasonHint} />
      </Question>
    );
  return (
    <Question
      key="approve"
      confirm={own.approveDays(lengthOf(certificate.firstDay, certificate.lastDay))}
      act={() => operations.approve(certificate)}
      ways={{ close, done: onDone }}
      instead={<Button kind="grave" label={`${own.reject} …`} act={() => setRejecting(true)} />}
    />
  );
}

const TAGS: Readonly<Record<Certificate['status'], string>> = {
  submitted: 'tag',
  approved: 'tag ok',
  rejected: 'tag solid',
  withdrawn: 'tag',
};
