import { number } from '../numbers.ts';
import type { ReportWords } from './en.ts';
import { MAX_TITLES, type Outcomes, partsOf, quoted } from './phrases.ts';

function giftClause({ reserved: open, redeemed, expired }: Outcomes): string {
  const all = open + redeemed + expired;
  if (all === 0) return '期间内没有人预留礼品';
  if (all === 1) {
    if (redeemed === 1) return '唯一一份预留的礼品已领取';
    return open === 1 ? '有 1 份礼品已预留，仍可领取' : '唯一一份预留的礼品没有领取';
  }
  if (redeemed === all) return `预留的 ${number(all)} 份礼品全部已领取`;
  if (redeemed > 0) return `预留的 ${number(all)} 份礼品中，${number(redeemed)} 份已领取`;
  return open > 0 ? `预留的 ${number(all)} 份礼品尚无人领取` : `预留的 ${number(all)} 份礼品无人领取`;
}

function takenClause(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  if (titles.length > MAX_TITLES) return `；${number(titles.length)} 个进行中的礼品活动暂无剩余`;
  return `；${quoted(titles, '和')}暂无剩余`;
}

const longDate = (date: string): string => {
  const { day, month, year } = partsOf(date);
  return `${year}年${month + 1}月${day}日`;
};
const shortDate = (date: string): string => {
  const { day, month } = partsOf(date);
  return `${month + 1}月${day}日`;
};

const partOfDay = (hours: number): string => {
  if (hours < 5) return '凌晨';
  if (hours < 12) return '上午';
  if (hours < 13) return '中午';
  return hours < 19 ? '下午' : '晚上';
};

const DAYS = '日期以马来西亚时间为准。';
const STATUS = '状态以报告时间为准，而非期间结束时。';

