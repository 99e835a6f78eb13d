import { Mails } from './mails/mails.tsx';
import { Button, Page, useWords } from './parts.tsx';
import { useOutsideWords } from './words/outside/words.ts';
import { type Place, placesOf, type Work } from './work.ts';

export type OutsideProps = Readonly<{ work: Work; tab: string; choose: (place: Place) => void }>;

/** The pages outside of a workplace. */
export function Outside({ work, tab, choose }: OutsideProps) {
  if (tab === 'mails') return <Mails work={work} />;
  return placesOf(work.account).length > 1 ? <Workplaces {...{ work, choose }} /> : <NoWork work={work} />;
}

/** The choice between several workplaces. */
function Workplaces({ work, choose }: Omit<OutsideProps, 'tab'>) {
  const { roles, platform } = useWords();
  const { workplaces } = useOutsideWords();
  const workIn = (place: Place): string => {
    if (place.kind === 'platform') return platform.role;
    if (place.kind === 'clinic') return `${workplaces.clinic} ${place.practitioner.organization}`;
    const { tabs, workplace } = place;
    return `${tabs[0] === 'handout' ? workplaces.handout : workplaces.team} ${roles[workplace.role]}`;
  };
  return (
    <Page title={workplaces.title} isNarrow>
      <ul class="bag">
        {placesOf(work.account).map((place) => (
          <li key={place.id}>
            <button type="button" onClick={() => choose(place)}>
              <b>
                <bdi>{place.kind === 'platform' ? platform.name : place.name}</bdi>
              </b>
              <span>{workIn(place)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="hint">{workplaces.hint}</p>
      <MailsLink />
    </Page>
  );
}

/** The switch of mails, which everybody has. */
function MailsLink() {
  const { mails } = useWords();
  return (
    <p>
      <a href="#mails">{mails}</a>
    </p>
  );
}

/** An account without a role reads how to get one. */
function NoWork({ work }: { readonly work: Work }) {
  const { locked } = useWords();
  const { workplaces } = useOutsideWords();
  const ways = [
    [workplaces.howWork, workplaces.howWorkText],
    [workplaces.howPractise, workplaces.howPractiseText],
    [workplaces.howOwn, workplaces.howOwnText],
  ] as const;
  const lead = (
    <>
      <p>{workplaces.noneLead}</p>
      <p class="hint">
        {locked.signedInAs} {work.signIn.mail}
      </p>
    </>
  );
  return (
    <Page title={workplaces.none} lead={lead} isNarrow>
      <section class="form">
        <h2>{workplaces.how}</h2>
        <dl class="form">
          {ways.map(([who, how]) => (
            <div key={who}>
              <dt>
                <b>{who}</b>
              </dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Button kind="wide" label={workplaces.checkAgain} act={work.checkAgain} />
      <MailsLink />
    </Page>
  );
}
