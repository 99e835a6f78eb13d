import { useState } from 'preact/hooks';
import type { Club } from '../../api.ts';
import { Button, useLanguage } from '../../parts.tsx';
import { type Deeds, EndOf, orIsSo } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { ReasonForm } from '../reason-form.tsx';
import { usePlatform } from '../words.tsx';

interface ClubReviewsProps {
  readonly clubs: readonly Club[];
  readonly operations: PlatformOperations;
  readonly deeds: Deeds;
}

const CLUBS = 'clubs';

/** The clubs that wait for review. The text of the oldest one is open. */
export function ClubReviews({ clubs, operations, deeds }: ClubReviewsProps) {
  const { waiting } = usePlatform();
  const { dates } = useLanguage();
  const [chosen, setChosen] = useState<string>();
  const open = chosen ?? clubs[0]?.id;
  return (
    <section aria-labelledby="clubs">
      <h2 id="clubs">{waiting.clubs(clubs.length)}</h2>
      <p class="hint">{waiting.clubsText}</p>
      <EndOf {...{ deeds }} of={CLUBS} />
      <ul class="clubs">
        {clubs.map((club) => {
          const { id, title, visibility, updatedAt } = club;
          const isOpen = id === open;
          return (
            <li key={id}>
              <div class="clubrow">
                <b>
                  <bdi>{title}</bdi>
                </b>
                <p class="hint">{waiting.club(visibility === 'public', dates.near(updatedAt))}</p>
                <Button
                  label={isOpen ? waiting.close : waiting.read}
                  aria-label={`${isOpen ? waiting.close : waiting.read}: ${title}`}
                  aria-expanded={isOpen}
                  act={() => setChosen(isOpen ? '' : id)}
                />
              </div>
              {isOpen && (
                <Review
                  key={`${id} ${club.version}`}
                  {...{ club, operations, deeds }}
                  onDone={() => setChosen(undefined)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface ReviewProps extends Omit<ClubReviewsProps, 'clubs'> {
  readonly club: Club;
  readonly onDone: () => void;
}

/** The whole text of a club, and the answer to exactly this version. */
function Review({ club, operations, deeds, onDone }: ReviewProps) {
  const { waiting } = usePlatform();
  const { dates } = useLanguage();
  const [isRejecting, setRejecting] = useState(false);
  const { id, title, summary, visibility, createdAt, version, coverImage } = club;
  const answer = (rejectionReason?: string) => {
    onDone();
    const isApproval = rejectionReason === undefined;
    deeds.begin({
      of: CLUBS,
      send: orIsSo(
        () => operations.reviewClub(club, rejectionReason),
        'version_conflict',
        async () => {
          const now = await operations.club(id);
          const isSame = (isApproval ? now.reviewedAt : now.rejectedAt) !== undefined;
          return isSame && now.version === version + 1;
        },
      ),
      done: (time) => (isApproval ? waiting.approved(title, time) : waiting.rejected(title, time)),
      unsure: waiting.unsure(title),
      refusals: { version_conflict: waiting.changed },
    });
  };
  return (
    <div class="review">
      <div>
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <p class="text">{summary === '' ? waiting.noText : summary}</p>
        <dl class="facts">
          <dt>{waiting.visibleTo}</dt>
          <dd>{waiting.visibility(visibility === 'public')}</dd>
          <dt>{waiting.founded}</dt>
          <dd>{dates.near(createdAt)}</dd>
          <dt>{waiting.version}</dt>
          <dd>{waiting.versionText(version)}</dd>
        </dl>
        {isRejecting ? (
          <ReasonForm
            id="rejection"
            label={waiting.rejectReason}
            hint={() => waiting.rejectHint}
            confirm={waiting.rejectYes}
            isGrave
            isBusy={deeds.isBusy}
            onReason={answer}
            close={() => setRejecting(false)}
          />
        ) : (
          <div class="actions">
            <Button kind="main" label={waiting.approve} act={() => answer()} isBusy={deeds.isBusy} />
            <Button kind="grave" label={waiting.reject} act={() => setRejecting(true)} />
          </div>
        )}
      </div>
      {coverImage && (
        <div>
          <div class="cover">{waiting.cover(coverImage.alt)}</div>
          <p class="hint">{waiting.coverText(new URL(coverImage.url).host)}</p>
        </div>
      )}
    </div>
  );
}
