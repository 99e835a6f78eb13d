import { useEffect, useState } from 'preact/hooks';
import { type ClinicalRecord, dataOf } from '../api.ts';
import { Button, Field, Note, takeFocus, useFailure, useSubmit } from '../parts.tsx';
import { CopyButton } from './copy-button.tsx';
import type { VisitProps } from './props.ts';
import { useClinic, useWhen } from './words.tsx';

const ERROR_PATH = '/v1/clinical/access-requests/{id}/records/{recordId}/error';

export interface LoadedRecords {
  readonly records: readonly ClinicalRecord[];
  /** Of the next page, if there is one. */
  readonly cursor: string | undefined;
  /** When the latest page was loaded. */
  readonly at: string;
}

interface RecordsProps extends VisitProps {
  readonly loaded: LoadedRecords | undefined;
  readonly setLoaded: (loaded: LoadedRecords) => void;
  /** @returns whether the refusal says that the access is over */
  readonly onRefused: (error: unknown) => boolean;
  /** The id of the practitioner who reads. */
  readonly ownId: string;
}

/** The notes of a patient. They load when somebody asks, because every page is an entry in the patient's log. */
export function Records(props: RecordsProps) {
  const { work, request, loaded, setLoaded, onRefused } = props;
  const words = useClinic();
  const when = useWhen();
  const failure = useFailure();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [printed, setPrinted] = useState<string>();
  const load = async (from?: string) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const path = '/v1/clinical/access-requests/{id}/records';
      const query = { limit: 20, ...(from && { cursor: from }) };
      const page = dataOf(await work.api.GET(path, { params: { path: { id: request.id }, query } }));
      const before = from && loaded ? loaded.records : [];
      const at = new Date().toISOString();
      setLoaded({ records: [...before, ...page.records], cursor: page.nextCursor, at });
    } catch (caught) {
      if (!onRefused(caught)) setError(caught);
    }
    setBusy(false);
  };
  useEffect(() => {
    if (printed === undefined) return;
    print();
    setPrinted(undefined);
  }, [printed]);

  const failed = error !== undefined && <Note title={failure(error)} />;
  if (!loaded)
    return (
      <>
        <div class="lead">
          <h1 ref={takeFocus} tabIndex={-1}>
            {words.notLoaded}
          </h1>
          <p>{words.notLoadedText}</p>
        </div>
        {failed}
        <Button kind="wide" label={words.load} isBusy={isBusy} act={() => load()} />
      </>
    );
  const { records, cursor, at } = loaded;
  return (
    <>
      <div class="lead">
        <h1 ref={takeFocus} tabIndex={-1}>
          {words.records(records.length)}
        </h1>
        <p>{words.loadedText}</p>
      </div>
      <ol class={printed === undefined ? 'notes' : 'notes printing'}>
        {records.map((record) => (
          <RecordItem
            key={record.id}
            {...props}
            {...{ record }}
            isPrinted={printed === record.id}
            print={() => setPrinted(record.id)}
            replace={(marked) =>
              setLoaded({
                ...loaded,
                records: records.map((each) => (each.id === marked.id ? marked : each)),
              })
            }
          />
        ))}
      </ol>
      {failed}
      {cursor !== undefined && <Button label={words.loadMore} isBusy={isBusy} act={() => load(cursor)} />}
      <p class="hint">
        {cursor === undefined && `${words.allRecords(when(at))} `}
        <Button kind="plain" label={words.loadAgain} isBusy={isBusy} act={() => load()} />
      </p>
      <p class="hint">{words.ownSystem}</p>
    </>
  );
}

interface RecordItemProps extends RecordsProps {
  readonly record: ClinicalRecord;
  readonly isPrinted: boolean;
  readonly print: () => void;
  readonly replace: (record: ClinicalRecord) => void;
}

