import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../functions/analytics/reports/contract.examples.ts';
import { escaped, html, trusted } from '../../../web/markup.ts';
import { certificateReport } from '../../../web/report/certificate-report.ts';
import { merchantReport, stateOf } from '../../../web/report/merchant-report.ts';
import { percent } from '../../../web/report/numbers.ts';
import { byMonth, byWeek, monthLabel, periodSentence, timeOfDay } from '../../../web/report/times.ts';
import { words } from '../../../web/report/words/en.ts';
import { reportWords } from '../../../web/report/words/languages.ts';
import { workspaceReport } from '../../../web/report/workspace-report.ts';
import { CAMPAIGNS, campaign, merchantCounts, REPORTED_AT, workspaceCounts } from '../reports.ts';

/** The words and the numbers of the reports. */

const outcomes = (redeemed: number, reserved: number, expired: number) => ({ redeemed, reserved, expired });
const count = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5000 }));
const numbersIn = (text: string) =>
  [...text.replaceAll(/“[^”]*”/g, '').matchAll(/\d[\d,]*/g)].map(([found]) =>
    Number(found.replaceAll(',', '')),
  );

describe('the headline of a merchant', () => {
  it.each([
    [
      outcomes(65, 18, 9),
      ['Beg Galas'],
      '65 of 92 reserved gifts were collected, and “Beg Galas” has none left',
    ],
    [outcomes(1, 0, 9), ['A', 'B'], '1 of 10 reserved gifts was collected, and “A” and “B” have none left'],
    [
      outcomes(1284, 0, 0),
      ['A', 'B', 'C'],
      'All 1,284 reserved gifts were collected, and 3 open campaigns have none left',
    ],
    [outcomes(0, 5, 3), [], 'None of the 8 reserved gifts has been collected yet'],
    [outcomes(0, 0, 3), [], 'None of the 3 reserved gifts was collected'],
    [outcomes(1, 0, 0), [], 'The one reserved gift was collected'],
    [outcomes(0, 1, 0), [], 'One gift was reserved, and can still be collected'],
    [outcomes(0, 0, 1), [], 'The one reserved gift was not collected'],
    [outcomes(0, 0, 0), ['A'], 'No gifts were reserved in the period, and “A” has none left'],
  ])('of %o', (counts, taken, headline) => {
    expect(words.headlines.merchant(counts, taken)).toBe(headline);
  });

  it('never says more than the numbers', () => {
    fc.assert(
      fc.property(
        count,
        count,
        count,
        fc.integer({ min: 0, max: 5 }),
        (redeemed, reserved, expired, taken) => {
          const titles = Array.from({ length: taken }, (_, n) => `Beg ${n}`);
          const headline = words.headlines.merchant({ redeemed, reserved, expired }, titles);
          const all = redeemed + reserved + expired;
          for (const said of numbersIn(headline)) expect([redeemed, all, taken]).toContain(said);
          if (/^All|^The one reserved gift was collected/.test(headline))
            expect([redeemed, all]).toEqual([all, redeemed]);
          if (/^No/.test(headline)) expect(redeemed).toBe(0);
          if (/yet|still/.test(headline)) expect(reserved).toBeGreaterThan(0);
          expect(/none left/.test(headline)).toBe(taken > 0);
          expect(headline).not.toMatch(/because|so |only|well|already|more|less/);
        },
      ),
    );
  });

  it('names only campaigns that are open, and have nothing left at the time of the report', () => {
    const taken = [0, 0, 0] as const;
    const campaigns = [
      campaign('Ended', taken, { endsAt: REPORTED_AT }),
      campaign('Closed', taken, { status: 'closed' }),
      campaign('Opens', taken, { startsAt: '2026-11-28T16:00:00.000Z' }),
      campaign('Left', [5, 5, 1]),
      campaign('Taken', [5, 5, 0]),
    ];
    expect(campaigns.map((each) => stateOf(each, REPORTED_AT))).toEqual([
      'ended',
      'closed',
      'opens',
      undefined,
      'all_taken',
    ]);
    const { body } = merchantReport({ workspace: 'Pasar', report: merchantCounts(31), campaigns, words });
    expect(body).toMatch(/<h1>[^<]* and “Taken” has none left<\/h1>/);
  });
});

