import type { MailsWords } from './mails-words.ts';

export const words: MailsWords = {
  title: '电邮',
  lead: '有申请等候您处理时，Sihat 每天发一封电邮；认证到期前也会通知您。这些电邮不提任何人的名字。',
  wanted: '给我发这些电邮',
  language: '电邮的语言',
  allLanguages: '三种语言',
  always: '验证码和账号删除通知一定会发送。',
  save: '保存',
  saved: '已保存',
  back: '返回工作台',
};
