import { useEffect, useState } from 'preact/hooks';
import type { Published } from '../../../../shared/community/publishing.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../../shared/values/limits.ts';
import { isSignedOut } from '../../api.ts';
import { Button, Loaded, Note, Page, useFailure, useLanguage, useLoaded, useWords } from '../../parts.tsx';
import type { Work } from '../../work.ts';
import { Countdown } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { PlanLine } from '../parts.tsx';
import { Cell, Row, Rows, RowTitle } from '../rows.tsx';
import { numeral, usePlatform } from '../words.tsx';
import { useObstacleText } from './exhibition-table.tsx';
import { publish, sumOf, type ToPublish, type WholePlan, wholePlan } from './publishing.ts';

interface PublishManyProps {
  readonly work: Work;
  readonly operations: PlatformOperations;
  readonly all: readonly ToPublish[];
  readonly onEnd: () => void;
}

/** Publishes many exhibitions, after a page that says what this does and which ones are left out. */
export function PublishMany(props: PublishManyProps) {
  const { operations, all, onEnd } = props;
  const words = usePlatform();
  const loaded = useLoaded(async () => {
    const published = await operations.campaigns('published');
    return wholePlan(all, published.length, new Date().toISOString());
  });
  const [isRunning, setRunning] = useState(false);
  const { value: plan } = loaded;
  if (plan && isRunning) return <Running {...props} {...{ plan }} />;
  return (
    <Page
      title={plan ? words.many.title(plan.ready.length, all.length) : words.halls.title}
      lead={<p>{words.many.nothingYet}</p>}
    >
      <Loaded {...loaded}>
        {(value) => <Asked plan={value} begin={() => setRunning(true)} cancel={onEnd} />}
      </Loaded>
    </Page>
  );
}

interface AskedProps {
  readonly plan: WholePlan;
  readonly begin: () => void;
  readonly cancel: () => void;
}