describe('the headline of a workspace', () => {
  it.each([
    [184, 5, 1, '184 members now; 5 joined and 1 left in the period'],
    [1, 1, 0, '1 member now; 1 joined and nobody left in the period'],
    [0, 0, 2, 'No members now; nobody joined and 2 left in the period'],
    [9, 0, 0, '9 members now; nobody joined or left in the period'],
  ])('of %i members, %i who joined and %i who left', (active, joined, ended, headline) => {
    expect(words.headlines.workspace({ active, joined, ended })).toBe(headline);
  });
});

describe('the headline of certificate totals', () => {
  it.each([
    [46, 97, 4, '46 shared requests cover 97 calendar days in total, and 4 wait for a decision'],
    [2, 3, 1, '2 shared requests cover 3 calendar days in total, and 1 waits for a decision'],
    [2, 3, 2, '2 shared requests cover 3 calendar days in total, and all wait for a decision'],
    [1, 1, 1, '1 shared request covers 1 calendar day, and waits for a decision'],
    [3, 1000, 0, '3 shared requests cover 1,000 calendar days in total, and none waits for a decision'],
    [0, 0, 0, 'No shared requests in the period'],
  ])('of %i requests with %i days, of which %i wait', (requests, calendarDays, waiting, headline) => {
    expect(words.headlines.certificates({ requests, calendarDays, waiting })).toBe(headline);
  });
});

