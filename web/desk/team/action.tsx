import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { useFailure, useWords } from '../parts.tsx';

interface Called {
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly response: Response;
}

/** @throws {ApiError} for a refusal of an operation that answers nothing */
export function done({ error, response }: Called): void {
  if (!response.ok) throw new ApiError(response.status, error);
}

interface ActionProps {
  readonly label: string;
  readonly act: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
  readonly isGrave?: boolean;
  /** Words for refusals that have a reason on this page, by code. */
  readonly refusals?: Readonly<Record<string, string>>;
  readonly children?: ComponentChildren;
}

/** A question, the button that acts, and what went wrong. The button cannot act twice. */
export function Action({
  label,
  act,
  onDone,
  cancelLabel,
  onCancel,
  isGrave = false,
  refusals = {},
  children,
}: ActionProps) {
  const { loading } = useWords();
  const failure = useFailure();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await act();
      onDone();
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
          {isBusy ? loading : label}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {cancelLabel}
        </button>
      </div>
    </form>
  );
}
