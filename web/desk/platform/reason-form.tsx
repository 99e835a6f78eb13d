import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, Field, takeFocus, useSubmit, useWords } from '../parts.tsx';

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

const MAX_REASON = 500;

/** Asks for the reason of something that the log of acts keeps. */
export function ReasonForm(props: ReasonFormProps) {
  const { id, label, hint, confirm, isGrave, isBusy, onReason, close, before, children } = props;
  const { cancel } = useWords();
  const [length, setLength] = useState(0);
  const { onSubmit } = useSubmit((form) => {
    const reason = String(form.get('reason')).trim();
    if (reason !== '') onReason(reason);
  });
  return (
    <form class="form" onSubmit={onSubmit}>
      {before}
      <Field id={id} label={label} hint={hint?.(length, MAX_REASON)}>
        <textarea
          name="reason"
          required
          maxLength={MAX_REASON}
          ref={takeFocus}
          onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
        />
      </Field>
      {children}
      <div class="actions">
        <Button kind={isGrave ? 'grave' : 'main'} label={confirm} isBusy={isBusy} />
        <Button label={cancel} act={close} />
      </div>
    </form>
  );
}