describe('the numbers of a report', () => {
  it('say 0% and 100% only if it is so exactly', () => {
    expect([percent(0, 9), percent(9, 9), percent(1, 5000), percent(4999, 5000), percent(65, 74)]).toEqual(
      ['0', '100', '1', '99', '88'].map((text) => `${text}%`),
    );
  });

  it('are joined by weeks from the first day, and by calendar months, and add up', () => {
    const { daily } = merchantCounts(366);
    const sumOf = (days: typeof daily) => days.reduce((sum, { claimsReserved }) => sum + claimsReserved, 0);
    for (const spans of [byWeek(daily, REPORTED_AT), byMonth(daily, REPORTED_AT)]) {
      expect(spans.flatMap(({ days }) => days)).toEqual(daily);
      expect(spans.reduce((sum, { days }) => sum + sumOf([...days]), 0)).toBe(sumOf(daily));
      expect(spans.filter(({ until }) => until !== undefined)).toEqual([spans.at(-1)]);
    }
    const months = byMonth(daily, REPORTED_AT).map((span) =>
      monthLabel({ ...span, until: undefined }, words),
    );
    expect([months.length, months[0], months[1], months.at(-1)]).toEqual([
      13,
      '24 to 30 November 2025',
      'December 2025',
      '1 to 24 November 2026',
    ]);
  });

  it('leave out gifts for a company without any, and no other numbers', () => {
    const company = workspaceReport({
      workspace: 'Teknologi Maju',
      report: workspaceCounts(31, false),
      words,
    });
    expect(company.body).not.toMatch(/gift|collected|reserved/i);
    expect(company.body).toContain('members now');
    const merchant = workspaceReport({ workspace: 'Pasar Segar', report: workspaceCounts(31, true), words });
    expect(merchant.body).toContain('gifts reserved in the period');
  });

  it('show the campaigns with the least left first, all on one scale', () => {
    const { body } = merchantReport({
      workspace: 'Pasar',
      report: merchantCounts(31),
      campaigns: CAMPAIGNS,
      words,
    });
    const rows = [
      ...body.matchAll(
        /<th scope="row">([^<]+?) ?(?:<b[^>]*>([^<]+)<\/b>)?<span class="under"><svg.*?<\/svg><\/span><\/th><td class="bar"><svg[^>]*>(.*?)<\/svg>/g,
      ),
    ];
    expect(rows.map(([, title, state = '']) => `${title}: ${state}`)).toEqual([
      'Beg Galas Edisi Terhad: All taken',
      'Set Cuba Teh Halia: Ended',
      'Botol Air Sihat: ',
      'Payung Lipat: Closed',
      'Tuala Sukan Merdeka: Opens 29 Nov',
      'Saringan Kesihatan Percuma: ',
      'Hadiah Kilat: ',
    ]);
    const lengths = rows.map(([, , , drawn = '']) =>
      [...drawn.matchAll(/ width="([\d.]+)"/g)].reduce((sum, [, width]) => sum + Number(width), 0),
    );
    const perUnit = lengths
      .slice(0, -1)
      .map((length, n) => length / ([12, 40, 120, 20, 100, 30][n] ?? Number.NaN));
    for (const each of perUnit) expect(each).toBeCloseTo(perUnit[0] ?? 0, 1);
    const hatched = rows.filter(([, , , drawn]) => drawn?.includes('fill="url(#report-held)"'));
    expect(hatched.map(([, title]) => title)).toEqual(['Beg Galas Edisi Terhad', 'Botol Air Sihat']);
  });

  const totals = examples.medicalCertificateTotals.success[200];
  const certificates = (calendarDays = totals.calendarDays) =>
    certificateReport({ workspace: 'Teknologi Maju', report: { ...totals, calendarDays }, words });

  it('are four at the top of each page, and its end says how to read them', () => {
    for (const { body } of [
      merchantReport({ workspace: 'Pasar', report: merchantCounts(31), campaigns: CAMPAIGNS, words }),
      workspaceReport({ workspace: 'Teknologi Maju', report: workspaceCounts(31, false), words }),
      certificates(),
    ]) {
      const [, figures = ''] = /<dl>(.*?)<\/dl>/.exec(body) ?? [];
      expect(figures.match(/<dt>/g)).toHaveLength(4);
      expect([...body.matchAll(/<h2>([^<]+)/g)].at(-1)?.[1]).toBe('How to read the numbers');
    }
  });

  it('have a square for each calendar day of certificates, by status, and fewer if there are many', () => {
    const squares = (...args: Parameters<typeof certificates>) => {
      const [, drawn = ''] =
        /sorted by status.* role="img"[^>]*>(.*?)<\/svg>/.exec(certificates(...args).body) ?? [];
      const paths = drawn.matchAll(/<path (\S+) d="([^"]*)"/g);
      return [...paths].map(([, fill, d = '']) => [fill, d.match(/M/g)?.length]);
    };
    const [held, approved, rejected, withdrawn] = [
      'fill="url(#report-held)"',
      'class="c"',
      'class="x"',
      'class="l"',
    ];
    expect(squares({ submitted: 4, approved: 75, rejected: 10, withdrawn: 8 })).toEqual([
      [held, 4],
      [approved, 75],
      [rejected, 10],
      [withdrawn, 8],
    ]);
    // Each square is 240 days of 94,008.
    expect(squares({ submitted: 4000, approved: 90_000, rejected: 1, withdrawn: 7 })).toEqual([
      [held, 17],
      [approved, 375],
      [rejected, 1],
      [withdrawn, 1],
    ]);
  });
});

describe('the times of a report', () => {
  const sentence = (reportedAt: string, from: string, to: string) =>
    periodSentence({ reportedAt, period: { from, to } }, words);

  it('are Malaysian, and say what is not complete', () => {
    expect(sentence(REPORTED_AT, '2026-10-25', '2026-11-24')).toBe(
      '25 October to 24 November 2026 (31 days). As of 24 November 2026, 7.58 am, so the last day is not complete.',
    );
    expect(sentence('2026-11-24T16:00:00.000Z', '2026-11-24', '2026-11-24')).toBe(
      '24 November 2026 (1 day). As of 25 November 2026, 12 midnight.',
    );
    expect(sentence(REPORTED_AT, '2026-11-01', '2026-11-30')).toMatch(/, so the period is not complete\.$/);
    expect(sentence(REPORTED_AT, '2026-12-01', '2026-12-31')).toMatch(/, before the period\.$/);
    expect(words.longRange({ from: '2025-12-31', to: '2026-01-01' })).toBe(
      '31 December 2025 to 1 January 2026',
    );
    expect(timeOfDay(new Date('2026-11-24T04:05:00.000Z'), words)).toBe('12.05 pm');
  });
});

