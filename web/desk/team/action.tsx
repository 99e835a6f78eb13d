import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { useFailure, useWords } from '../parts.tsx';
import type { OpenDrawer } from './table.tsx';

interface Called {
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly response: Response;
}

/** @throws {ApiError} for a refusal of an operation that answers nothing */
export function done({ error, response }: Called): void {
  if (!response.ok) throw new ApiError(response.status, error);
}

interface QuestionProps {
  /** The label of the button that acts. */
  readonly confirm: string;
  readonly act: (form: FormData) => Promise<unknown>;
  readonly isGrave?: boolean;
  /** Words for refusals that have a reason on this page, by code. */
  readonly refusals?: Readonly<Record<string, string>>;
  readonly cancel?: string;
  readonly children: ComponentChildren;
}

interface RowActionProps extends Omit<QuestionProps, 'confirm'> {
  readonly open: OpenDrawer;
  readonly label: string;
  /** The row, for the name of the button. */
  readonly of: string;
  /** By default, the label. */
  readonly confirm?: string;
  readonly isMain?: boolean;
}

/** A button of a row, which asks below the row before it acts. */
export function RowAction({ open, label, of, isMain = false, confirm = label, ...question }: RowActionProps) {
  const look = question.isGrave ? 'button grave' : isMain ? 'button main' : 'button';
  return (
    <button
      type="button"
      class={look}
      aria-label={`${label}: ${of}`}
      onClick={() => open((ways) => <Question {...question} {...{ confirm, ways }} />)}
    >
      {label}
    </button>
  );
}

/** A question, the button that acts, and what went wrong. The button cannot act twice. */
function Question({
  confirm,
  act,
  isGrave = false,
  refusals = {},
  cancel,
  ways,
  children,
}: QuestionProps & { readonly ways: Parameters<Parameters<OpenDrawer>[0]>[0] }) {
  const words = useWords();
  const failure = useFailure();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await act(new FormData(event.currentTarget));
      ways.done();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  const reason = error instanceof ApiError ? refusals[error.code ?? ''] : undefined;
  return (
    <form class="form" onSubmit={submit}>
      {children}
      {error !== undefined && (
        <p class="wrong" role="alert">
          {reason ?? failure(error)}
        </p>
      )}
      <div class="actions">
        <button type="submit" class={`button ${isGrave ? 'grave' : 'main'}`} aria-disabled={isBusy}>
          {isBusy ? words.loading : confirm}
        </button>
        <button type="button" class="button" onClick={ways.close}>
          {cancel ?? words.cancel}
        </button>
      </div>
    </form>
  );
}
