import { useEffect, useState } from 'preact/hooks';
import { type AccessRequest, ApiError, dataOf, newId } from '../api.ts';
import { Button, Field, Note, takeFocus, useFailure } from '../parts.tsx';
import { type Draft, isBegun } from './drafts.ts';
import { type End, Ended } from './ended.tsx';
import { Mark } from './mark.tsx';
import { markOf } from './marks.ts';
import type { Shared, VisitProps } from './props.ts';
import { RecordForm } from './record-form.tsx';
import { type LoadedRecords, Records } from './records.tsx';
import { clockText } from './today.tsx';
import { endOf, statusNow } from './visits.ts';
import { useClinic, useWhen } from './words.tsx';

/** One patient: the wait for the decision, the notes while the access is open, and its end. */
export function Visit(props: VisitProps) {
  const { request, now, drafts, work, practitioner, visits } = props;
  const { id } = request;
  const words = useClinic();
  const status = statusNow(request, now);
  const [loaded, setLoaded] = useState<LoadedRecords>();
  const [isWriting, setWriting] = useState(() => isBegun(drafts.get(id) ?? newDraft()));
  const [end, setEnd] = useState<End>();
  const [added, setAdded] = useState(false);
  const [, redraw] = useState(0);

  /** An access that is over takes what was loaded under it off the screen. */
  const isOver = status !== 'pending' && status !== 'approved';
  useEffect(() => {
    if (isOver || end) setLoaded(undefined);
  }, [isOver, end]);
  /** @returns whether the refusal says that the access is over */
  const onRefused = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.status !== 403) return false;
    if (error.code === 'practitioner_not_verified') setEnd('not_verified');
    else void visits.load().catch(() => {});
    return true;
  };
  const giveUp = async () => {
    const path = '/v1/clinical/access-requests/{id}/revocation';
    visits.put(dataOf(await work.api.POST(path, { params: { path: { id } } })));
    setEnd('by_you');
  };

  const draft = drafts.get(id) ?? newDraft();
  const keepDraft = (changed: Draft | undefined) => {
    if (changed) drafts.set(id, changed);
    else drafts.delete(id);
    redraw((n) => n + 1);
  };
  if (isOver || end) return <Ended {...props} {...{ draft, keepDraft }} end={end ?? endBy(request)} />;
  if (status === 'pending') return <WaitingFor {...props} />;

  const form = (
    <RecordForm
      {...props}
      {...{ draft, keepDraft, onRefused }}
      onClose={() => setWriting(false)}
      onAdded={(record) => {
        if (loaded)
          setLoaded({ ...loaded, records: [record, ...loaded.records.filter(({ id }) => id !== record.id)] });
        setAdded(true);
        setWriting(false);
      }}
    />
  );
  const mark = markOf(id, props.open);
  const isAlone = isWriting && !props.isWide;
  return (
    <>
      <Band {...props} {...{ giveUp }} hasDraft={isBegun(draft)} />
      <div class={props.isWide ? 'two' : undefined}>
        {!isAlone && (
          <div class="in">
            {added && <Note kind="good" title={words.added(mark)} />}
            <Records {...props} {...{ loaded, setLoaded, onRefused }} ownId={practitioner.id} />
            <LabelField {...props} />
          </div>
        )}
        {(props.isWide || isWriting) && form}
      </div>
      {!props.isWide && !isWriting && (
        <div class="foot">
          <AddButton
            {...{ mark }}
            act={() => {
              setAdded(false);
              setWriting(true);
            }}
          />
          <BackButton {...props} />
        </div>
      )}
    </>
  );
}

const newDraft = (): Draft => ({
  recordId: newId(),
  title: '',
  body: '',
  when: 'now',
  at: '',
});

function endBy({ deniedAt, revokedAt, approvedAt }: AccessRequest): End {
  if (deniedAt !== undefined) return 'denied';
  if (revokedAt !== undefined) return 'revoked';
  return approvedAt === undefined ? 'no_answer' : 'ran_out';
}

