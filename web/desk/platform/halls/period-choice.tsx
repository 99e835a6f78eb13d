import { useState } from 'preact/hooks';
import { Button, Field, useLanguage, useSubmit, useWords } from '../../parts.tsx';
import type { Period } from '../operations.ts';
import { usePlatform } from '../words.tsx';

interface PeriodChoiceProps {
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
}

/** The days on which the listed exhibitions begin. */
export function PeriodChoice({ period, onChoose }: PeriodChoiceProps) {
  const { period: own } = usePlatform();
  const { cancel } = useWords();
  const { dates } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const { onSubmit } = useSubmit((form) => {
    const [from, to] = ['from', 'to'].map((name) => String(form.get(name)));
    const isRight = !from || !to || from <= to;
    setWrong(!isRight);
    if (!isRight) return;
    setOpen(false);
    onChoose({ ...(from && { from }), ...(to && { to }) });
  });
  const day = (of: string) => dates.days(of, of);
  if (!isOpen)
    return (
      <p class="hint">
        {own.shown(period.from && day(period.from), period.to && day(period.to))}{' '}
        <Button kind="plain" label={own.change} act={() => setOpen(true)} />
      </p>
    );
  return (
    <form class="period" onSubmit={onSubmit}>
      {(['from', 'to'] as const).map((name) => (
        <Field
          id={`period-${name}`}
          label={own[name]}
          key={name}
          wrong={isWrong && name === 'to' ? own.wrong : undefined}
        >
          <input name={name} type="date" value={period[name] ?? ''} />
        </Field>
      ))}
      <Button kind="main" label={own.show} />
      <Button label={cancel} act={() => setOpen(false)} />
    </form>
  );
}
