import { partsOf } from './marks.ts';

interface MarkProps {
  readonly id: string;
  /** Also shows the next four characters, small. */
  readonly isWhole?: boolean;
  readonly isOff?: boolean;
}

/** The mark of a request. A screen reader reads its characters one by one. */
export function Mark({ id, isWhole, isOff }: MarkProps) {
  const [large, small] = partsOf(id);
  const shown = isWhole ? `${large}${small}` : large;
  return (
    <span class={isOff ? 'mark off' : 'mark'} role="img" aria-label={[...shown].join(' ')}>
      {large}
      {isWhole && <small> {small}</small>}
    </span>
  );
}
