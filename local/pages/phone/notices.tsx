import { useState } from 'preact/hooks';
import { noticeKindOf } from '../../../shared/notices/kinds.ts';
import { sentences as en } from '../../../shared/notices/sentences/en.ts';
import { sentences as ms } from '../../../shared/notices/sentences/ms.ts';
import { type Sentences, saying } from '../../../shared/notices/sentences/sentence.ts';
import { sentences as zh } from '../../../shared/notices/sentences/zh.ts';
import { malaysianDate } from '../../../shared/values/calendar.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../shared/values/languages.ts';
import { LANGUAGE_NAMES } from '../../../web/browser/languages.ts';
import { accessMark, type components, type Notice } from '../../../web/client/client.ts';
import { type Dates, datesIn } from '../../../web/desk/dates.ts';
import { words as enWords } from '../../../web/desk/words/en.ts';
import { words as msWords } from '../../../web/desk/words/ms.ts';
import { words as zhWords } from '../../../web/desk/words/zh.ts';

/** The notices of a person, in the three languages of apps. */

export type News = components['schemas']['ExhibitionNews'];

interface Texts {
  readonly sentences: Sentences;
  readonly times: Parameters<typeof datesIn>[1];
  readonly title: string;
  readonly decide: string;
  readonly today: string;
  readonly earlier: string;
  readonly markRead: string;
  readonly none: string;
  readonly foot: string;
}

const TEXTS: Readonly<Record<PageLanguage, Texts>> = {
  'en-MY': {
    sentences: en,
    times: enWords.times,
    title: 'Notices',
    decide: 'To decide',
    today: 'Today',
    earlier: 'Earlier',
    markRead: 'Mark all as read',
    none: 'There are no notices.',
    foot: 'Notices stay for 90 days. The access log keeps who read your records.',
  },
  'ms-MY': {
    sentences: ms,
    times: msWords.times,
    title: 'Notis',
    decide: 'Perlu keputusan',
    today: 'Hari ini',
    earlier: 'Terdahulu',
    markRead: 'Tandakan semua sebagai dibaca',
    none: 'Tiada notis.',
    foot: 'Notis disimpan selama 90 hari. Log akses menyimpan siapa yang membaca rekod anda.',
  },
  'zh-Hans-MY': {
    sentences: zh,
    times: zhWords.times,
    title: '通知',
    decide: '待决定',
    today: '今天',
    earlier: '更早',
    markRead: '全部标为已读',
    none: '没有通知。',
    foot: '通知保留 90 天。谁看过您的记录，请看访问记录。',
  },
};

interface NoticesProps {
  readonly notices: readonly Notice[];
  readonly exhibitions: readonly News[];
  readonly unread: number;
  /** The access requests of the person. Those that are pending are to be decided. */
  readonly requests: readonly Pick<components['schemas']['AccessRequest'], 'id' | 'status'>[];
  /** Marks the notices as read up to the latest one. */
  readonly markRead: (noticeId: string) => unknown;
}

