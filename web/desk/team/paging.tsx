import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../parts.tsx';
import { useTeam } from './words.tsx';

const PAGE = 20;

/** The first rows of a list, 20 more with each press. @returns also the button for them, which is nothing at the end of the list */
export function usePaging<T>(rows: readonly T[]): readonly [shown: readonly T[], more: ComponentChildren] {
  const team = useTeam();
  const [count, setCount] = useState(PAGE);
  const more = rows.length > count && (
    <div class="more">
      <Button label={team.more} act={() => setCount(count + PAGE)} />
      <span class="hint">{`${count} / ${rows.length}`}</span>
    </div>
  );
  return [rows.slice(0, count), more];
}
