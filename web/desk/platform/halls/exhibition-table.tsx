// biome-ignore-all lint/a11y/noRedundantRoles: on phones the style makes the parts of a table blocks, which have no roles
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Exhibition } from '../../api.ts';
import { Button, useLanguage } from '../../parts.tsx';
import type { Deeds } from '../deeds.tsx';
import type { PlatformOperations } from '../operations.ts';
import { State } from '../parts.tsx';
import { BelowRow, Cell, type Column, Row, Rows, RowTitle } from '../rows.tsx';
import { numeral, usePlatform } from '../words.tsx';
import { stateOf } from './phases.ts';
import { PublishPlan } from './publish-plan.tsx';
import { obstacleOf, type ToPublish } from './publishing.ts';

interface Shared {
  /** What is still a draft, by the code of the exhibition. */
  readonly leftOver: ReadonlyMap<string, ToPublish>;
  readonly chosen: readonly ToPublish[];
  readonly onChoose: (code: string, isOn: boolean) => void;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly operations: PlatformOperations;
  readonly deeds: Deeds;
  /** Where the end of a deed is told. */
  readonly end: string;
  /** The code of the exhibition whose plan is open. */
  readonly opened: string | undefined;
  readonly setOpened: (code: string | undefined) => void;
}

const FIRST = 10;
const COLUMNS = 7;
/** The place of the number of people among the columns. */
const PEOPLE = 3;

/** Exhibitions by club, those of a club by their start. */
export function ExhibitionTable(props: Shared & { readonly shown: readonly Exhibition[] }) {
  const { shown } = props;
  const words = usePlatform();
  const { halls } = words;
  const [count, setCount] = useState(FIRST);
  const sorted = [...shown].sort(
    (a, b) => a.clubTitle.localeCompare(b.clubTitle) || (a.event.startsAt < b.event.startsAt ? -1 : 1),
  );
  const rows = sorted.slice(0, count);
  if (rows.length === 0) return <p class="hint">{halls.none}</p>;
  return (
    <>
      <Rows
        titleId="exhibitions"
        look="halls"
        columns={[
          { label: halls.chosen, look: 'pick', isUnseen: true },
          ...halls.columns.map((label, n): Column => (n === PEOPLE ? { label, look: 'num' } : { label })),
          { label: words.actions, isUnseen: true },
        ]}
      >
        {rows.map((exhibition, n) => (
          <Fragment key={exhibition.event.joinCode}>
            {exhibition.event.clubId !== rows[n - 1]?.event.clubId && <ClubRow {...{ exhibition }} />}
            <ExhibitionRow {...props} {...{ exhibition }} />
          </Fragment>
        ))}
      </Rows>
      {sorted.length > count && (
        <div class="more">
          <Button label={words.showMore(sorted.length - count)} act={() => setCount(sorted.length)} />
          <span class="hint">{words.shownOf(rows.length, sorted.length)}</span>
        </div>
      )}
    </>
  );
}

function ClubRow({ exhibition: { clubTitle, clubState, event } }: { readonly exhibition: Exhibition }) {
  const { halls } = usePlatform();
  return (
    <tr role="row" class="clubhead">
      <th scope="rowgroup" colSpan={COLUMNS}>
        <bdi>{clubTitle}</bdi>{' '}
        <span>{halls.clubStates[clubState] ?? halls.visibility(event.visibility === 'public')}</span>
      </th>
    </tr>
  );
}

function ExhibitionRow(props: Shared & { readonly exhibition: Exhibition }) {
  const { exhibition, leftOver, chosen, onChoose, now, deeds, opened, setOpened } = props;
  const { event, challenges, campaigns, phase } = exhibition;
  const { joinCode: code, title, memberCount, expectedAttendees } = event;
  const words = usePlatform();
  const { halls } = words;
  const { dates } = useLanguage();
  const obstacleText = useObstacleText();
  const left = leftOver.get(code);
  const obstacle = left && obstacleOf(left, new Date(now).toISOString());
  const isOpen = opened === code && left !== undefined;
  const [challengeCount, giftCount] = [
    challenges.draft + challenges.published,
    campaigns.draft + campaigns.published,
  ];
  const publishLabel = phase === 'draft' ? halls.publish : halls.publishRest;
  return (
    <>
      <Row {...{ isOpen }}>
        <Cell look="pick">
          {left && !obstacle && (
            <label class="choice">
              <input
                type="checkbox"
                checked={chosen.includes(left)}
                onChange={({ currentTarget }) => onChoose(code, currentTarget.checked)}
              />
              <span class="unseen">{halls.choose(title)}</span>
            </label>
          )}
        </Cell>
        <RowTitle>
          <bdi>{title}</bdi>
          <span class="sub code">{code}</span>
        </RowTitle>
        <Cell label={halls.columns[1]}>
          <State name={stateOf(exhibition, now)} />
        </Cell>
        <Cell label={halls.columns[2]}>
          {phase === 'live'
            ? halls.until(dates.near(event.endsAt))
            : dates.between(event.startsAt, event.endsAt)}
        </Cell>
        <Cell label={halls.columns[3]} look="num">
          {phase !== 'draft' && numeral(memberCount)}{' '}
          <span class="sub">
            {phase === 'draft'
              ? halls.expected(numeral(expectedAttendees))
              : halls.ofExpected(numeral(expectedAttendees))}
          </span>
        </Cell>
        <Cell label={halls.columns[4]}>
          {halls.contains(challengeCount, giftCount)}
          {left && !obstacle && phase !== 'draft' && (
            <span class="sub">{halls.stillDraft(left.challenges, left.campaigns.length)}</span>
          )}
          {obstacle && <span class="block">{obstacleText(obstacle)}</span>}
        </Cell>
        <Cell>
          <div class="actions">
            {obstacle?.name === 'club_not_published' ? (
              <a class="button" href="#waiting" aria-label={`${halls.reviewClub}: ${exhibition.clubTitle}`}>
                {halls.reviewClub}
              </a>
            ) : (
              left &&
              !obstacle && (
                <Button
                  label={publishLabel}
                  aria-label={`${publishLabel}: ${title}`}
                  aria-expanded={isOpen}
                  act={() => !deeds.isBusy && setOpened(isOpen ? undefined : code)}
                />
              )
            )}
            <a class="button" href={`#halls/${code}`} aria-label={`${halls.open}: ${title}`}>
              {halls.open}
            </a>
          </div>
        </Cell>
      </Row>
      {isOpen && (
        <BelowRow columns={COLUMNS}>
          <PublishPlan {...props} {...{ left }} close={() => setOpened(undefined)} />
        </BelowRow>
      )}
    </>
  );
}

/** Why an exhibition cannot be published. */
export function useObstacleText() {
  const { obstacles } = usePlatform();
  const { dates } = useLanguage();
  return (obstacle: NonNullable<ReturnType<typeof obstacleOf>>): string =>
    obstacle.name === 'gift_over'
      ? obstacles.gift_over(obstacle.title, dates.near(obstacle.at))
      : obstacles[obstacle.name];
}
