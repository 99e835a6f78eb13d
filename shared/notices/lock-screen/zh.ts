import { timeTexts } from '../../values/time-texts/zh.ts';
import type { LockScreen } from './lock-screen.ts';

const ANSWER = { title: '您的申请已有答复', line: '打开 Sihat 查看。' };
const JOIN = { title: '您的加入申请已有答复', line: '打开 Sihat 查看。' };
const CHANGED = { title: '您的访问权限有变动', line: '打开 Sihat 查看。' };
const NEW = { title: 'Sihat 有新内容', line: '打开 Sihat 查看。' };
const ALIAS = { title: '请检查您的昵称', line: '请到 Sihat 换一个昵称，即可重新上榜。' };

export const lockScreen: LockScreen = {
  times: timeTexts,
  sentences: {
    access_requested: { title: '有人请求访问权限', line: '请在{t}前决定。打开 Sihat 看看是谁。' },
    access_approved: ANSWER,
    access_denied: ANSWER,
    access_ended_by_patient: CHANGED,
    record_added: NEW,
    record_marked_in_error: NEW,
    verification_ends_30: { title: '您的认证将在 30 天后到期', line: '请在{day}前向 Sihat 申请续期。' },
    gift_about_to_lapse: { title: '您的预留即将到期', line: '请在{t}前到柜台出示代码领取。' },
    gift_handed_out: { title: '您的预留已被领取', line: '不是您本人？请在{t}前告知柜台。' },
    redemption_taken_back: { title: '您的预留已恢复', line: '请在{t}前到柜台出示代码领取。' },
    certificate_approved: ANSWER,
    certificate_rejected: ANSWER,
    join_requested: { title: '有人申请加入', line: '请到 Sihat 答复。未经您批准，无人能加入。' },
    club_admitted: JOIN,
    club_declined: JOIN,
    club_removed: NEW,
    alias_hidden: ALIAS,
    alias_hidden_in_event: ALIAS,
    exhibition_changed: { title: '您参加的展览有变动', line: '出发前请到 Sihat 查看新的时间和地点。' },
    exhibition_cancelled: { title: '您参加的展览已取消', line: '请勿前往。详情请看 Sihat。' },
    several: { title: 'Sihat 有 {n} 项新内容', line: '打开 Sihat 查看。' },
  },
};