function Asked({ plan: { ready, leftOut, campaignsThen }, begin, cancel }: AskedProps) {
  const { many, halls, showMore } = usePlatform();
  const words = useWords();
  const obstacleText = useObstacleText();
  const [isWhole, setWhole] = useState(false);
  const { exhibitions, challenges, campaigns } = sumOf(ready);
  const figures = [
    [many.exhibitions, exhibitions],
    [many.challenges, challenges],
    [many.gifts, campaigns],
    [many.campaignsThen(MAX_PUBLISHED_CAMPAIGNS), campaignsThen],
  ] as const;
  const rows = isWhole ? leftOut : leftOut.slice(0, 10);
  return (
    <>
      <dl class="figures">
        {figures.map(([what, count]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{numeral(count)}</dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        {ready.length > 0 && <Button kind="main large" label={many.publish(ready.length)} act={begin} />}
        <Button label={words.cancel} act={cancel} />
      </div>
      <p class="hint">{many.text}</p>
      {leftOut.length > 0 && (
        <section>
          <h2 id="left-out">{many.leftOut(leftOut.length)}</h2>
          <p class="hint">{many.leftOutText}</p>
          <Rows titleId="left-out" look="" columns={[{ label: halls.columns[0] }, { label: many.why }]}>
            {rows.map(({ of, why }) => (
              <Row key={of.exhibition.event.joinCode}>
                <RowTitle>
                  <bdi>{of.exhibition.event.title}</bdi>
                  <span class="sub code">{of.exhibition.event.joinCode}</span>
                </RowTitle>
                <Cell label={many.why}>{obstacleText(why)}</Cell>
              </Row>
            ))}
          </Rows>
          {leftOut.length > rows.length && (
            <div class="more">
              <Button label={showMore(leftOut.length - rows.length)} act={() => setWhole(true)} />
            </div>
          )}
        </section>
      )}
    </>
  );
}

type Known = Published<unknown> & { readonly at: string };
const LAST = 10;

/** Publishes, shows how far it is, and goes on after a lost answer. */
function Running({ work, operations, plan, onEnd }: PublishManyProps & { readonly plan: WholePlan }) {
  const { many } = usePlatform();
  const { dates } = useLanguage();
  const failure = useFailure();
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const [isBusy, setBusy] = useState(true);
  const [stoppedAt, setStoppedAt] = useState('');
  const { ready } = plan;
  const withOutcome = (name: Known['outcome']['name']) =>
    [...known.values()].filter(({ outcome }) => outcome.name === name);
  const [published, refused, unknown] = [
    withOutcome('published'),
    withOutcome('refused'),
    withOutcome('unknown'),
  ];
  const left = ready.filter(({ exhibition }) => {
    const outcome = known.get(exhibition.event.joinCode)?.outcome.name;
    return outcome !== 'published' && outcome !== 'refused';
  });
  const titles = new Map(ready.map((each) => [each.exhibition.event.joinCode, each]));
  const run = async () => {
    setBusy(true);
    await publish(operations, left, (ended) => {
      if (ended.outcome.name === 'unknown' && isSignedOut(ended.outcome.refusal)) work.signInEnded();
      if (ended.outcome.name !== 'not_sent')
        setKnown((before) => {
          const next = new Map(before);
          // The latest one is the last.
          next.delete(ended.joinCode);
          return next.set(ended.joinCode, { ...ended, at: new Date().toISOString() });
        });
    });
    setStoppedAt(new Date().toISOString());
    setBusy(false);
  };
  useEffect(() => void run(), []);
  const isLost = !isBusy && left.length > 0;
  const isDone = !isBusy && left.length === 0;
  const nameOf = (code: string) => titles.get(code)?.exhibition.event.title ?? code;
  const endOf = ({ joinCode, outcome, at }: Known): string => {
    const { challenges = 0, campaigns = [] } = titles.get(joinCode) ?? {};
    if (outcome.name === 'published') return many.published(challenges, campaigns.length, dates.time(at));
    return outcome.name === 'refused' ? failure(outcome.refusal) : many.noAnswer;
  };
  return (
    <Page
      title={many.progress(published.length, ready.length)}
      lead={isLost && <p>{many.lostAt(dates.time(stoppedAt))}</p>}
    >
      {isLost && (
        <Note
          kind="warn"
          title={many.noAnswerAbout(unknown.map(({ joinCode }) => nameOf(joinCode)).join(', '))}
          more={many.goOnText}
        />
      )}
      <progress
        max={ready.length}
        value={published.length + refused.length}
        aria-label={many.progress(published.length, ready.length)}
      />
      <p class="unseen" role="status">
        {isDone && many.progress(published.length, ready.length)}
      </p>
      {isLost && (
        <>
          <div class="actions">
            <Button kind="main large" label={many.goOn(left.length)} act={run} />
            <Button label={many.stop} act={onEnd} />
          </div>
          <p class="hint">
            <Countdown act={() => void run()} /> {many.stopText}
          </p>
        </>
      )}
      {isDone && (
        <div class="actions">
          <Button kind="main" label={many.back} act={onEnd} />
        </div>
      )}
      {refused.length > 0 && (
        <section>
          <h2>{many.refused(refused.length)}</h2>
          <Lines {...{ nameOf, endOf }} known={refused} />
        </section>
      )}
      {known.size > 0 && (
        <section>
          <h2>{many.last}</h2>
          <Lines {...{ nameOf, endOf }} known={[...unknown, ...[...published].reverse().slice(0, LAST)]} />
        </section>
      )}
    </Page>
  );
}

interface LinesProps {
  readonly known: readonly Known[];
  readonly nameOf: (code: string) => string;
  readonly endOf: (known: Known) => string;
}

const Lines = ({ known, nameOf, endOf }: LinesProps) => (
  <ol class="plan">
    {known.map((each) => (
      <PlanLine
        key={each.joinCode}
        sign={each.outcome.name === 'published' ? 'tick' : 'unknown'}
        back={endOf(each)}
      >
        <b>
          <bdi>{nameOf(each.joinCode)}</bdi>
        </b>{' '}
        <span class="code hint">{each.joinCode}</span>
      </PlanLine>
    ))}
  </ol>
);
