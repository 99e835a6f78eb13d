import type { ComponentChildren } from 'preact';
import { Button, useFailure, useSubmit, useWords } from '../parts.tsx';
import type { OpenDrawer, Ways } from './table.tsx';

interface QuestionProps {
  /** The label of the button that acts. */
  readonly confirm: string;
  readonly act: (form: FormData) => Promise<unknown>;
  readonly isGrave?: boolean;
  /** The label of the button that does not act. */
  readonly cancel?: string;
  /** Another way out, where closing changes nothing. */
  readonly instead?: ComponentChildren;
  readonly children?: ComponentChildren;
}

interface RowActionProps extends Omit<QuestionProps, 'confirm' | 'instead'> {
  readonly open: OpenDrawer;
  readonly label: string;
  /** The row, for the name of the button. */
  readonly of: string;
  /** By default, the label. */
  readonly confirm?: string;
  readonly isMain?: boolean;
}

/** A button of a row, which asks below the row before it acts. */
export function RowAction({ open, label, of, isMain, confirm = label, ...question }: RowActionProps) {
  const kind = question.isGrave ? 'grave' : isMain ? 'main' : undefined;
  const ask = () => open((ways) => <Question {...question} {...{ confirm, ways }} />);
  return <Button kind={kind} label={label} aria-label={`${label}: ${of}`} act={ask} />;
}

/** A question, the button that acts, and what went wrong. The button cannot act twice. */
export function Question(question: QuestionProps & { readonly ways: Ways }) {
  const { confirm, act, isGrave, cancel, instead, ways, children } = question;
  const words = useWords();
  const failure = useFailure();
  const { isBusy, error, onSubmit } = useSubmit(async (form) => {
    await act(form);
    ways.done();
  });
  return (
    <form class="form" onSubmit={onSubmit}>
      {children}
      {error !== undefined && (
        <p class="wrong" role="alert">
          {failure(error)}
        </p>
      )}
      <div class="actions">
        <Button kind={isGrave ? 'grave' : 'main'} label={isBusy ? words.loading : confirm} isBusy={isBusy} />
        {instead ?? <Button label={cancel ?? words.cancel} act={ways.close} />}
      </div>
    </form>
  );
}
