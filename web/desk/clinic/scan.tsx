import { useRef, useState } from 'preact/hooks';
import { readCode } from '../../client/qr-codes.ts';
import { ApiError, dataOf } from '../api.ts';
import { Button, Field, Note, takeFocus, useFailure } from '../parts.tsx';
import { Scanner } from '../scanner.tsx';
import type { Shared } from './props.ts';
import { useClinic } from './words.tsx';

/** Reads the code of a patient, and exchanges it for a request. */
export function Scan({ work, visits, show }: Shared) {
  const words = useClinic();
  const failure = useFailure();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [refused, setRefused] = useState<ApiError>();
  const busy = useRef(false);

  const take = async (text: string) => {
    if (busy.current) return;
    const code = readCode(text);
    setWrong(code?.kind === 'clinical_token' ? undefined : words.notACode);
    setRefused(undefined);
    if (code?.kind !== 'clinical_token') return;
    busy.current = true;
    setBusy(true);
    try {
      show({ name: 'visit', id: await exchange(code.token) });
    } catch (error) {
      if (error instanceof ApiError) setRefused(error);
      else setWrong(words.notAnswered);
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

  const typed = (event: Event) => {
    event.preventDefault();
    const field = input.current;
    if (field) void take(field.value);
    if (field) field.value = '';
  };
  return (
    <div class="in">
      <div class="lead">
        <h1 ref={takeFocus} tabIndex={-1}>
          {words.scanTitle}
        </h1>
      </div>
      <Scanner
        canTake={() => !busy.current}
        onCode={(code) => void take(code)}
        says={isBusy ? words.looking : words.aim}
      />
      {wrong !== undefined && <Note kind="warn" title={wrong} />}
      {refused && <Note kind="warn" title={failure(refused)} />}
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