export const words: ReportWords = {
  language: 'zh-Hans-MY',
  pageOf: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
  kinds: { merchant: '商家报告', certificates: '病假单报告', workspace: '工作单位报告' },
  headlines: {
    merchant: (outcomes, taken) => `${giftClause(outcomes)}${takenClause(taken)}`,
    workspace({ active, joined, ended }) {
      const now = active === 0 ? '目前没有成员' : `目前有 ${number(active)} 名成员`;
      if (joined === 0 && ended === 0) return `${now}；期间内无人加入或离开`;
      const who = (count: number) => (count > 0 ? `${number(count)} 人` : '无人');
      return `${now}；期间内 ${who(joined)}加入，${who(ended)}离开`;
    },
    certificates({ requests, calendarDays, waiting }) {
      if (requests === 0) return '期间内没有分享的申请';
      const covered = `${number(requests)} 项分享的申请共涵盖 ${number(calendarDays)} 个日历日`;
      if (waiting === 0) return `${covered}；没有待审批的申请`;
      return waiting === requests ? `${covered}；全部待审批` : `${covered}；${number(waiting)} 项待审批`;
    },
  },

  longDate,
  shortDate,
  month: (date) => `${partsOf(date).year}年${partsOf(date).month + 1}月`,
  time: (hours, minutes) =>
    minutes === '00' && hours === 0 ? '午夜12:00' : `${partOfDay(hours)}${hours % 12 || 12}:${minutes}`,
  longRange({ from, to }) {
    if (from === to) return longDate(to);
    const [first, last] = [partsOf(from), partsOf(to)];
    if (first.year !== last.year) return `${longDate(from)}至${longDate(to)}`;
    return `${longDate(from)}至${first.month === last.month ? `${last.day}日` : shortDate(to)}`;
  },
  shortRange: ({ from, to }) => (from === to ? shortDate(to) : `${shortDate(from)}至${shortDate(to)}`),
  until: (days, time) => `${days}，至${time}`,
  period({ range, days, day, time, open }) {
    const what = {
      nothing: '',
      last_day: '，最后一天尚未结束',
      some_days: '，期间尚未结束',
      all_days: '，期间尚未开始',
    }[open];
    return `${range}（${number(days)} 天）。截至${day}${time}${what}。`;
  },

  gifts: {
    title: '礼品',
    reserved: () => '期间内预留的礼品',
    collected: (open) => (open === 0 ? '已领取' : `已领取；另有 ${number(open)} 份仍可领取`),
    noneEnded: '尚无预留结束',
    ended: (ended, _, expired) =>
      `已结束的 ${number(ended)} 项预留中已领取的比例；${number(expired)} 项已过期`,
    left: (campaigns) => `${number(campaigns)} 个礼品活动的剩余数量`,
    leftOf: (total) => `共 ${total}`,
    unitsLeft: (held, collected) => `剩余数量；${number(held)} 份已预留，${number(collected)} 份已领取`,
    head: ['已预留', '已领取', '仍预留', '已过期'],
    parts: (collected, open, expired) => [`已领取 ${collected}`, `仍预留 ${open}`, `已过期 ${expired}`],
    chart: { day: '每日预留', week: '每周预留' },
    becameOf: { day: '每日预留及其结果', week: '每周预留及其结果' },
    countsOn: '预留按建立当天计算。',
  },
  stock: {
    title: '各礼品活动的库存',
    text: '所有条形使用相同比例，剩余最少的排在最前。',
    campaign: '礼品活动',
    all: '所有礼品活动',
    head: ['已领取', '已预留', '剩余', '总数'],
    states: { closed: '已关闭', ended: '已结束', all_taken: '暂无剩余' },
    opens: (day) => `${day}开始`,
  },
  members: {
    now: () => '名成员（目前）',
    joined: (left) => `人在期间内加入；${left} 人离开`,
    invited: (_, pending) => `期间内发出的邀请；${pending} 个仍可接受`,
    noneEnded: '尚无邀请结束',
    accepted: (ended, _, expired, revoked) =>
      `已结束的 ${number(ended)} 个邀请中已接受的比例；${number(expired)} 个已过期，${number(revoked)} 个已撤销`,
    head: ['加入', '离开', '已邀请', '已接受'],
    chart: { day: '每日加入的成员', week: '每周加入的成员' },
    byTheirDay: '加入和离开的成员，以及邀请，按日期计算。',
  },
  certificates: {
    requests: () => '期间内的申请',
    approvedDays: '已批准申请的日历日',
    waiting: () => '项申请待审批',
    noneDecided: '尚无已审批的申请',
    approved: (decided) => `已审批的 ${number(decided)} 项申请中已批准的比例`,
    byStatus: '按状态',
    sameScale: '所有条形使用相同比例。',
    status: '状态',
    days: '日历日',
    requestsHead: '申请',
    all: '全部',
    statuses: { submitted: '待审批', approved: '已批准', rejected: '已拒绝', withdrawn: '已撤回' },
    squares: (days) => `${number(days)} 个日历日的方格图`,
    square: (days) =>
      days === 1 ? '每格代表一个日历日，每列七天。' : `每格最多代表 ${days} 个日历日，每列七格。`,
    sorted: '按状态排列：报告不含日期。',
  },

  chart: {
    weekends: '周末以阴影显示。',
    weeks: '每条代表一周。',
    unfinished: { day: '虚线框内的一天尚未结束。', week: '虚线框内的一周尚未结束。' },
    said: (title, sum, most) => {
      const where = most && `，最多 ${most.count}（${most.isWeek ? `从${most.day}起的一周` : most.day}）`;
      return `${title}。共 ${sum}${where ?? ''}。数字见下表。`;
    },
  },
  tables: {
    byDay: '按日',
    byWeek: '按周',
    byMonth: '按月',
    day: '日期',
    days: '日期',
    month: '月份',
    total: '总计',
    table: (title) => `${title}，表格`,
  },
  notes: {
    title: '如何阅读这些数字',
    merchant: (stock, inPeriod) => [
      STATUS,
      '“已预留”指尚未领取。',
      `预留不计算已关闭或已删除的账号。这些账号领取的礼品仍计入库存的已领取数量；库存从每个礼品活动开始时计算：共领取 ${stock} 份，其中 ${inPeriod} 份在期间内预留。`,
      DAYS,
    ],
    workspace: [
      STATUS,
      '每名成员只计算最近一次加入。邀请按接受当天计为已接受。',
      '不计算已关闭或已删除的账号。',
      DAYS,
    ],
    certificates: [
      '状态以报告时间为准。只计算期间内的日子，包括未来的日子。',
      '不计算草稿和没有分享的申请。不计算已离职的员工和已删除的账号。',
      '两项申请可涵盖同一天：各计一次。',
      '这些总数不代表休假资格，也不预测缺勤。',
    ],
  },
};