function RecordItem({ record, ownId, isPrinted, print, ...props }: RecordItemProps) {
  const words = useClinic();
  const when = useWhen();
  const [isShown, setShown] = useState(false);
  const [isMarking, setMarking] = useState(false);
  const { title, body, practitionerName, practitionerOrganization, enteredInError } = record;
  const isOwn = record.practitionerId === ownId;
  const by = isOwn ? words.you : practitionerName;
  const time = when(record.consultedAt);
  if (enteredInError)
    return (
      <li class={isPrinted ? 'err on-paper' : 'err'}>
        <h2>
          <b>✕ {words.inError}</b> · {title}
        </h2>
        <p class="by">
          {time} · {by}, {practitionerOrganization}. {words.reason(enteredInError.reason)}{' '}
          {!isShown && <Button kind="plain" label={words.showText} act={() => setShown(true)} />}
        </p>
        {isShown && <p class="body">{body}</p>}
      </li>
    );
  const copied = `${title}\n${time}, ${practitionerName}, ${practitionerOrganization}\n\n${body}`;
  return (
    <li class={isPrinted ? 'on-paper' : undefined}>
      <h2>{title}</h2>
      <p class="by">
        {time} · <b>{by}</b>
        {!isOwn && `, ${practitionerOrganization}`}
      </p>
      <p class="body">{body}</p>
      <div class="actions">
        <CopyButton kind="plain" label={words.copy} aria-label={`${words.copy}: ${title}`} text={copied} />
        <Button kind="plain" label={words.print} aria-label={`${words.print}: ${title}`} act={print} />
        {isOwn && (
          <Button
            kind="plain"
            label={words.markQuestion}
            aria-label={`${words.markQuestion} ${title}`}
            act={() => setMarking(!isMarking)}
          />
        )}
      </div>
      {isMarking && <MarkDrawer {...props} {...{ record }} close={() => setMarking(false)} />}
    </li>
  );
}

type MarkDrawerProps = Pick<RecordItemProps, 'work' | 'request' | 'visits' | 'replace' | 'record'> & {
  readonly close: () => void;
};

function MarkDrawer({ work, request, visits, replace, record, close }: MarkDrawerProps) {
  const words = useClinic();
  const submit = useMark({
    work,
    accessRequestId: request.id,
    recordId: record.id,
    // Without the note in the answer, the access has ended meanwhile.
    onMarked: (marked) => (marked ? replace(marked) : void visits.load().catch(() => {})),
  });
  return <ReasonForm title={words.markTitle(record.title)} {...submit} {...{ close }} />;
}

interface Marking {
  readonly work: VisitProps['work'];
  readonly accessRequestId: string;
  readonly recordId: string;
  /** Gets the note only under a valid access. */
  readonly onMarked: (record: ClinicalRecord | undefined) => void;
}

/** Marks a note as entered in error, for the reason in the form. */
export const useMark = ({ work, accessRequestId, recordId, onMarked }: Marking) =>
  useSubmit(async (form) => {
    const reason = String(form.get('reason')).trim();
    const params = { path: { id: accessRequestId, recordId } };
    onMarked(dataOf(await work.api.POST(ERROR_PATH, { params, body: { reason } })));
  });

type ReasonFormProps = ReturnType<typeof useSubmit> & {
  readonly title: string;
  readonly close: () => void;
};

/** What a mark does, before the press. */
export function ReasonForm({ title, isBusy, error, onSubmit, close }: ReasonFormProps) {
  const words = useClinic();
  const failure = useFailure();
  return (
    <form class="drawer grave" onSubmit={onSubmit}>
      <h2 ref={takeFocus} tabIndex={-1}>
        {title}
      </h2>
      <p>{words.markText}</p>
      <Field id="reason" label={words.markReason}>
        <input name="reason" required maxLength={200} autocomplete="off" />
      </Field>
      {error !== undefined && <Note title={failure(error)} />}
      <div class="actions">
        <Button kind="grave" label={words.markYes} isBusy={isBusy} />
        <Button label={words.back} act={close} />
      </div>
    </form>
  );
}
