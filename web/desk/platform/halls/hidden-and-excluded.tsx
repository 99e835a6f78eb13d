import { useState } from 'preact/hooks';
import { Button, useLanguage } from '../../parts.tsx';
import { type Deeds, orIsSo } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { Sign } from '../parts.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { usePlatform } from '../words.tsx';
import { useHiding } from './alias-drawer.tsx';
import type { Excluded, HallData } from './hall-data.ts';

interface HiddenProps {
  readonly data: HallData;
  readonly code: string;
  readonly operations: PlatformOperations;
  readonly deeds: Deeds;
  readonly end: string;
}

/** What is hidden in the exhibition, and who is excluded, the latest first. */
export function HiddenAndExcluded({ data: { hidden, excluded }, code, operations, deeds, end }: HiddenProps) {
  const { hall } = usePlatform();
  const { dates } = useLanguage();
  const hiding = useHiding(operations, code, end);
  const [readmitting, setReadmitting] = useState<string>();
  return (
    <section aria-labelledby="hidden">
      <h2 id="hidden">{hall.hiddenTitle}</h2>
      {hidden.length + excluded.length === 0 && <p class="hint">{hall.nothingHidden}</p>}
      <ul class="hid">
        {hidden.map(({ alias, hiddenAt }) => (
          <li key={alias}>
            <div>
              <b>
                <bdi>{alias}</bdi>
              </b>
              <span>{hall.hiddenAt(dates.near(hiddenAt))}</span>
            </div>
            <Button
              label={
                <>
                  <Sign name="undo" /> {hall.showAgain}
                </>
              }
              aria-label={`${hall.showAgain}: ${alias}`}
              act={() => deeds.begin(hiding(alias, false))}
              isBusy={deeds.isBusy}
            />
          </li>
        ))}
        {excluded.map((each) => (
          <li key={each.id}>
            <div>
              <b>
                <bdi>{each.alias}</bdi>
              </b>
              <span>{hall.excludedAt(each.challenge.title, dates.near(each.excludedAt))}</span>
            </div>
            <Button
              label={hall.readmit}
              aria-label={`${hall.readmit}: ${each.alias}, ${each.challenge.title}`}
              aria-expanded={readmitting === each.id}
              act={() => setReadmitting(readmitting === each.id ? undefined : each.id)}
            />
            {readmitting === each.id && (
              <Readmission
                {...{ operations, deeds, end }}
                of={each}
                close={() => setReadmitting(undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReadmissionProps extends Pick<HiddenProps, 'operations' | 'deeds' | 'end'> {
  readonly of: Excluded;
  readonly close: () => void;
}

/** Readmits somebody, with a reason. */
function Readmission({ of, operations, deeds, end, close }: ReadmissionProps) {
  const { hall } = usePlatform();
  const { id, alias, challenge } = of;
  const readmit = (reason: string) => {
    close();
    deeds.begin({
      of: end,
      send: orIsSo(
        () => operations.readmit(challenge.id, id, reason),
        'exclusion_not_found',
        async () => true,
      ),
      done: (time) => hall.readmitted(alias, challenge.title, time),
      unsure: hall.unsureReadmitted(alias),
    });
  };
  return (
    <ReasonForm
      id={`readmit-${id}`}
      label={hall.readmitReason(alias)}
      confirm={hall.readmitYes}
      isBusy={deeds.isBusy}
      onReason={readmit}
      close={close}
    />
  );
}
