import type { OutsideWords } from './en.ts';

export const words: OutsideWords = {
  workplaces: {
    title: '请选择工作单位',
    hint: '只有一个工作单位时不会显示此页。此标签页会记住您的选择，直到您登出。',
    handout: '柜台：发放礼品。',
    team: '成员和邀请。',
    clinic: '病人：查看和添加诊疗记录。',
    none: '您的账号还没有加入任何工作单位',
    noneLead: '您已登录。工作台供在诊所、柜台或公司工作的人使用。',
    how: '如何获得',
    howWork: '柜台或公司',
    howWorkText: '请向负责人或 HR 管理员索取邀请，并在 Sihat 应用程式中用此账号接受。',
    howPractise: '医疗人员',
    howPractiseText: '请向 Sihat 申请认证。管理员会将您的执照与登记册核对。',
    howOwn: '只有您自己的健康数据',
    howOwnText: '请使用 Sihat 应用程式。',
    checkAgain: '再检查一次',
  },

  mails: {
    title: '电邮',
    lead: '有申请等候您处理时，Sihat 每天发一封电邮；认证到期前也会通知您。这些电邮不提任何人的名字。',
    wanted: '给我发这些电邮',
    language: '电邮的语言',
    allLanguages: '三种语言',
    always: '验证码和账号删除通知一定会发送。',
    save: '保存',
    saved: '已保存',
    back: '返回工作台',
  },
};
