import { FRESH_SESSION_MINUTES, MAX_PUBLISHED_CAMPAIGNS } from '../../../../shared/values/limits.ts';
import type { PlatformWords } from './en.ts';

const number = (count: number): string => count.toLocaleString('en-MY');
/** Such as “2 cabaran dan 1 hadiah”, without what there is none of. */
const parts = (challenges: number, gifts: number): string =>
  [challenges > 0 && `${number(challenges)} cabaran`, gifts > 0 && `${number(gifts)} hadiah`]
    .filter(Boolean)
    .join(' dan ');

export const words: PlatformWords = {
  asOf: (time) => `Setakat ${time}.`,
  actions: 'Tindakan',
  showMore: (count) => `Tunjukkan ${count} lagi`,
  shownOf: (shown, all) => `${shown} daripada ${all} dipaparkan.`,
  liveUntil: (time) => `Berlangsung hingga ${time}`,
  states: {
    live: 'Berlangsung',
    announced: 'Diumumkan',
    draft: 'Draf',
    ended: 'Tamat',
    final: 'Muktamad',
    cancelled: 'Dibatalkan',
  },

  happened: 'Jawapan sudah diketahui: perkara ini telah berlaku.',
  notHappened: 'Jawapan sudah diketahui: perkara ini tidak berlaku',
  refusedTitle: 'Perkara ini tidak dilakukan',
  askAgain: '“Teruskan” bertanya semula dengan nombor yang sama, jadi perkara ini berlaku sekali sahaja.',
  triesAgain: (seconds) => `Halaman ini mencuba semula dengan sendirinya dalam ${seconds} saat.`,
  goOn: 'Teruskan',
  stopAsking: 'Berhenti bertanya',

  fresh: {
    title: 'Masukkan kata laluan anda semula',
    text: `Tindakan ini memerlukan log masuk dalam ${FRESH_SESSION_MINUTES} minit yang lalu. Apa yang anda isi kekal.`,
    wrong: 'Kata laluan salah. Selepas beberapa cubaan yang salah, log masuk berhenti seketika.',
    goOn: 'Teruskan',
  },

  period: {
    change: 'Tukar tempoh',
    from: 'Bermula dari',
    to: 'Bermula hingga',
    show: 'Papar',
    wrong: 'Hari ini tidak boleh sebelum hari pertama.',
    shown: (from, to) => {
      if (from === undefined && to === undefined) return 'Semua pameran, waktu Malaysia.';
      return `Bermula ${[from && `dari ${from}`, to && `hingga ${to}`].filter(Boolean).join(' ')}, waktu Malaysia.`;
    },
  },

  halls: {
    title: 'Dewan',
    heading: (live, drafts) =>
      `${live === 0 ? 'Tiada dewan' : `${live} dewan sedang`} berlangsung, dan ${drafts === 0 ? 'tiada draf' : `${number(drafts)} draf`} boleh diterbitkan`,
    next: (time) => `Dewan seterusnya bermula ${time}.`,
    publishMany: (count) => `Terbitkan ${count} pameran …`,
    interrupted: (count) =>
      `${count} pameran yang diterbitkan masih mempunyai hadiah dalam draf, misalnya selepas gangguan.`,
    chooseThem: 'Pilih pameran ini juga',
    liveNow: 'Sedang berlangsung',
    search: 'Cari perkataan, kod atau kelab',
    all: 'Semua',
    byClub: 'Pameran, mengikut kelab',
    none: 'Tiada pameran di sini.',
    nothing: (words) => `Tiada pameran mengandungi perkataan “${words}”`,
    allDays: 'Cari semua pameran',
    near: 'Yang hampir sama',
    import:
      'Ratusan pameran diimport daripada fail CSV, pada baris perintah. Semuanya muncul di sini sebagai draf:',
    chosen: 'Dipilih',
    choose: (title) => `Pilih ${title}`,
    columns: ['Pameran', 'Keadaan', 'Masa', 'Orang', 'Kandungan'],
    visibility: (isPublic) => (isPublic ? 'awam' : 'tertutup'),
    clubStates: { draft: 'disembunyikan', unreviewed: 'menunggu semakan', rejected: 'ditolak' },
    until: (time) => `hingga ${time}`,
    expected: (people) => `${people} dijangka`,
    ofExpected: (people) => `daripada ${people}`,
    peopleExpected: (people) => `orang daripada ${people} yang dijangka`,
    challenges: (count) => `${number(count)} cabaran`,
    contains: (challenges, gifts) =>
      [`${number(challenges)} cabaran`, ...(gifts > 0 ? [`${number(gifts)} hadiah`] : [])].join(', '),
    stillDraft: (challenges, gifts) => `${parts(challenges, gifts)} belum diterbitkan`,
    publish: 'Terbitkan …',
    publishRest: 'Terbitkan selebihnya …',
    reviewClub: 'Semak kelab',
    open: 'Buka',
  },

  obstacles: {
    has_ended: 'Masa tamatnya sudah berlalu',
    club_not_published: 'Kelabnya belum diluluskan',
    club_is_private: 'Ada hadiah, dan kelabnya tertutup',
    too_many: `Hadiahnya akan melebihi ${MAX_PUBLISHED_CAMPAIGNS} yang diterbitkan`,
    gift_over: (title, time) => `Tempoh hadiah “${title}” tamat ${time}`,
  },

  plan: {
    title: (exhibition) => `Inilah kesan menerbitkan ${exhibition}`,
    exhibition: 'Pameran ini dapat dilihat oleh semua orang yang melihat kelabnya, dengan paparan di',
    backExhibition: 'Boleh disembunyikan semula',
    challenges: (count) => `${number(count)} cabaran`,
    challengesText: (titles, expected) =>
      `boleh disertai: ${titles}. Masanya dan ${expected} pelawat yang dijangka tidak dapat diubah lagi`,
    backChallenges: 'Boleh disembunyikan, masanya kekal selama-lamanya',
    gifts: (count) => `${number(count)} hadiah`,
    giftsText: (titles) => `boleh ditempah: ${titles}`,
    from: (time) => `dari ${time}`,
    backGifts: 'Hanya boleh ditutup, selama-lamanya',
    checked: (published, after, most) =>
      `Baru sahaja disemak: tiada halangan; ${published} daripada ${most} kempen hadiah sudah diterbitkan, selepas ini ${after}.`,
    publish: (isDraft, challenges, gifts) => {
      const rest = parts(challenges, gifts);
      if (!isDraft) return `Terbitkan ${rest}`;
      return `Terbitkan 1 pameran${rest && `, ${rest.replace(' dan ', ', ')}`}`;
    },
    done: (title, challenges, gifts, time) => {
      const rest = parts(challenges, gifts);
      return `${title} telah diterbitkan${rest && ` dengan ${rest}`}, ${time}.`;
    },
    unsure: (title) => `Tiada jawapan tentang ${title}: mungkin sudah diterbitkan, mungkin belum`,
    hideAgain: 'Sembunyikan semula',
    showAgain: 'Tunjukkan semula',
    hidden: (title, time) => `${title} disembunyikan bersama paparannya, ${time}.`,
    unsureHidden: (title) => `Tiada jawapan tentang ${title}: mungkin sudah disembunyikan, mungkin belum`,
  },

  many: {
    title: (ready, all) => `Terbitkan ${ready} daripada ${number(all)} pameran?`,
    nothingYet: 'Belum ada apa-apa diterbitkan.',
    exhibitions: 'pameran dapat dilihat oleh semua orang',
    challenges: 'cabaran dibuka; masanya tidak dapat diubah lagi',
    gifts: 'kempen hadiah bermula; hanya boleh ditutup',
    campaignsThen: (most) => `daripada paling banyak ${most} kempen hadiah akan diterbitkan`,
    publish: (count) => `Terbitkan ${count} pameran ini`,
    text: 'Biarkan halaman ini terbuka sehingga selesai. Setiap pameran diterbitkan sepenuhnya, yang paling awal bermula dahulu. Jika sambungan terputus, tiada apa-apa dilakukan dua kali.',
    leftOut: (count) => `${count} ditinggalkan`,
    leftOutText: 'Semuanya kekal sebagai draf. Betulkan dan terbitkan kemudian.',
    why: 'Sebab',
    progress: (published, all) => `${published} daripada ${number(all)} pameran telah diterbitkan`,
    lostAt: (time) => `Sambungan terputus pada ${time}.`,
    noAnswerAbout: (titles) => `Tiada jawapan tentang ${titles}`,
    goOnText:
      'Mungkin sudah diterbitkan, mungkin belum. “Teruskan” membaca keadaannya dahulu, dan tidak melakukan apa-apa dua kali.',
    goOn: (count) => `Teruskan dengan ${number(count)} yang lain`,
    stop: 'Berhenti di sini',
    stopText:
      'Jika anda berhenti, yang sudah diterbitkan kekal diterbitkan, dan yang lain kekal sebagai draf.',
    back: 'Kembali ke Dewan',
    refused: (count) => `${count} tidak dapat diterbitkan`,
    last: 'Yang terakhir',
    published: (challenges, gifts, time) => {
      const rest = parts(challenges, gifts);
      return `Diterbitkan${rest && ` dengan ${rest}`}, ${time}`;
    },
    noAnswer: 'Tiada jawapan',
  },

  hall: {
    people: (count, expected) => `${count} orang daripada ${expected} yang dijangka`,
    openWall: 'Buka paparan',
    noWall:
      'Pameran ini tiada paparan sekarang: masih draf, disembunyikan atau dibatalkan, atau kelabnya tertutup.',
    participants: (count) => `${count} orang`,
    nobody: 'Belum ada sesiapa pada papan ini.',
    rank: 'Kedudukan',
    steps: 'langkah',
    otherAlias: 'Nama samaran yang tiada dalam senarai ini',
    otherAliasHint: 'Boleh disembunyikan sebelum sesiapa menggunakannya.',
    find: 'Cari',
    wallNow: 'Paparan sekarang',
    enterCode: 'Masukkan kod ini dalam aplikasi',
    wallText: (time) =>
      `Kedudukan 1 hingga 3, seperti yang dilihat orang. Halaman ini bertanya setiap 5 saat; jawapan terakhir tiba pada ${time}.`,
    place: (challenge, rank) => `${challenge}, kedudukan ${rank}`,
    hide: 'Sembunyikan nama samaran ini',
    hideText: (challenges) =>
      `Nama ini hilang daripada paparan dan papan pendahulu ${challenges === 1 ? 'cabaran ini' : `kesemua ${challenges} cabaran`}, dan tiada sesiapa boleh menggunakannya atau yang serupa. Orangnya kekal menyertai, dan boleh memilih nama lain.`,
    exclude: 'Singkirkan orang ini daripada satu cabaran …',
    close: 'Tutup',
    hidden: (alias, time) =>
      `“${alias}” disembunyikan dalam seluruh pameran sejak ${time}. Paparan menyusul dalam 10 saat.`,
    shown: (alias, time) => `“${alias}” ditunjukkan semula sejak ${time}.`,
    unsureHidden: (alias) => `Tiada jawapan tentang “${alias}”: mungkin sudah disembunyikan, mungkin belum`,
    unsureShown: (alias) =>
      `Tiada jawapan tentang “${alias}”: mungkin sudah ditunjukkan semula, mungkin belum`,
    showAgain: 'Tunjukkan semula',
    hideAgain: 'Sembunyikan semula',
    excludeFrom: 'Singkirkan orang ini daripada',
    reason: 'Sebab',
    reasonHint: (length, most) =>
      `Disimpan dalam log tindakan selama tujuh tahun. Jangan namakan sesiapa. ${length} daripada ${most} aksara.`,
    excludeText:
      'Dengan apa-apa nama samaran, orang ini hilang daripada papan cabaran tersebut dan tidak mendapat hadiahnya. Anda boleh menerimanya semula.',
    excludeYes: (challenges) => `Singkirkan daripada ${challenges}`,
    excludeNowhere: 'Singkirkan',
    excluded: (alias, challenges, time) =>
      `Orang dengan nama samaran “${alias}” disingkirkan daripada ${challenges}, ${time}. “Terima semula …” menamatkannya.`,
    unsureExcluded: (alias) =>
      `Tiada jawapan tentang “${alias}”: orang ini mungkin sudah disingkirkan, mungkin belum`,
    hiddenTitle: 'Disembunyikan dan disingkirkan',
    nothingHidden: 'Tiada apa-apa disembunyikan, dan tiada sesiapa disingkirkan.',
    hiddenAt: (time) => `disembunyikan dalam seluruh pameran, ${time}`,
    excludedAt: (challenge, time) => `disingkirkan daripada ${challenge}, ${time}`,
    readmit: 'Terima semula …',
    readmitReason: (alias) => `Sebab “${alias}” diterima semula`,
    readmitYes: 'Terima semula',
    readmitted: (alias, challenge, time) =>
      `Orang dengan nama samaran “${alias}” diterima semula dalam ${challenge}, ${time}.`,
    unsureReadmitted: (alias) =>
      `Tiada jawapan tentang “${alias}”: orang ini mungkin sudah diterima semula, mungkin belum`,
  },

  ending: {
    title: 'Seluruh pameran',
    hide: 'Sembunyikan pameran',
    cancel: 'Batalkan pameran …',
    hint: 'Pameran yang disembunyikan boleh ditunjukkan semula. Tiada sesiapa diberitahu tentangnya.',
    question: (title) => `Batalkan ${title} selama-lamanya?`,
    yes: (title) => `Batalkan ${title} selama-lamanya`,
    keep: 'Jangan batalkan',
    forGood: 'Tidak dapat diundurkan',
    noChange: 'Tiada perubahan',
    lines: {
      seen: 'Pameran ini hilang daripada semua senarai, dan paparannya menyatakan pembatalan itu.',
      told: (people) => `${people} orang yang menyertai membacanya dalam notis mereka.`,
      gifts: (count) => `${number(count)} hadiah tidak boleh ditempah lagi oleh sesiapa.`,
      reservations: 'Hadiah yang sudah ditempah boleh diambil sehingga tempahan tamat tempoh.',
    },
    milder: 'Perlukah pameran ini hilang seketika sahaja?',
    hideInstead: 'Sembunyikan sahaja',
    cancelled: (title, time, reservations) =>
      `${title} telah dibatalkan, ${time}. ${number(reservations)} tempahan masih boleh diambil.`,
    unsure: (title) => `Tiada jawapan tentang ${title}: mungkin sudah dibatalkan, mungkin belum`,
  },

  gifts: {
    title: 'Hadiah',
    heading: (none, few) => {
      if (none === 0 && few === 0) return 'Baki setiap hadiah mencukupi';
      return [
        none > 0 && `${number(none)} hadiah sudah habis`,
        few > 0 && `${number(few)} hadiah hampir habis`,
      ]
        .filter(Boolean)
        .join(', dan ');
    },
    order: 'Baki paling sedikit didahulukan. Angka berubah kira-kira satu saat selepas kaunter.',
    search: 'Cari hadiah, peniaga atau pameran',
    statuses: { published: 'Diterbitkan', draft: 'Draf', closed: 'Ditutup' },
    none: 'Tiada hadiah di sini.',
    key: {
      redeemed: 'diserahkan',
      held: 'ditempah: belum diambil',
      free: 'baki: masih boleh ditempah',
    },
    gift: 'Hadiah',
    scale: 'Semua bar pada satu skala',
    given: 'diserahkan',
    held: 'ditempah',
    left: 'baki',
    all: (count) => `Kesemua ${count}`,
    over: 'Tempoh tamat',
    noneLeft: 'Habis',
    fewLeft: 'Hampir habis',
    collectUntil: (time) => `ambil hingga ${time}`,
    add: (units) => (units === '' ? 'Tambah' : `Tambah ${units}`),
    takeOff: (units) => (units === '' ? 'Kurangkan' : `Kurangkan ${units}`),
    more: 'Lagi …',
    undo: 'Undurkan',
    change: 'Tambah, atau kurangkan yang rosak',
    units: 'Bilangan hadiah',
    onlyFree: (free) =>
      `Hanya hadiah yang belum ditempah boleh dikurangkan, ${free} sekarang. Yang sudah ditempah masih boleh diambil.`,
    reason: 'Sebab hadiah dikurangkan',
    reasons: { broken: 'rosak', missing: 'hilang', miscounted: 'tersilap kira' },
    result: (left, afterAdding, afterTaking, held) =>
      `Baki sekarang: ${left}. Selepas ditambah: ${afterAdding}.${afterTaking === undefined ? '' : ` Selepas dikurangkan: ${afterTaking}.`} Ditempah: ${held} kekal.`,
    added: (units, time, before) => `${units} ditambah pada ${time}, baki sebelum itu ${before}.`,
    taken: (units, reason, time, before) =>
      `${units} dikurangkan (${reason}) pada ${time}, baki sebelum itu ${before}.`,
    unsureAdded: (title, units) =>
      `Tiada jawapan tentang ${title}: ${units} mungkin sudah ditambah, mungkin belum`,
    unsureTaken: (title, units) =>
      `Tiada jawapan tentang ${title}: ${units} mungkin sudah dikurangkan, mungkin belum`,
    closeTitle: 'Tutup kempen ini',
    closeText: (title) => `Tiada sesiapa boleh menempah ${title} lagi. Tindakan ini tidak dapat diundurkan.`,
    closeAsk: 'Tutup selama-lamanya …',
    closeQuestion: (title) => `Tutup ${title} selama-lamanya?`,
    closeYes: (title) => `Tutup ${title} selama-lamanya`,
    keepOpen: 'Biarkan terbuka',
    closeLines: {
      free: (count) => `Baki ${count} tidak boleh ditempah lagi oleh sesiapa`,
      held: (count) => `${count} yang ditempah kekal, dan boleh diambil sehingga tempahan tamat tempoh`,
      given: (count, merchant) => `${count} yang diserahkan kekal dalam laporan${merchant && ` ${merchant}`}`,
    },
    milder: 'Hadiah hanya rosak atau hilang? Hadiah boleh ditambah kemudian.',
    takeOffInstead: 'Kurangkan sahaja',
    closed: (title, time) => `${title} telah ditutup, ${time}.`,
    unsureClosed: (title) => `Tiada jawapan tentang ${title}: mungkin sudah ditutup, mungkin belum`,
  },

  waiting: {
    title: 'Menunggu',
    heading: (count) =>
      count === 0 ? 'Tiada apa-apa menunggu pentadbir' : `${number(count)} perkara menunggu pentadbir`,
    oldest: (since) => `Kelab yang paling lama menunggu sejak ${since}.`,
    clubs: (count) =>
      count === 0 ? 'Tiada kelab menunggu semakan' : `${number(count)} kelab menunggu semakan`,
    clubsText: 'Sehingga diluluskan, hanya pemiliknya melihat kelab itu.',
    club: (isPublic, since) => `${isPublic ? 'Awam' : 'Tertutup'} · menunggu sejak ${since}`,
    read: 'Baca',
    close: 'Tutup',
    noText: 'Kelab ini tiada teks.',
    visibleTo: 'Dapat dilihat oleh',
    visibility: (isPublic) => (isPublic ? 'semua orang, selepas kelulusan' : 'ahlinya, selepas kelulusan'),
    founded: 'Ditubuhkan',
    version: 'Versi',
    versionText: (version) =>
      `${version}. Jika pemilik mengubah teks sekarang, jawapan anda ditolak dan teks baharu dipaparkan.`,
    approve: 'Luluskan teks ini',
    reject: 'Tolak …',
    rejectReason: 'Sebab',
    rejectHint: 'Pemilik membacanya. Jangan namakan sesiapa.',
    rejectYes: 'Tolak kelab',
    approved: (title, time) => `${title} telah diluluskan, ${time}.`,
    rejected: (title, time) => `${title} telah ditolak, ${time}. Pemiliknya membaca sebabnya.`,
    unsure: (title) => `Tiada jawapan tentang ${title}: keputusan mungkin sudah disimpan, mungkin belum`,
    changed: 'Pemilik telah mengubah teks ini. Baca teks yang baharu.',
    cover: (alt) => `Gambar muka: ${alt}`,
    coverText: (host) => `Gambar ini terletak di ${host} dan boleh berubah selepas kelulusan.`,
    verifications: (near, ended) =>
      [
        near > 0 && `${number(near)} pengesahan tamat dalam 30 hari`,
        ended > 0 && `${number(ended)} pengesahan sudah tamat`,
      ]
        .filter(Boolean)
        .join(', ') || 'Tiada pengesahan tamat dalam 30 hari',
    verificationsText: 'Pada hari terakhir, setiap akses yang diluluskan pesakit tamat selama-lamanya.',
    verify: 'Sahkan pengamal perubatan …',
    columns: ['Pengamal perubatan', 'Bekerja di', 'Tamat'],
    renew: 'Perbaharui …',
    verifyAgain: 'Sahkan semula …',
    ended: 'sudah tamat',
    inDays: (days) => `dalam ${number(days)} hari`,
    drafts: (count) => `${number(count)} draf pengenalan`,
    draftText: (version, changed) => `Versi ${version}, diubah ${changed}`,
    draftsText: 'Pengenalan disunting pada baris perintah.',
  },

  verify: {
    title: 'Sahkan pengamal perubatan',
    lead: 'Salin maklumat daripada daftar majlis. Pesakit membacanya sebelum meluluskan. Tiada gambar atau imbasan dokumen disimpan.',
    accountId: 'ID akaun pengamal perubatan',
    accountHint: 'Pengamal perubatan menghantarnya kepada anda, atau menunjukkan kodnya. Tampal di sini.',
    noAccount: 'Ini bukan ID akaun, dan bukan kodnya.',
    scan: 'Imbas kod',
    stopScanning: 'Tutup kamera',
    aim: 'Letakkan kod akaun pengamal perubatan dalam bingkai',
    account: (lastFour) => `Akaun yang berakhir dengan ${lastFour}.`,
    notFound: 'Belum pernah disahkan.',
    foundBefore: (name) => `Pernah disahkan: ${name}. Maklumatnya sudah diisi.`,
    compare:
      'Sihat tidak dapat mengetahui akaun siapa: bandingkan empat aksara terakhir dengan pengamal perubatan itu.',
    otherAccount: 'Akaun lain',
    accountFirst: 'Imbas atau tampal ID akaun dahulu.',
    fields: {
      name: 'Nama, seperti yang didaftarkan',
      licenseAuthority: 'Daftar',
      licenseNumber: 'Nombor pendaftaran',
      specialty: 'Kepakaran',
      specialistRegistration: 'Daftar pakar (tidak wajib)',
      organization: 'Bekerja di',
    },
    until: 'Sah hingga akhir',
    untilHint: 'Hari terakhir perakuan amalan, waktu Malaysia.',
    past: 'Hari ini sudah berlalu.',
    shortly: (days) => `Sah selama ${number(days)} hari sahaja`,
    shortlyText:
      'Perakuan amalan tamat pada 31 Disember. Perbaharui sebelum hari itu, atau akses yang diluluskan tamat.',
    yes: (name) => `Sahkan ${name}`,
    yesNobody: 'Sahkan',
    leave: 'Keluar tanpa mengesahkan',
    back: 'Kembali ke Menunggu',
    preview: 'Yang dibaca pesakit',
    where: 'Tempat menyemak',
    steps: [
      'Buka daftar awam majlis.',
      'Cari nombor, bukan nama.',
      'Bandingkan nama dengan kad pengenalan yang anda telah lihat.',
      'Semak bahawa perakuan amalan tahun ini sah.',
    ],
    byHand:
      'Sihat tidak bertanya kepada mana-mana daftar dengan sendirinya. Log tindakan menyimpan bahawa anda mengesahkan akaun ini, dan bukan apa yang anda tulis.',
    done: (name, time) => `${name} telah disahkan, ${time}.`,
    unsure: (name) => `Tiada jawapan tentang ${name}: pengesahan mungkin sudah disimpan, mungkin belum`,
  },
};
