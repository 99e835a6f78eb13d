import { useEffect, useRef, useState } from 'preact/hooks';
import { readCode } from '../../client/qr-codes.ts';
import { ApiError, dataOf } from '../api.ts';
import { type CameraProblem, watchCamera } from '../counter/camera.ts';
import { Button, Field, Note, takeFocus, useFailure, useWords } from '../parts.tsx';
import type { Shared } from './today.tsx';
import { useClinic } from './words.tsx';

/** Reads the code of a patient, and exchanges it for a request. */
export function Scan({ work, visits, show }: Shared) {
  const words = useClinic();
  const { counter } = useWords();
  const failure = useFailure();
  const video = useRef<HTMLVideoElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<CameraProblem>();
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const busy = useRef(false);

  const take = async (text: string) => {
    if (busy.current) return;
    const code = readCode(text);
    setWrong(code?.kind === 'clinical_token' ? undefined : words.notACode);
    if (code?.kind !== 'clinical_token') return;
    busy.current = true;
    setBusy(true);
    try {
      show({ name: 'visit', id: await exchange(code.token) });
    } catch (error) {
      const told = error instanceof ApiError ? words.refusals[error.code ?? ''] : words.notAnswered;
      setWrong(told ?? failure(error));
      busy.current = false;
      setBusy(false);
    }
  };

  /** @returns the id of the request. If the answer to an earlier attempt was lost, the request is new in the list. */
  const exchange = async (token: string): Promise<string> => {
    const known = new Set(visits.requests?.map(({ id }) => id));
    try {
      const request = dataOf(await work.api.POST('/v1/clinical/access-requests', { body: { token } }));
      visits.put(request);
      return request.id;
    } catch (error) {
      const mayBeMade = !(error instanceof ApiError) || error.status >= 500 || error.code === 'token_used';
      const made =
        mayBeMade &&
        (await visits.load().catch(() => [])).find(
          ({ id, status }) => status === 'pending' && !known.has(id),
        );
      if (made) return made.id;
      throw error;
    }
  };

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const canTake = () => !busy.current && !document.hidden;
    const use = { canTake, isResting: () => !canTake(), onCode: (code: string) => void take(code) };
    const watching = watchCamera(element, use).catch((why: CameraProblem) => {
      setProblem(why);
      return () => {};
    });
    return () => void watching.then((stop) => stop());
  }, [attempt]);

  const typed = (event: Event) => {
    event.preventDefault();
    const field = input.current;
    if (field) void take(field.value);
    if (field) field.value = '';
  };
  const isRefused = problem === 'refused';
  return (
    <div class="in">
      <div class="lead">
        <h1 ref={takeFocus} tabIndex={-1}>
          {words.scanTitle}
        </h1>
      </div>
      {problem ? (
        <Note
          kind="warn"
          title={isRefused ? counter.cameraRefused : counter.noCamera}
          more={
            <Button
              label={counter.cameraAllowed}
              act={() => {
                setProblem(undefined);
                setAttempt((n) => n + 1);
              }}
            />
          }
        />
      ) : (
        <div class="eye">
          <video ref={video} muted playsInline tabIndex={-1} />
          <p role="status">{isBusy ? words.looking : words.aim}</p>
        </div>
      )}
      {wrong !== undefined && <Note kind="warn" title={wrong} />}
      <form class="form" onSubmit={typed} noValidate>
        <Field id="code" label={words.typed} hint={words.typedHint}>
          <input ref={input} autocomplete="off" autocapitalize="off" spellcheck={false} />
        </Field>
        <Button label={words.send} isBusy={isBusy} />
      </form>
      <Button kind="wide" label={words.back} act={() => show({ name: 'today' })} />
    </div>
  );
}
