import type { ComponentChildren } from 'preact';
import { Button, ReasonField, useSubmit, useWords } from '../parts.tsx';

interface ReasonFormProps {
  readonly id: string;
  readonly label: string;
  /** @param length the number of characters */
  readonly hint?: (length: number, most: number) => string;
  readonly confirm: string;
  readonly isGrave?: true;
  readonly isBusy: boolean;
  /** Is called with a reason that is not empty. */
  readonly onReason: (reason: string) => void;
  readonly close: () => void;
  /** What stands above and below the reason. */
  readonly before?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Asks for the reason of something that the log of acts keeps. */
export function ReasonForm(props: ReasonFormProps) {
  const { id, label, hint, confirm, isGrave, isBusy, onReason, close, before, children } = props;
  const { cancel } = useWords();
  const { onSubmit } = useSubmit((form) => {
    const reason = String(form.get('reason')).trim();
    if (reason !== '') onReason(reason);
  });
  return (
    <form class="form" onSubmit={onSubmit}>
      {before}
      <ReasonField {...{ id, label, hint }} />
      {children}
      <div class="actions">
        <Button kind={isGrave ? 'grave' : 'main'} label={confirm} isBusy={isBusy} />
        <Button label={cancel} act={close} />
      </div>
    </form>
  );
}