describe('a report in another language', () => {
  const totals = examples.medicalCertificateTotals.success[200];
  /** The reports of a language, without what people have named. */
  async function reportsIn(language: keyof typeof reportWords) {
    const { words: own } = await reportWords[language]();
    return [
      ...[31, 366].map((days) =>
        merchantReport({ workspace: '–', report: merchantCounts(days), campaigns: CAMPAIGNS, words: own }),
      ),
      ...[false, true].map((hasGifts) =>
        workspaceReport({ workspace: '–', report: workspaceCounts(31, hasGifts), words: own }),
      ),
      certificateReport({ workspace: '–', report: totals, words: own }),
    ];
  }
  const textOf = (body: string) => {
    const titles = CAMPAIGNS.map(({ title }) => title);
    const text = body.replaceAll(/<[^>]*aria-label="([^"]*)"[^>]*>/g, ' $1 ').replaceAll(/<[^>]+>/g, ' ');
    return titles.reduce((rest, title) => rest.replaceAll(title, ''), text);
  };

  it.each([
    ['ms-MY', /\b(the|of|and|gifts?|collected|left|members?|requests?|day|week)\b/i],
    ['zh-Hans-MY', /[a-z]{2,}/i],
  ] as const)('has no English word in %s, and the same numbers', async (language, english) => {
    const [english_, own] = [await reportsIn('en-MY'), await reportsIn(language)];
    for (const [n, { body, language: tag }] of own.entries()) {
      expect(tag).toBe(language);
      expect(body).toContain(`<article class="report" lang="${language}">`);
      expect(textOf(body)).not.toMatch(english);
      const cells = (of: string) => [...of.matchAll(/<td>([\d,]+)/g)].map(([, cell]) => cell);
      expect(cells(body)).toEqual(cells(english_[n]?.body ?? ''));
    }
  });

  it.each([
    ['ms-MY', '65 daripada 92 hadiah yang ditempah telah diambil, dan “Beg Galas” sudah habis'],
    ['zh-Hans-MY', '预留的 92 份礼品中，65 份已领取；“Beg Galas”暂无剩余'],
  ] as const)('has a headline of its own in %s', async (language, headline) => {
    const { words: own } = await reportWords[language]();
    expect(own.headlines.merchant(outcomes(65, 18, 9), ['Beg Galas'])).toBe(headline);
  });

  it.each([
    [
      'ms-MY',
      '25 Oktober hingga 24 November 2026 (31 hari). Setakat 24 November 2026, 7.58 pagi, maka hari terakhir belum lengkap.',
    ],
    ['zh-Hans-MY', '2026年10月25日至11月24日（31 天）。截至2026年11月24日上午7:58，最后一天尚未结束。'],
  ] as const)('says its period in %s', async (language, sentence) => {
    const { words: own } = await reportWords[language]();
    const period = { from: '2026-10-25', to: '2026-11-24' };
    expect(periodSentence({ reportedAt: REPORTED_AT, period }, own)).toBe(sentence);
  });
});

describe('markup', () => {
  it('escapes every value, and makes characters visible that turn a text round', () => {
    const shown = html`<p title="${'"><b>'}">${'<script>&'}${trusted('<i>')}${[html`${'a<'}`, html`b`]}${3}</p>`;
    expect(shown.markup).toBe('<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt;&amp;<i>a&lt;b3</p>');
    expect(escaped('a\u202eb\u0000c\nd')).toBe('a\ufffdb\ufffdc\nd');
  });
});
