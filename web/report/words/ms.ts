import { number } from '../numbers.ts';
import type { ReportWords } from './en.ts';
import { MAX_TITLES, type Outcomes, partsOf, quoted, rangeIn } from './phrases.ts';

const MONTHS = [
  ...['Januari', 'Februari', 'Mac', 'April', 'Mei', 'Jun'],
  ...['Julai', 'Ogos', 'September', 'Oktober', 'November', 'Disember'],
];
const SHORT = ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ogo', 'Sep', 'Okt', 'Nov', 'Dis'];

function giftClause({ reserved: open, redeemed, expired }: Outcomes): string {
  const all = open + redeemed + expired;
  if (all === 0) return 'Tiada hadiah ditempah dalam tempoh ini';
  if (all === 1) {
    if (redeemed === 1) return 'Satu-satunya hadiah yang ditempah telah diambil';
    return open === 1
      ? 'Satu hadiah ditempah dan masih boleh diambil'
      : 'Satu-satunya hadiah yang ditempah tidak diambil';
  }
  if (redeemed === all) return `Kesemua ${number(all)} hadiah yang ditempah telah diambil`;
  if (redeemed > 0) return `${number(redeemed)} daripada ${number(all)} hadiah yang ditempah telah diambil`;
  return open > 0
    ? `Belum ada hadiah yang diambil daripada ${number(all)} yang ditempah`
    : `Tiada hadiah yang diambil daripada ${number(all)} yang ditempah`;
}

function takenClause(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  if (titles.length > MAX_TITLES) return `, dan ${number(titles.length)} kempen yang dibuka sudah habis`;
  return `, dan ${quoted(titles, ' dan ')} sudah habis`;
}

const longDate = (date: string): string => {
  const { day, month, year } = partsOf(date);
  return `${day} ${MONTHS[month]} ${year}`;
};
const shortDate = (date: string): string => {
  const { day, month } = partsOf(date);
  return `${day} ${SHORT[month]}`;
};

/** The part of the day, of which noon is longer in Malay. */
const partOfDay = (hours: number): string =>
  hours < 12 ? 'pagi' : hours < 14 ? 'tengah hari' : hours < 19 ? 'petang' : 'malam';

const DAYS = 'Hari mengikut waktu Malaysia.';
const STATUS = 'Setiap status ialah status semasa laporan dibuat, bukan pada akhir tempoh.';

