import type { AccessRequest } from '../api.ts';
import { Button, takeFocus } from '../parts.tsx';
import { isBegun } from './drafts.ts';
import { Mark } from './mark.tsx';
import { markOf } from './marks.ts';
import type { Shared, Shown } from './props.ts';
import { endedAt, endOf, statusNow } from './visits.ts';
import { isToday, useClinic, useWhen } from './words.tsx';

const MINUTE_MS = 60_000;
const SOON_MS = 60 * MINUTE_MS;

export const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** The list of the day: whom to wait for, who is open, and what ended. */
export function Today(props: Shared & { readonly shown: Shown; readonly isWide: boolean }) {
  const { visits, open, now, show, shown, isWide } = props;
  const words = useClinic();
  const waiting = open.filter((request) => statusNow(request, now) === 'pending');
  const approved = open.filter((request) => statusNow(request, now) === 'approved');
  const ended = (visits.requests ?? []).filter(
    (request) => !open.includes(request) && isToday(endedAt(request)),
  );
  const Frame = isWide ? 'nav' : 'main';
  return (
    <Frame class={isWide ? 'rail' : 'page'} id={isWide ? undefined : 'work'} aria-label={words.today}>
      {!isWide && (
        <div class="lead">
          <h1 ref={takeFocus} tabIndex={-1}>
            {words.today}
          </h1>
        </div>
      )}
      <Button
        kind="scan"
        label={
          <>
            <ScanSign /> {words.scan}
          </>
        }
        act={() => show({ name: 'scan' })}
      />
      {waiting.map((request) => (
        <Waiting key={request.id} {...props} {...{ request }} />
      ))}
      <section>
        <h2>
          {words.openNow} <span>{words.patients(approved.length)}</span>
        </h2>
        {approved.length === 0 && <p class="hint">{words.nobodyOpen}</p>}
        <ul class="visits">
          {approved.map((request) => (
            <li key={request.id}>
              <Row
                {...props}
                {...{ request }}
                isCurrent={shown.name === 'visit' && shown.id === request.id}
              />
            </li>
          ))}
        </ul>
      </section>
      {ended.length > 0 && (
        <section>
          <h2>{words.ended}</h2>
          <ul class="visits">
            {ended.map((request) => (
              <li key={request.id} class="off">
                <Mark id={request.id} isOff />
                <EndedText {...{ request }} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button kind="plain" label={words.additions} act={() => show({ name: 'additions' })} />
      <p class="hint">{words.noNames}</p>
    </Frame>
  );
}

const ScanSign = () => (
  <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
    <path
      fill="none"
      stroke="currentColor"
      stroke-width="2.5"
      d="M2 8V2h6M16 2h6v6M22 16v6h-6M8 22H2v-6M5 12h14"
    />
  </svg>
);

type RowProps = Shared & { readonly request: AccessRequest };

function Waiting({ request, open, now, show, labels }: RowProps) {
  const words = useClinic();
  const when = useWhen();
  const { id, requestedAt, pendingExpiresAt } = request;
  const ends = Date.parse(pendingExpiresAt);
  return (
    <section class="wait">
      <button type="button" class="top" onClick={() => show({ name: 'visit', id })}>
        <Mark id={id} isWhole={markOf(id, open).length > 4} />
        <b>{labels.get(id) || words.waiting}</b>
        <span class="clock">{clockText(Math.min(ends - now, ends - Date.parse(requestedAt)))}</span>
      </button>
      <progress max={ends - Date.parse(requestedAt)} value={ends - now} aria-label={words.timeLeft} />
      <p class="hint">{words.scannedEnds(when(requestedAt), when(pendingExpiresAt))}</p>
    </section>
  );
}

function Row({
  request,
  open,
  now,
  show,
  labels,
  drafts,
  isCurrent,
}: RowProps & { readonly isCurrent: boolean }) {
  const words = useClinic();
  const when = useWhen();
  const { id, requestedAt } = request;
  const end = endOf(request);
  const left = Date.parse(end) - now;
  const draft = drafts.get(id);
  return (
    <button
      type="button"
      class="visit"
      aria-current={isCurrent || undefined}
      onClick={() => show({ name: 'visit', id })}
    >
      <Mark id={id} isWhole={markOf(id, open).length > 4} />
      <b class={left <= SOON_MS ? 'soon-over' : undefined}>
        {left <= SOON_MS ? words.minutesLeft(Math.ceil(left / MINUTE_MS), when(end)) : words.until(when(end))}
      </b>
      <span>
        {labels.get(id) && <bdi>{labels.get(id)} · </bdi>}
        {words.scanned(when(requestedAt))}
        {draft && isBegun(draft) && ` · ${words.unfinished}`}
      </span>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path fill="none" stroke="currentColor" stroke-width="2.5" d="m9 4 8 8-8 8" />
      </svg>
    </button>
  );
}

/** How a request ended, and when. Who ended it, the platform does not say. */
function EndedText({ request }: { readonly request: AccessRequest }) {
  const words = useClinic();
  const when = useWhen();
  const time = when(endedAt(request));
  if (request.deniedAt !== undefined) return <b>{words.wasDenied(time)}</b>;
  if (request.revokedAt !== undefined) return <b>{words.wasEnded(time)}</b>;
  return <b>{request.approvedAt === undefined ? words.noAnswer(time) : words.ranOut(time)}</b>;
}
