import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Shape, takeFocus, useFailure, useLoaded } from '../parts.tsx';
import type { StateName } from './kinds.ts';
import { numeral, usePlatform } from './words.tsx';

/** Small parts of the pages of administrators. */

/** The state of an exhibition: a shape and a word. */
export function State({ name, label }: { readonly name: StateName; readonly label?: string | undefined }) {
  const { states } = usePlatform();
  return <span class={`state ${name}`}>{label ?? states[name]}</span>;
}

const SIGNS = {
  tick: 'm4 12 6 6L20 6',
  lock: 'M5 11h14v10H5ZM8 11V7a4 4 0 0 1 8 0v4',
  no: 'M12 2a10 10 0 1 0 .01 0ZM5 5l14 14',
  unknown: 'M12 2a10 10 0 1 0 .01 0ZM9 9.5a3 3 0 1 1 4 2.8q-1 .5-1 2M12 16.5v1.2',
  undo: 'M4 9h11a5 5 0 0 1 0 10H9M4 9l5-5M4 9l5 5',
  hide: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM3 3l18 18',
} as const;

export const Sign = ({ name }: { readonly name: keyof typeof SIGNS }) => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path fill="none" stroke="currentColor" stroke-width="2.5" d={SIGNS[name]} />
  </svg>
);

interface PlanLineProps {
  /** `lock` for what is fixed from then on, and `no` for what cannot be undone. */
  readonly sign: 'tick' | 'lock' | 'no' | 'unknown';
  /** Whether it can be taken back. */
  readonly back: ComponentChildren;
  readonly children: ComponentChildren;
}

const LOOKS = { tick: undefined, lock: 'fix', no: 'no', unknown: 'no' } as const;

/** One consequence of a press. */
export const PlanLine = ({ sign, back, children }: PlanLineProps) => (
  <li class={LOOKS[sign]}>
    <Sign name={sign} />
    <span>{children}</span>
    <span class="back">{back}</span>
  </li>
);

interface FindProps<Chip extends string> {
  readonly label: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly chips: readonly {
    readonly id: Chip;
    readonly name: string;
    readonly count?: number | undefined;
  }[];
  readonly chosen: Chip;
  readonly onChip: (chip: Chip) => void;
}

/** Searches a list by words, and narrows it by its chips. */
export const Find = <Chip extends string>({
  label,
  words,
  onWords,
  chips,
  chosen,
  onChip,
}: FindProps<Chip>) => (
  // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know <search>
  <div class="find" role="search">
    <div class="field">
      <label for="find">{label}</label>
      <input
        id="find"
        type="search"
        value={words}
        onInput={({ currentTarget }) => onWords(currentTarget.value)}
      />
    </div>
    <div class="chips">
      {chips.map(({ id, name, count }) => (
        <Button
          key={id}
          label={
            <>
              {name} {count !== undefined && <b>{numeral(count)}</b>}
            </>
          }
          aria-pressed={id === chosen}
          act={() => onChip(id)}
        />
      ))}
    </div>
  </div>
);

const IGNORED_MS = 400;

interface GraveProps {
  readonly title: string;
  readonly confirm: string;
  readonly keep: string;
  readonly act: () => void;
  readonly close: () => void;
  readonly isBusy: boolean;
  /** One line for each consequence, and a milder way. */
  readonly children: ComponentChildren;
}

/** Asks before something that cannot be undone. Its buttons ignore a press in the first 400 ms, and no key presses them by mistake. */
export function Grave({ title, confirm, keep, act, close, isBusy, children }: GraveProps) {
  const since = useRef(performance.now());
  const late = (then: () => void) => () => {
    if (performance.now() - since.current >= IGNORED_MS) then();
  };
  return (
    <fieldset class="drawer grave" onKeyDown={({ key }) => key === 'Escape' && close()}>
      <h3 ref={takeFocus} tabIndex={-1}>
        {title}
      </h3>
      {children}
      <div class="actions">
        <Button kind="grave" label={confirm} act={late(act)} isBusy={isBusy} />
        <Button label={keep} act={late(close)} />
      </div>
    </fieldset>
  );
}

/** Whether a button of a table has the focus, whose row must not move then. */
export const isInTable = (): boolean => document.activeElement?.closest('table') != null;

interface Again {
  readonly seconds: number;
  readonly changes?: readonly unknown[];
  /** Whether what is shown must not move now. */
  readonly isHeld?: () => boolean;
}

/** Reads something when the page appears, and then at intervals while it is visible. The old value stays until the new one arrives. */
export function useAgain<T>(load: () => Promise<T>, { seconds, changes = [], isHeld = () => false }: Again) {
  const loaded = useLoaded(load, changes);
  const [last, setLast] = useState<T>();
  const held = useRef(isHeld);
  held.current = isHeld;
  useEffect(() => {
    if (loaded.value !== undefined) setLast(loaded.value);
  }, [loaded.value]);
  useEffect(() => {
    const ask = () => !document.hidden && !held.current() && loaded.reload();
    const timer = setInterval(ask, seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  const value = loaded.value ?? last;
  const { error, reload } = loaded;
  return {
    reload,
    ...(value !== undefined && { value }),
    /** Why there is nothing to show. */
    ...(value === undefined && error !== undefined && { error }),
    /** Why what is shown is old. */
    stale: value === undefined ? undefined : error,
  };
}

/** A page with the answer as its heading, and the way back. */
export function Back({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <p class="crumb">
      <a class="plain" href={to}>
        {label}
      </a>
    </p>
  );
}

/** Says that the numbers on the page are older than they should be. */
export function Stale({ error }: { readonly error: unknown }) {
  const failure = useFailure();
  if (error === undefined) return null;
  return (
    <p class="wrong" role="status">
      <Shape name="triangle" /> {failure(error)}
    </p>
  );
}
