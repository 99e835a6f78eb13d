import type { Sentences } from './sentence.ts';

const ALIAS_HIDDEN = {
  title: '您的昵称已被隐藏',
  line: '请换一个昵称，即可重新上榜。您的步数照常计算。',
};

export const sentences: Sentences = {
  access_requested: {
    title: '有人请求访问您的健康记录',
    line: '请在{t}前决定。对方屏幕也显示 {code} 才可批准。',
  },
  access_approved: {
    title: '访问已获批准：{code}',
    line: '可查看和添加诊疗记录至{t}。请先与病人核对 {code}。',
  },
  access_denied: {
    title: '访问被拒绝：{code}',
    line: '如仍需访问，请向病人索取新代码。',
  },
  access_ended_by_patient: {
    title: '病人已终止您的访问：{code}',
    line: '请停止查看。您添加的诊疗记录仍保留在病人的记录中。',
  },
  record_added: {
    title: '您有一则新的诊疗记录',
    line: '请查看；如有错误，请告知撰写者。',
  },
  record_marked_in_error: {
    title: '您的一则诊疗记录已标为错误',
    line: '理由写在这则诊疗记录旁，请查看。',
  },
  verification_ends_30: {
    title: '您的认证将在 30 天后到期',
    line: '请在{day}前申请续期。逾期不能查看或添加记录。',
  },
  gift_about_to_lapse: {
    title: '请领取您的礼品',
    line: '请在{t}前领取。逾时不能再次预留。',
  },
  gift_handed_out: {
    title: '礼品已领取',
    line: '不是您本人？请在{t}前告知柜台，逾时无法收回。',
  },
  redemption_taken_back: {
    title: '柜台已收回您的礼品',
    line: '请在{t}前领取：您的预留重新有效。',
  },
  redemption_taken_back_late: {
    title: '您的预留有变动',
    line: '打开 Sihat 查看。',
  },
  certificate_approved: {
    title: '您的病假单已获批准',
    line: '您无须操作。日期：{days}。',
  },
  certificate_rejected: {
    title: '您的病假单未获批准',
    line: '请查看理由，更正日期后重新提交。',
  },
  join_requested: {
    title: '有人申请加入您的俱乐部',
    line: '请批准或拒绝。在此之前，对方看不到俱乐部的内容。',
  },
  club_admitted: {
    title: '您已成为俱乐部成员',
    line: '查看俱乐部的展览和挑战。',
  },
  club_declined: {
    title: '您的加入申请未获批准',
    line: '您无须操作，可以再次申请。',
  },
  club_removed: {
    title: '您已不再是俱乐部成员',
    line: '负责人已将您移出俱乐部，您不再看到仅限成员的内容。',
  },
  alias_hidden: ALIAS_HIDDEN,
  alias_hidden_in_event: ALIAS_HIDDEN,
  exhibition_changed: {
    title: '展览有变动',
    line: '出发前请查看新的时间和地点。',
  },
  exhibition_cancelled: {
    title: '展览已取消',
    line: '请勿前往：{days}不举行。',
  },
  results_final: {
    title: '最终成绩',
    line: '打开排行榜查看您的名次。',
  },
};