export function Notices({ notices, exhibitions, unread, requests, markRead }: NoticesProps) {
  const [language, setLanguage] = useState<PageLanguage>('en-MY');
  const texts = TEXTS[language];
  const dates = datesIn(language, texts.times);
  const now = new Date().toISOString();
  const pending = new Set(requests.flatMap(({ id, status }) => (status === 'pending' ? [id] : [])));
  const isToDecide = ({ kind, about }: Notice) =>
    kind === 'access_requested' && pending.has(about.accessRequestId ?? '');
  const rows = [
    ...notices.map((notice) => ({ ...rowOf(notice, texts, dates), isFirst: isToDecide(notice) })),
    ...exhibitions.map((news) => ({ ...rowOfNews(news, texts, dates), isFirst: false })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  const today = dates.day(now);
  const groups = [
    { name: texts.decide, of: rows.filter(({ isFirst }) => isFirst) },
    { name: texts.today, of: rows.filter(({ at, isFirst }) => !isFirst && dates.day(at) === today) },
    { name: texts.earlier, of: rows.filter(({ at, isFirst }) => !isFirst && dates.day(at) !== today) },
  ];
  const [latest] = notices;
  return (
    <section class="notices" lang={language} aria-labelledby="notices">
      <h2 id="notices">
        {texts.title} {unread > 0 && <span class="tag solid">{unread}</span>}
      </h2>
      <div class="actions">
        {PAGE_LANGUAGES.map((each) => (
          <button
            type="button"
            class="button"
            key={each}
            lang={each}
            aria-pressed={each === language}
            onClick={() => setLanguage(each)}
          >
            {LANGUAGE_NAMES[each]}
          </button>
        ))}
      </div>
      {rows.length === 0 && <p class="hint">{texts.none}</p>}
      {groups
        .filter(({ of }) => of.length > 0)
        .map(({ name, of }) => (
          <div key={name}>
            <h3>{name}</h3>
            <ul class="certs">
              {of.map((row) => (
                <Row {...row} key={row.key} time={dates.near(row.at)} />
              ))}
            </ul>
          </div>
        ))}
      {unread > 0 && latest && (
        <button type="button" class="button" onClick={() => markRead(latest.id)}>
          {texts.markRead}
        </button>
      )}
      <p class="hint">{texts.foot}</p>
    </section>
  );
}

interface Shown {
  readonly key: string;
  readonly at: string;
  readonly title: string;
  readonly line: string;
  readonly details: string;
  readonly mark?: string | undefined;
  readonly isRead: boolean;
  readonly isFirst?: boolean;
}

const Row = ({ title, line, details, mark, isRead, isFirst, time }: Shown & { readonly time: string }) => (
  <li class={isFirst ? 'notice first' : 'notice'}>
    <p>
      <b class={isRead ? 'none' : undefined}>{title}</b> <span class="hint">{time}</span>
    </p>
    <p>{line}</p>
    {details && (
      <p class="hint">
        <bdi>{details}</bdi>
      </p>
    )}
    {mark && (
      <p>
        <span class="tag code">{mark}</span>
      </p>
    )}
  </li>
);

function rowOf(notice: Notice, { sentences }: Texts, dates: Dates): Shown {
  const { id, kind, at, until, read, about, title, practitioner, firstDay, lastDay } = notice;
  const { accessRequestId } = about;
  const isLate = kind === 'redemption_taken_back' && until <= at;
  const mark = accessRequestId && accessMark(accessRequestId).slice(0, 4);
  const told = saying(sentences[isLate ? 'redemption_taken_back_late' : nameOf(kind)], {
    t: dates.near(until),
    day: dates.day(until),
    ...(firstDay && lastDay && { days: dates.days(firstDay, lastDay) }),
    ...(mark && { code: mark }),
  });
  const { name, specialty, organization } = practitioner ?? {};
  return {
    ...told,
    key: id,
    at,
    details: [title, name, specialty, organization].filter(Boolean).join(', '),
    mark: noticeKindOf(nameOf(kind)).area === 'clinical' ? mark : undefined,
    isRead: read,
  };
}

/** The Malaysian day of a time. @param more milliseconds, as an end does not belong to its exhibition */
const dayOf = (time: string, more = 0) => malaysianDate(new Date(Date.parse(time) + more));

function rowOfNews(news: News, { sentences }: Texts, dates: Dates): Shown {
  const { joinCode, title, venue, startsAt, endsAt, at, read, finalChallengeId, cancelled } = news;
  const kind = cancelled ? 'exhibition_cancelled' : finalChallengeId ? 'results_final' : 'exhibition_changed';
  return {
    ...saying(sentences[kind], { days: dates.days(dayOf(startsAt), dayOf(endsAt, -1)) }),
    key: `${joinCode} ${finalChallengeId ?? ''}`,
    at,
    details: cancelled || finalChallengeId ? title : [title, dates.near(startsAt), venue].join(', '),
    isRead: read,
  };
}

/** The platform may have kinds that this page does not know; its own ones it does. */
const nameOf = (kind: Notice['kind']) => kind as Parameters<typeof noticeKindOf>[0];
