import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type ClinicalRecord, dataOf, isSignedOut } from '../api.ts';
import { Button, Field, Note, takeFocus, useFailure, useLanguage } from '../parts.tsx';
import { type Draft, isBegun } from './drafts.ts';
import { Mark } from './mark.tsx';
import { markOf } from './marks.ts';
import type { VisitProps } from './props.ts';
import { useClinic } from './words.tsx';

const MAX_TITLE = 120;
const MAX_BODY = 5000;
const EARLIER_MS = 15 * 60_000;
const RETRY_MS = 3000;
/** Stands for the mark in a text, which is drawn in its place. */
const GAP = '\n';

interface RecordFormProps extends VisitProps {
  readonly draft: Draft;
  readonly keepDraft: (draft: Draft | undefined) => void;
  /** @returns whether the refusal says that the access is over */
  readonly onRefused: (error: unknown) => boolean;
  readonly onAdded: (record: ClinicalRecord) => void;
  readonly onClose: () => void;
}

/** The time of the consultation as it is sent: none for now, which is the platform's default. */
function consultedAtOf({ when, at }: Draft, now: number): string | undefined {
  if (when === 'now') return undefined;
  return when === 'earlier'
    ? new Date(now - EARLIER_MS).toISOString()
    : new Date(`${at}:00+08:00`).toISOString();
}

/**
 * Writes a note. An attempt without an answer is repeated with the same id and the same time until there is one, so the note is added at
 * most once; its text cannot change meanwhile.
 */
export function RecordForm(props: RecordFormProps) {
  const { request, open, draft, keepDraft, onClose } = props;
  const words = useClinic();
  const { dates } = useLanguage();
  const failure = useFailure();
  const [wrong, setWrong] = useState<string>();
  const { isSending, error, send } = useSending(props, setWrong);
  const mark = markOf(request.id, open);
  const [before, after] = words.addTitle(GAP).split(GAP);
  const isSent = draft.sentWith !== undefined;
  // On a phone the form is the whole page.
  const Heading = props.isWide ? 'h2' : 'h1';
  const change = (changed: Partial<Draft>) => keepDraft({ ...draft, ...changed });
  const submit = (event: Event) => {
    event.preventDefault();
    if (isSending || isSent) return;
    const consultedAt =
      draft.when === 'other' && draft.at === '' ? undefined : consultedAtOf(draft, Date.now());
    const problem =
      draft.title.trim() === '' || draft.body.trim() === '' || (draft.when === 'other' && draft.at === '')
        ? words.empty
        : consultedAt !== undefined && Date.parse(consultedAt) > Date.now()
          ? words.inFuture
          : undefined;
    setWrong(problem);
    if (problem === undefined) send({ ...draft, sentWith: consultedAt === undefined ? {} : { consultedAt } });
  };
  const discard = () => {
    keepDraft(undefined);
    onClose();
  };
  return (
    <form class="side form" onSubmit={submit} noValidate autocomplete="off" aria-labelledby="add">
      <Heading id="add" ref={props.isWide ? null : takeFocus} tabIndex={-1}>
        {before} <Mark id={request.id} isWhole={mark.length > 4} /> {after}
      </Heading>
      <Field id="note-title" label={words.recordTitle}>
        <input
          value={draft.title}
          maxLength={MAX_TITLE}
          readOnly={isSent}
          autocomplete="off"
          onInput={({ currentTarget: { value: title } }) => change({ title })}
        />
      </Field>
      <Field id="note-body" label={words.recordBody} hint={words.characters(draft.body.length)}>
        <textarea
          value={draft.body}
          maxLength={MAX_BODY}
          readOnly={isSent}
          autocomplete="off"
          rows={10}
          onInput={({ currentTarget: { value: body } }) => change({ body })}
        />
      </Field>
      {isBegun(draft) && <p class="hint">{words.onlyHere}</p>}
      <fieldset class="form" disabled={isSent}>
        <legend>{words.time}</legend>
        {(['now', 'earlier', 'other'] as const).map((when) => (
          <label class="choice" key={when}>
            <input type="radio" name="when" checked={draft.when === when} onChange={() => change({ when })} />{' '}
            {
              {
                now: `${words.now}, ${dates.time(new Date(props.now).toISOString())}`,
                earlier: `${words.earlier}, ${dates.time(new Date(props.now - EARLIER_MS).toISOString())}`,
                other: words.otherTime,
              }[when]
            }
          </label>
        ))}
        {draft.when === 'other' && (
          <Field id="note-at" label={words.malaysianTime}>
            <input
              type="datetime-local"
              value={draft.at}
              onInput={({ currentTarget: { value: at } }) => change({ at })}
            />
          </Field>
        )}
      </fieldset>
      <p class="hint">{words.unchangeable}</p>
      {wrong !== undefined && <Note title={wrong} />}
      {error !== undefined && !isSent && <Note title={failure(error)} />}
      {isSent && error !== undefined ? (
        <>
          <Note kind="warn" title={words.notAnsweredYet} more={words.notAnsweredText} />
          <Button kind="main wide" label={words.tryNow} isBusy={isSending} act={() => send(draft, true)} />
        </>
      ) : (
        <>
          <Button
            kind="main big wide"
            label={isSending ? words.adding : words.addYes(mark)}
            isBusy={isSending}
          />
          <Button kind="wide" label={words.discard} act={discard} />
        </>
      )}
    </form>
  );
}

/** Sends a draft until it is answered. One that was sent before a lock is sent on. */
function useSending(
  { work, request, draft, keepDraft, onRefused, onAdded }: RecordFormProps,
  setWrong: (wrong: string | undefined) => void,
) {
  const words = useClinic();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const isGone = useRef(false);
  const send = async (sent: Draft, isRepeated: boolean) => {
    const { recordId, title, body, sentWith } = sent;
    keepDraft(sent);
    setSending(true);
    try {
      const path = '/v1/clinical/access-requests/{id}/records';
      const content = { recordId, title: title.trim(), body: body.trim(), ...sentWith };
      const answered = await work.api.POST(path, { params: { path: { id: request.id } }, body: content });
      const record = dataOf(answered);
      setError(undefined);
      keepDraft(undefined);
      onAdded(record);
    } catch (caught) {
      if (isSignedOut(caught)) work.signInEnded();
      const isFinal = caught instanceof ApiError && caught.status < 500 && !isSignedOut(caught);
      const { sentWith: _, ...unsent } = sent;
      // An earlier attempt without an answer may have added it.
      const mayBeAdded = isRepeated && isFinal && caught.status === 403;
      if (isFinal && !mayBeAdded) keepDraft(unsent);
      if (isFinal && caught.code === 'record_id_taken') setWrong(words.addedBefore);
      else if (!isFinal || !onRefused(caught)) setError(caught);
    }
    setSending(false);
  };
  useEffect(() => {
    if (!draft.sentWith || isSending) return;
    const timer = setTimeout(
      () => !isGone.current && void send(draft, true),
      error === undefined ? 0 : RETRY_MS,
    );
    return () => clearTimeout(timer);
  }, [draft.sentWith, isSending]);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  return { isSending, error, send: (sent: Draft, isRepeated = false) => void send(sent, isRepeated) };
}
