import { MAX_PUBLISHED_CAMPAIGNS } from '../../../../shared/values/limits.ts';
import { Button, Loaded, takeFocus, useLanguage, useLoaded, useRefusal, useWords } from '../../parts.tsx';
import type { Deeds } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { PlanLine } from '../parts.tsx';
import { numeral, usePlatform } from '../words.tsx';
import { publishOne, type ToPublish } from './publishing.ts';
import { useVisibility } from './visibility.ts';

interface PublishPlanProps {
  readonly left: ToPublish;
  readonly operations: PlatformOperations;
  readonly deeds: Deeds;
  readonly end: string;
  readonly close: () => void;
}

/** What publishing one exhibition does, line by line, and whether it can be taken back. */
export function PublishPlan({ left, operations, deeds, end, close }: PublishPlanProps) {
  const { plan } = usePlatform();
  const { cancel } = useWords();
  const refusal = useRefusal();
  const setting = useVisibility(operations, end);
  const { dates } = useLanguage();
  const { exhibition, campaigns } = left;
  const { joinCode, title, expectedAttendees } = exhibition.event;
  const loaded = useLoaded(async () => {
    const [{ challenges }, published] = await Promise.all([
      operations.event(joinCode),
      operations.campaigns('published'),
    ]);
    return { challenges: challenges.filter(({ state }) => state === 'draft'), published: published.length };
  }, [joinCode]);
  const publish = () =>
    deeds.begin({
      of: end,
      send: () => publishOne(operations, left),
      done: (time) => plan.done(title, left.challenges, campaigns.length, time),
      unsure: plan.unsure(title),
      undo: { label: plan.hideAgain, deed: () => setting(exhibition.event, false) },
    });
  return (
    <fieldset class="drawer" onKeyDown={({ key }) => key === 'Escape' && close()}>
      <h3 ref={takeFocus} tabIndex={-1}>
        {plan.title(title)}
      </h3>
      <Loaded {...loaded}>
        {({ challenges, published }) => {
          const then = published + campaigns.length;
          const isTooMany = then > MAX_PUBLISHED_CAMPAIGNS;
          return (
            <>
              <ol class="plan">
                {exhibition.phase === 'draft' && (
                  <PlanLine sign="tick" back={plan.backExhibition}>
                    {plan.exhibition} <span class="code">/display/{joinCode}</span>
                  </PlanLine>
                )}
                {challenges.length > 0 && (
                  <PlanLine sign="lock" back={plan.backChallenges}>
                    <b>{plan.challenges(challenges.length)}</b>{' '}
                    {plan.challengesText(
                      challenges
                        .map((each) => `${each.title} (${dates.between(each.startsAt, each.endsAt)})`)
                        .join(', '),
                      numeral(expectedAttendees),
                    )}
                  </PlanLine>
                )}
                {campaigns.length > 0 && (
                  <PlanLine sign="lock" back={plan.backGifts}>
                    <b>{plan.gifts(campaigns.length)}</b>{' '}
                    {plan.giftsText(
                      campaigns
                        .map(
                          (each) =>
                            `${each.title} (${numeral(each.stockUnits)}, ${plan.from(dates.near(each.startsAt))})`,
                        )
                        .join(', '),
                    )}
                  </PlanLine>
                )}
              </ol>
              <p class={isTooMany ? 'wrong' : 'hint'}>
                {isTooMany
                  ? refusal('too_many_published')
                  : plan.checked(published, then, MAX_PUBLISHED_CAMPAIGNS)}
              </p>
              <div class="actions">
                {!isTooMany && (
                  <Button
                    kind="main"
                    label={plan.publish(exhibition.phase === 'draft', challenges.length, campaigns.length)}
                    act={publish}
                    isBusy={deeds.isBusy}
                  />
                )}
                <Button label={cancel} act={close} />
              </div>
            </>
          );
        }}
      </Loaded>
    </fieldset>
  );
}
