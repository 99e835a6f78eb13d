import { useState } from 'preact/hooks';
import type { Exhibition } from '../../api.ts';
import { Button } from '../../parts.tsx';
import { type Deeds, EndOf } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { Grave, PlanLine } from '../parts.tsx';
import { numeral, usePlatform } from '../words.tsx';
import { useVisibility } from './visibility.ts';

interface HallEndProps {
  readonly exhibition: Exhibition;
  readonly operations: PlatformOperations;
  readonly deeds: Deeds;
}

const EXHIBITION = 'exhibition';

/** Hides a whole exhibition, which can be undone, or cancels it for good. */
export function HallEnd({ exhibition: { event, phase, campaigns }, operations, deeds }: HallEndProps) {
  const { ending } = usePlatform();
  const [isAsking, setAsking] = useState(false);
  const { joinCode: code, title, memberCount } = event;
  const setting = useVisibility(operations, EXHIBITION);
  const hide = () => {
    setAsking(false);
    deeds.begin(setting(event, false));
  };
  const cancel = () => {
    setAsking(false);
    let openReservations = 0;
    deeds.begin({
      of: EXHIBITION,
      async send() {
        ({ openReservations } = await operations.cancelEvent(code));
      },
      done: (time) => ending.cancelled(title, time, openReservations),
      unsure: ending.unsure(title),
    });
  };
  const isPublished = phase === 'announced' || phase === 'live';
  return (
    <section class="form" aria-label={ending.title}>
      <EndOf {...{ deeds }} of={EXHIBITION} />
      {(isPublished || phase === 'ended') && (
        <>
          <h2>{ending.title}</h2>
          {isAsking ? (
            <Grave
              title={ending.question(title)}
              confirm={ending.yes(title)}
              keep={ending.keep}
              act={cancel}
              close={() => setAsking(false)}
              isBusy={deeds.isBusy}
            >
              <ul class="plan">
                <PlanLine sign="no" back={ending.forGood}>
                  {ending.lines.seen}
                </PlanLine>
                <PlanLine sign="no" back={ending.forGood}>
                  {ending.lines.told(numeral(memberCount))}
                </PlanLine>
                {campaigns.published + campaigns.draft > 0 && (
                  <PlanLine sign="no" back={ending.forGood}>
                    {ending.lines.gifts(campaigns.published + campaigns.draft)}
                  </PlanLine>
                )}
                <PlanLine sign="tick" back={ending.noChange}>
                  {ending.lines.reservations}
                </PlanLine>
              </ul>
              <p>
                {ending.milder} <Button kind="plain" label={ending.hideInstead} act={hide} />
              </p>
            </Grave>
          ) : (
            <div class="actions">
              <Button label={ending.hide} act={hide} isBusy={deeds.isBusy} />
              {isPublished && (
                <Button
                  kind="grave"
                  label={ending.cancel}
                  act={() => setAsking(true)}
                  isBusy={deeds.isBusy}
                />
              )}
            </div>
          )}
          <p class="hint">{ending.hint}</p>
        </>
      )}
    </section>
  );
}
