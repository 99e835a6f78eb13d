import type { InvitationWords } from './en.ts';

export const words: InvitationWords = {
  languages: '语言',
  checking: '正在查看邀请…',
  invites: (name) => `${name} 邀请您加入`,
  asMember: '您将成为成员。',
  asStaff: '您将成为员工，在柜台发放礼品。',
  asHrAdmin: '您将成为 HR 管理员，可查看成员并审批病假单。',
  validUntil: (day) => `有效至${day}当天结束。`,
  joinedBefore: '如果您已经加入，请打开应用程式。',
  companySees: '公司能看到',
  merchantSees: '商家能看到',
  seesMembership: '您的成员编号、身份，以及加入的时间',
  seesReference: '您的员工编号，仅在您于应用程式中分享后',
  seesCertificates: '病假单的日期，仅在您分享后',
  seesGifts: '发放了多少礼品',
  companyNever: '公司看不到',
  merchantNever: '商家看不到',
  neverName: '您的姓名和电邮地址',
  neverRecords: '您的健康记录和为您看诊的人员',
  neverSteps: '您的步数、昵称和您自己的礼品',
  finePrint:
    '持有此链接的人都能知道它是否已被使用，发出链接的工作单位也能。工作单位不会被告知您就是收件人，但可能推断出来。您可以随时退出。',
  getApp: '先下载应用程式',
  openApp: '在 Sihat 应用程式中打开',
  askForApp: '请打开 Sihat 应用程式并输入代码。还没有应用程式？请询问发送链接的人。',
  codeTitle: '此邀请的代码',
  copy: '复制代码',
  copied: '已复制',
  codeHint: '应用程式可能会要求输入。第一个使用代码的人即加入，请勿转发。',
  phoneTitle: '用手机继续',
  phoneHint: '用手机相机扫描。',
  unknown: '此邀请无法使用',
  unknownMore:
    '链接可能不完整：它以“#”和 43 个字符结尾。请从原消息再打开一次，或复制整个链接。邀请也可能已过期或被撤销。',
  unknownHelp: '如果仍无法使用，请向发送者索取新的邀请。如果您已经加入，请打开应用程式。',
  silent: '目前无法查看邀请',
  silentMore: '应用程式无须此页也能打开邀请。',
  tryAgain: '再试一次',
};

export const noScript =
  '这是 Sihat 的邀请。代码是本页网址“#”后面的部分。请复制代码，打开 Sihat 应用程式并输入。';
