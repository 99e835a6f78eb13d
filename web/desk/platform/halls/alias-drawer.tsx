import { useState } from 'preact/hooks';
import type { Challenge } from '../../api.ts';
import { Button, takeFocus } from '../../parts.tsx';
import type { Deed, Deeds } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { Sign } from '../parts.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { usePlatform } from '../words.tsx';

export interface Alias {
  readonly alias: string;
  /** Where the wall shows it. */
  readonly places: readonly { readonly challengeId: string; readonly title: string; readonly rank: number }[];
}

interface AliasDrawerProps {
  readonly alias: Alias;
  readonly code: string;
  readonly challenges: readonly Challenge[];
  readonly operations: PlatformOperations;
  readonly deeds: Deeds;
  readonly end: string;
  readonly close: () => void;
}

/** Hides an alias in a whole exhibition, or shows it again. Each is the undo of the other. */
export function useHiding(operations: PlatformOperations, code: string, of: string) {
  const { hall } = usePlatform();
  const hiding = (alias: string, hidden: boolean): Deed => ({
    of,
    send: () => operations.hideAlias(code, alias, hidden),
    done: (time) => (hidden ? hall.hidden(alias, time) : hall.shown(alias, time)),
    unsure: hidden ? hall.unsureHidden(alias) : hall.unsureShown(alias),
    undo: { label: hidden ? hall.showAgain : hall.hideAgain, deed: () => hiding(alias, !hidden) },
  });
  return hiding;
}

/** What can be done about one alias: one press hides it. */
export function AliasDrawer({ alias, code, challenges, operations, deeds, end, close }: AliasDrawerProps) {
  const { hall } = usePlatform();
  const [isExcluding, setExcluding] = useState(false);
  const hiding = useHiding(operations, code, end);
  return (
    <fieldset
      class={isExcluding ? 'drawer act grave' : 'drawer act'}
      aria-labelledby="act"
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <p class="hint">{alias.places.map(({ title, rank }) => hall.place(title, rank)).join(' · ')}</p>
      <h2 id="act" ref={takeFocus} tabIndex={-1}>
        <bdi>{alias.alias}</bdi>
      </h2>
      {isExcluding ? (
        <Exclusion {...{ alias, challenges, operations, deeds, end, close }} />
      ) : (
        <>
          <Button
            kind="main large wide"
            label={
              <>
                <Sign name="hide" /> {hall.hide}
              </>
            }
            act={() => {
              close();
              deeds.begin(hiding(alias.alias, true));
            }}
            isBusy={deeds.isBusy}
          />
          <p>{hall.hideText(challenges.length)}</p>
          <div class="actions">
            <Button kind="plain" label={hall.exclude} act={() => setExcluding(true)} />
            <Button kind="plain" label={hall.close} act={close} />
          </div>
        </>
      )}
    </fieldset>
  );
}

type ExclusionProps = Omit<AliasDrawerProps, 'code'>;

/** Excludes the person behind an alias from challenges, with a reason. */
function Exclusion({ alias: { alias, places }, challenges, operations, deeds, end, close }: ExclusionProps) {
  const { hall } = usePlatform();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(places.slice(0, 1).map(({ challengeId }) => challengeId)),
  );
  const from = challenges.filter(({ id }) => chosen.has(id));
  const titles = from.map(({ title }) => title).join(', ');
  const exclude = (reason: string) => {
    if (from.length === 0) return;
    close();
    deeds.begin({
      of: end,
      async send() {
        for (const { id } of from) await operations.exclude(id, alias, reason);
      },
      done: (time) => hall.excluded(alias, titles, time),
      unsure: hall.unsureExcluded(alias),
    });
  };
  return (
    <ReasonForm
      id="exclusion-reason"
      label={hall.reason}
      hint={hall.reasonHint}
      confirm={from.length > 0 ? hall.excludeYes(titles) : hall.excludeNowhere}
      isGrave
      isBusy={deeds.isBusy}
      onReason={exclude}
      close={close}
      before={
        <fieldset>
          <legend>{hall.excludeFrom}</legend>
          {challenges.map(({ id, title }) => (
            <label class="choice" key={id}>
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={({ currentTarget }) => {
                  const next = new Set(chosen);
                  if (currentTarget.checked) next.add(id);
                  else next.delete(id);
                  setChosen(next);
                }}
              />{' '}
              <bdi>{title}</bdi>
            </label>
          ))}
        </fieldset>
      }
    >
      <p>{hall.excludeText}</p>
    </ReasonForm>
  );
}