const AddButton = ({ mark, act }: Readonly<{ mark: string; act: () => void }>) => (
  <Button kind="main big wide" label={useClinic().add(mark)} act={act} />
);

const BackButton = ({ show }: Pick<Shared, 'show'>) => (
  <Button kind="wide" label={useClinic().backToToday} act={() => show({ name: 'today' })} />
);

interface BandProps extends VisitProps {
  readonly giveUp: () => Promise<void>;
  readonly hasDraft: boolean;
}

const HOUR_MS = 3_600_000;

/** Whose notes are on the screen, and until when. It stays in sight. */
function Band({ request, open, now, giveUp, hasDraft, label }: BandProps) {
  const words = useClinic();
  const when = useWhen();
  const failure = useFailure();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>();
  const mark = markOf(request.id, open);
  const left = Date.parse(endOf(request)) - now;
  const end = () => giveUp().catch(setError);
  return (
    <>
      <section class="band" aria-label={words.whose}>
        <Mark id={request.id} isWhole={mark.length > 4} />
        <div>
          <b>{label ? <bdi>{label}</bdi> : words.openUntil(when(endOf(request)))}</b>
          <span>{words.left(Math.floor(left / HOUR_MS), Math.floor((left % HOUR_MS) / 60_000))}</span>
        </div>
        <Button label={words.end} act={() => setAsking(true)} />
      </section>
      {isAsking && (
        <div class="in">
          <section class="drawer grave" aria-labelledby="end">
            <h2 id="end" ref={takeFocus} tabIndex={-1}>
              {words.endTitle(mark)}
            </h2>
            <p>{words.endText}</p>
            {hasDraft && <p>{words.endDraft}</p>}
            {error !== undefined && <Note title={failure(error)} />}
            <div class="actions">
              <Button kind="grave" label={words.endYes(mark)} act={end} />
              <Button label={words.keep} act={() => setAsking(false)} />
            </div>
          </section>
        </div>
      )}
    </>
  );
}

function LabelField({ label, onLabel }: Pick<VisitProps, 'label' | 'onLabel'>) {
  const words = useClinic();
  return (
    <Field id="label" label={words.label} hint={words.labelHint}>
      <input
        value={label}
        maxLength={40}
        autocomplete="off"
        onInput={({ currentTarget: { value } }) => onLabel(value)}
      />
    </Field>
  );
}

/** The patient compares the characters and decides. Nothing of the patient is known before. */
function WaitingFor(props: VisitProps) {
  const { request, now, practitioner, show } = props;
  const words = useClinic();
  const when = useWhen();
  const { requestedAt, pendingExpiresAt } = request;
  const ends = Date.parse(pendingExpiresAt);
  return (
    <div class="in">
      <div class="lead">
        <h1 ref={takeFocus} tabIndex={-1}>
          {words.compare}
        </h1>
        <p>{words.compareText}</p>
      </div>
      <div class="giant">
        <Mark id={request.id} isWhole />
        <p>{words.nothingYet}</p>
      </div>
      <div>
        <p class="clock">
          {clockText(Math.min(ends - now, ends - Date.parse(requestedAt)))}{' '}
          <small>{words.leftUntil(when(pendingExpiresAt))}</small>
        </p>
        <progress max={ends - Date.parse(requestedAt)} value={ends - now} aria-label={words.timeLeft} />
      </div>
      <div class="reads">
        <p class="hint">{words.phoneShows}</p>
        <p>
          <b>{words.phoneAsks(practitioner.name)}</b>
        </p>
        <p>{words.phoneText(practitioner.specialty, practitioner.organization)}</p>
        <p class="compared">
          <Mark id={request.id} /> <span class="hint">{words.phoneCompare}</span>
        </p>
      </div>
      <LabelField {...props} />
      <Button kind="wide" label={words.goOn} act={() => show({ name: 'today' })} />
      <p class="hint">{words.goOnHint}</p>
    </div>
  );
}