export const words: ReportWords = {
  language: 'ms-MY',
  pageOf: (page, pages) => `Halaman ${page} daripada ${pages}`,
  kinds: {
    merchant: 'Laporan peniaga',
    certificates: 'Laporan sijil cuti sakit',
    workspace: 'Laporan tempat kerja',
  },
  headlines: {
    merchant: (outcomes, taken) => `${giftClause(outcomes)}${takenClause(taken)}`,
    workspace({ active, joined, ended }) {
      const now = active === 0 ? 'Tiada ahli sekarang' : `${number(active)} ahli sekarang`;
      if (joined === 0 && ended === 0) return `${now}; tiada yang menyertai atau keluar dalam tempoh ini`;
      const who = (count: number) => (count > 0 ? number(count) : 'tiada yang');
      return `${now}; ${who(joined)} menyertai dan ${who(ended)} keluar dalam tempoh ini`;
    },
    certificates({ requests, calendarDays, waiting }) {
      if (requests === 0) return 'Tiada permohonan yang dikongsi dalam tempoh ini';
      const covered = `${number(requests)} permohonan yang dikongsi meliputi ${number(calendarDays)} hari kalendar`;
      if (waiting === 0) return `${covered}, dan tiada yang menunggu keputusan`;
      if (waiting === requests)
        return `${covered}, dan ${requests === 1 ? 'masih' : 'semuanya'} menunggu keputusan`;
      return `${covered}, dan ${number(waiting)} menunggu keputusan`;
    },
  },

  longDate,
  shortDate,
  month: (date) => `${MONTHS[partsOf(date).month]} ${partsOf(date).year}`,
  time: (hours, minutes) =>
    minutes === '00' && hours % 12 === 0
      ? `12.00 tengah ${hours === 0 ? 'malam' : 'hari'}`
      : `${hours % 12 || 12}.${minutes} ${partOfDay(hours)}`,
  longRange: (period) => rangeIn(period, { longDate, months: MONTHS, to: ' hingga ' }),
  shortRange: ({ from, to }) => (from === to ? shortDate(to) : `${shortDate(from)} hingga ${shortDate(to)}`),
  until: (days, time) => `${days}, hingga ${time}`,
  period({ range, days, day, time, open }) {
    const what = {
      nothing: '',
      last_day: ', maka hari terakhir belum lengkap',
      some_days: ', maka tempoh ini belum lengkap',
      all_days: ', sebelum tempoh ini',
    }[open];
    return `${range} (${number(days)} hari). Setakat ${day}, ${time}${what}.`;
  },

  gifts: {
    title: 'Hadiah',
    reserved: () => 'hadiah ditempah dalam tempoh ini',
    collected: (open) =>
      open === 0 ? 'diambil' : `diambil setakat ini; ${number(open)} lagi masih boleh diambil`,
    noneEnded: 'belum ada tempahan yang selesai',
    ended: (ended, _, expired) =>
      `daripada ${number(ended)} tempahan yang selesai telah diambil; ${number(expired)} tamat tempoh`,
    left: (campaigns) => `unit berbaki dalam ${number(campaigns)} kempen`,
    leftOf: (total) => `daripada ${total}`,
    unitsLeft: (held, collected) =>
      `unit berbaki; ${number(held)} unit ditempah, dan ${number(collected)} diambil`,
    head: ['ditempah', 'diambil', 'masih ditempah', 'tamat tempoh'],
    parts: (collected, open, expired) => [
      `diambil ${collected}`,
      `masih ditempah ${open}`,
      `tamat tempoh ${expired}`,
    ],
    chart: { day: 'Tempahan mengikut hari', week: 'Tempahan mengikut minggu' },
    becameOf: {
      day: 'Tempahan mengikut hari, dan hasilnya',
      week: 'Tempahan mengikut minggu, dan hasilnya',
    },
    countsOn: 'Tempahan dikira pada hari ia dibuat.',
  },
  stock: {
    title: 'Stok setiap kempen',
    text: 'Semua bar mempunyai skala yang sama. Kempen dengan baki paling sedikit didahulukan.',
    campaign: 'Kempen',
    all: 'Semua kempen',
    head: ['diambil', 'ditempah', 'baki', 'jumlah'],
    states: { closed: 'Ditutup', ended: 'Tamat', all_taken: 'Habis' },
    opens: (day) => `Dibuka ${day}`,
  },
  members: {
    now: () => 'ahli sekarang',
    joined: (left) => `menyertai dalam tempoh ini; ${left} keluar`,
    invited: (_, pending) => `jemputan dihantar dalam tempoh ini; ${pending} masih boleh diterima`,
    noneEnded: 'belum ada jemputan yang selesai',
    accepted: (ended, _, expired, revoked) =>
      `daripada ${number(ended)} jemputan yang selesai telah diterima; ${number(expired)} tamat tempoh, dan ${number(revoked)} dibatalkan`,
    head: ['menyertai', 'keluar', 'dijemput', 'diterima'],
    chart: { day: 'Ahli yang menyertai, mengikut hari', week: 'Ahli yang menyertai, mengikut minggu' },
    byTheirDay: 'Ahli yang menyertai dan keluar, serta jemputan, mengikut harinya.',
  },
  certificates: {
    requests: () => 'permohonan dalam tempoh ini',
    approvedDays: 'hari kalendar bagi permohonan yang diluluskan',
    waiting: () => 'permohonan menunggu keputusan',
    noneDecided: 'belum ada permohonan yang diberi keputusan',
    approved: (decided) => `daripada ${number(decided)} permohonan yang diberi keputusan telah diluluskan`,
    byStatus: 'Mengikut status',
    sameScale: 'Semua bar mempunyai skala yang sama.',
    status: 'Status',
    days: 'hari kalendar',
    requestsHead: 'permohonan',
    all: 'Semua',
    statuses: {
      submitted: 'Menunggu',
      approved: 'Diluluskan',
      rejected: 'Ditolak',
      withdrawn: 'Ditarik balik',
    },
    squares: (days) => `${number(days)} hari kalendar sebagai petak`,
    square: (days) =>
      days === 1
        ? 'Setiap petak ialah satu hari kalendar, dan setiap lajur tujuh hari.'
        : `Setiap petak ialah hingga ${days} hari kalendar, dan setiap lajur tujuh petak.`,
    sorted: 'Petak disusun mengikut status: laporan ini tiada tarikh.',
  },

  chart: {
    weekends: 'Hujung minggu dilorek.',
    weeks: 'Setiap bar ialah satu minggu.',
    unfinished: {
      day: 'Hari dalam bingkai putus-putus belum lengkap.',
      week: 'Minggu dalam bingkai putus-putus belum lengkap.',
    },
    said: (title, sum, most) => {
      const where =
        most && `, paling banyak ${most.count} ${most.isWeek ? 'dalam minggu dari' : 'pada'} ${most.day}`;
      return `${title}. Jumlah ${sum}${where ?? ''}. Jadual di bawah mempunyai angkanya.`;
    },
  },
  tables: {
    byDay: 'Mengikut hari',
    byWeek: 'Mengikut minggu',
    byMonth: 'Mengikut bulan',
    day: 'Hari',
    days: 'Hari',
    month: 'Bulan',
    total: 'Jumlah',
    table: (title) => `${title}, jadual`,
  },
  notes: {
    title: 'Cara membaca angka',
    merchant: (stock, inPeriod) => [
      STATUS,
      '“Ditempah” bermaksud belum diambil.',
      `Akaun yang ditutup atau dipadamkan tidak dikira dalam tempahan. Hadiah yang telah diambil oleh akaun itu masih dikira sebagai diambil dalam stok, yang dikira sejak permulaan setiap kempen: ${stock} unit diambil kesemuanya, ${inPeriod} daripadanya ditempah dalam tempoh ini.`,
      DAYS,
    ],
    workspace: [
      STATUS,
      'Hanya keahlian terkini setiap ahli dikira. Jemputan dikira sebagai diterima pada hari ia diterima.',
      'Akaun yang ditutup atau dipadamkan tidak dikira.',
      DAYS,
    ],
    certificates: [
      'Setiap status ialah status semasa laporan dibuat. Hanya hari dalam tempoh ini dikira, termasuk hari yang akan datang.',
      'Draf dan permohonan yang tidak dikongsi tidak dikira. Pekerja yang telah keluar dan akaun yang dipadamkan tidak dikira.',
      'Dua permohonan mungkin meliputi hari yang sama: hari itu dikira bagi setiap satu.',
      'Jumlah ini tidak menunjukkan kelayakan cuti dan tidak meramalkan ketidakhadiran.',
    ],
  },
};
