import type { Workplace } from './api.ts';
import { Languages, Lead, useWords } from './parts.tsx';
import { tabsOf, type Work, workplacesOf } from './work.ts';

interface Props {
  readonly work: Work;
  readonly signOut: () => void;
}

/** The choice between several workplaces. */
export function Workplaces({
  work,
  signOut,
  onChosen,
}: Props & { readonly onChosen: (workplace: Workplace) => void }) {
  const words = useWords();
  const { workplaces } = words;
  return (
    <>
      <PlainBar signOut={signOut} />
      <main class="page narrow" id="work">
        <Lead title={workplaces.title} />
        <ul class="bag">
          {workplacesOf(work.account).map((workplace) => (
            <li key={workplace.workspaceId}>
              <button type="button" onClick={() => onChosen(workplace)}>
                <b>
                  <bdi>{workplace.name}</bdi>
                </b>
                <span>
                  {tabsOf(workplace)[0] === 'counter' ? workplaces.counter : workplaces.team}{' '}
                  {words.roles[workplace.role]}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p class="hint">{workplaces.hint}</p>
        <footer>
          <Languages />
        </footer>
      </main>
    </>
  );
}

/** An account without a role reads how to get one. */
export function NoWork({ work, signOut, checkAgain }: Props & { readonly checkAgain: () => void }) {
  const { workplaces, locked } = useWords();
  return (
    <>
      <PlainBar signOut={signOut} />
      <main class="page narrow" id="work">
        <Lead title={workplaces.none}>
          <p>{workplaces.noneLead}</p>
          <p class="hint">
            {locked.signedInAs} {work.signIn.mail}
          </p>
        </Lead>
        <section class="form">
          <h2>{workplaces.how}</h2>
          <dl class="form">
            <div>
              <dt>
                <b>{workplaces.howWork}</b>
              </dt>
              <dd>{workplaces.howWorkText}</dd>
            </div>
            <div>
              <dt>
                <b>{workplaces.howOwn}</b>
              </dt>
              <dd>{workplaces.howOwnText}</dd>
            </div>
          </dl>
        </section>
        <button type="button" class="button wide" onClick={checkAgain}>
          {workplaces.checkAgain}
        </button>
        <footer>
          <Languages />
        </footer>
      </main>
    </>
  );
}

function PlainBar({ signOut }: Pick<Props, 'signOut'>) {
  const words = useWords();
  return (
    <header class="bar">
      <div class="where">
        <b>{words.desk}</b>
      </div>
      <button type="button" class="button" onClick={signOut}>
        {words.signOut}
      </button>
    </header>
  );
}
