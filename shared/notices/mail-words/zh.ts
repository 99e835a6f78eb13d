import { timeTexts } from '../../values/time-texts/zh.ts';
import type { MailWords } from './mail-words.ts';

const REQUESTS = { lines: ['请到 Sihat 审批，最早一项自{day}起等候。'], button: '打开 Sihat' };
const JOINS = { lines: ['请到 Sihat 答复。未经您批准，无人能加入。'], button: '打开 Sihat' };
const VERIFICATION = {
  title: '您的认证将在 30 天后到期',
  lines: ['请在{day}前向 Sihat 申请续期。'],
  button: '打开 Sihat',
};

export const mailWords: MailWords = {
  times: timeTexts,
  due: {
    certificates_wait: {
      single: { ...REQUESTS, title: '1 项申请待您审批' },
      several: { ...REQUESTS, title: '{n} 项申请待您审批' },
    },
    join_requests_wait: {
      single: { ...JOINS, title: '有人申请加入' },
      several: { ...JOINS, title: '有 {n} 人申请加入' },
    },
    verification_ends_30: { single: VERIFICATION, several: VERIFICATION },
  },
  erased: {
    title: '您的账号已删除',
    lines: [
      '您无须操作。账号和此电邮地址已于{eday}删除。',
      '法律规定须保存的资料会保留，但不含您的姓名。',
      '{day2}前可用回执查询。',
      '这是我们寄给您的最后一封电邮。',
    ],
  },
  practitionerErased: '您的姓名和执照号码会保留在曾授权您访问的人的访问记录中。',
  foot: '以防他人看到，这封电邮不提任何人的名字。Sihat 绝不会用电邮索取密码或验证码。',
  off: '关闭此类电邮',
};
