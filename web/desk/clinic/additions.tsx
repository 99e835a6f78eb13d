import { useState } from 'preact/hooks';
import { type Api, dataOf, type OwnAddition } from '../api.ts';
import { Button, Loaded, Note, takeFocus, useLoaded } from '../parts.tsx';
import { Mark } from './mark.tsx';
import type { Shared } from './props.ts';
import { ReasonForm, useMark } from './records.tsx';
import { useClinic, useWhen } from './words.tsx';

/** The own notes of the last days. */
export async function additionsOf(api: Api): Promise<readonly OwnAddition[]> {
  const all: OwnAddition[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...(cursor && { cursor }) };
    const page = dataOf(await api.GET('/v1/clinical/additions', { params: { query } }));
    all.push(...page.additions);
    cursor = page.nextCursor;
  } while (cursor);
  return all;
}

/** What the practitioner has added in the last days, by mark and time, so that a note can be marked after the access has ended. */
export function Additions({ work, show }: Shared) {
  const words = useClinic();
  const loaded = useLoaded(() => additionsOf(work.api));
  return (
    <div class="in">
      <div class="lead">
        <h1 ref={takeFocus} tabIndex={-1}>
          {words.additions}
        </h1>
        <p>{words.additionsText}</p>
      </div>
      <Loaded {...loaded}>
        {(additions) =>
          additions.length === 0 ? (
            <p>{words.noAdditions}</p>
          ) : (
            <ul class="visits">
              {additions.map((addition) => (
                <Addition key={addition.recordId} {...{ work, addition }} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button kind="wide" label={words.backToToday} act={() => show({ name: 'today' })} />
    </div>
  );
}

function Addition({ work, addition }: Pick<Shared, 'work'> & { readonly addition: OwnAddition }) {
  const words = useClinic();
  const when = useWhen();
  const [state, setState] = useState<'shown' | 'asking' | 'marked'>('shown');
  const { recordId, accessRequestId, createdAt } = addition;
  const submit = useMark({ work, accessRequestId, recordId, onMarked: () => setState('marked') });
  return (
    <li class="addition">
      <Mark id={accessRequestId} isWhole />
      <b>{words.addedAt(when(createdAt))}</b>
      {state === 'shown' && <Button label={words.correct} act={() => setState('asking')} />}
      {state === 'asking' && <ReasonForm title={words.correct} {...submit} close={() => setState('shown')} />}
      {state === 'marked' && <Note kind="good" title={words.corrected} />}
    </li>
  );
}
