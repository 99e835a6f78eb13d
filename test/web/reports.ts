import { examples } from '../../functions/analytics/reports/contract.examples.ts';
import { addDays } from '../../shared/values/calendar.ts';
import type { CampaignStock, MerchantCounts, WorkspaceCounts } from '../../web/report/report.ts';

/** Reports with many days, for the tests of their pages. */

/** 7.58 am of 24 November 2026 in Malaysia. */
export const REPORTED_AT = '2026-11-23T23:58:00.000Z';
const TODAY = '2026-11-24';

/** Days that end today, of which the last ones still have open reservations. */
function giftDays(count: number) {
  return Array.from({ length: count }, (_, n) => {
    const left = count - 1 - n;
    const claimOutcomes = {
      redeemed: 1 + (n % 9) * 137,
      reserved: left < 3 ? 9 - left * 3 : 0,
      expired: n % 5 === 0 ? 13 : 0,
    };
    const claimsReserved = claimOutcomes.redeemed + claimOutcomes.reserved + claimOutcomes.expired;
    return { date: addDays(TODAY, -left), claimsReserved, claimOutcomes };
  });
}

type Days = ReturnType<typeof giftDays>;
const sum = (days: Days, count: (day: Days[number]) => number) => days.reduce((a, day) => a + count(day), 0);
const outcomesOf = (days: Days) => ({
  reserved: sum(days, ({ claimOutcomes }) => claimOutcomes.reserved),
  redeemed: sum(days, ({ claimOutcomes }) => claimOutcomes.redeemed),
  expired: sum(days, ({ claimOutcomes }) => claimOutcomes.expired),
});
const periodOf = (count: number) => ({
  reportedAt: REPORTED_AT,
  period: { from: addDays(TODAY, 1 - count), to: TODAY, days: count },
});

export function campaign(
  title: string,
  [redeemed, held, available]: readonly [redeemed: number, held: number, available: number],
  others: Partial<CampaignStock> = {},
): CampaignStock {
  const [example] = examples.listMerchantCampaigns.success[200].campaigns;
  if (!example) throw new Error('there is no example of a campaign');
  const { closedAt: _, ...open } = example;
  const stock = { redeemed, held, available, total: redeemed + held + available };
  const times = { startsAt: '2026-10-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' };
  return { ...open, ...times, status: 'published', title, stock, ...others };
}

export const CAMPAIGNS = [
  campaign('Hadiah Kilat', [0, 0, 1]),
  campaign('Beg Galas Edisi Terhad', [8, 4, 0]),
  campaign('Botol Air Sihat', [30, 14, 76]),
  campaign('Set Cuba Teh Halia', [26, 0, 14], { endsAt: '2026-11-20T00:00:00.000Z' }),
  campaign('Payung Lipat', [6, 0, 14], { status: 'closed' }),
  campaign('Tuala Sukan Merdeka', [0, 0, 100], { startsAt: '2026-11-28T16:00:00.000Z' }),
  campaign('Saringan Kesihatan Percuma', [0, 0, 30]),
];

export function merchantCounts(count: number): MerchantCounts {
  const daily = giftDays(count);
  const stock = { total: 323, available: 235, held: 18, redeemed: 70 };
  const claimsReserved = sum(daily, (day) => day.claimsReserved);
  const report = examples.merchantReport.success[200];
  return { ...report, ...periodOf(count), stock, claimsReserved, claimOutcomes: outcomesOf(daily), daily };
}

/** @param hasGifts false for a company, which has no campaigns */
export function workspaceCounts(count: number, hasGifts: boolean): WorkspaceCounts {
  const none = { claimsReserved: 0, claimOutcomes: { reserved: 0, redeemed: 0, expired: 0 } };
  const daily = giftDays(count).map((day, n) => ({
    ...day,
    ...(!hasGifts && none),
    membersJoined: (n % 4) * 12,
    membersEnded: n % 11 === 0 ? 10 : 0,
    invitationsCreated: (n % 6) * 17,
    invitationsAccepted: (n % 4) * 12,
  }));
  const report = examples.workspaceAnalytics.success[200];
  const { current, periodCounts } = report;
  return {
    ...report,
    ...periodOf(count),
    current: { ...current, ...(!hasGifts && { availableStock: 0, heldStock: 0, redeemedStock: 0 }) },
    periodCounts: { ...periodCounts, claimsReserved: sum(daily, (day) => day.claimsReserved) },
    claimOutcomes: outcomesOf(daily),
    daily,
  };
}
