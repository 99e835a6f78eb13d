import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeMailText } from '../../../shared/identity/code-mail.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../shared/values/languages.ts';

/**
 * One word for one thing on all surfaces. Each language has words that were replaced by others, and must not come back. A word is left
 * out where it is right in another meaning.
 */

const WEB = join(import.meta.dirname, '../../../web');
const NOTICES = join(import.meta.dirname, '../../../shared/notices');

/** The word for each one that must not occur. */
const RETIRED: Readonly<Record<PageLanguage, Readonly<Record<string, RegExp>>>> = {
  'en-MY': {
    'email address': /\bmail address/i,
    email: /\bmailed\b|\bby mail\b|\bthe mail\b/i,
    workplace: /\bworkspaces?\b/i,
    'collect, hand out': /\bredeem/i,
    'cannot see': /\bmay not\b/i,
    'have left': /\bdeparted\b/i,
  },
  'ms-MY': {
    ditempah: /\bdipegang\b/i,
    baki: /\btinggal\b|\btersisa\b/i,
    'diambil, mengambil': /\bmenuntut|\btuntutan\b|\bdituntut\b/i,
    cabaran: /\bpertandingan\b/i,
    'nama samaran': /\bnama panggilan\b/i,
    'papan pendahulu': /\bpapan skor\b/i,
    persetujuan: /\bizin\b/i,
    akses: /\bcapaian\b/i,
    menolak: /\bmenafikan\b|\bdinafikan\b/i,
    catatan: /\bnota\b/i,
    'pengamal perubatan': /\bdoktor\b/i,
    'disahkan, pengesahan': /\bverifikasi|terverifikasi/i,
    'tempat kerja': /\bruang kerja\b/i,
    pemilik: /\btuan punya\b/i,
    'pentadbir HR': /sumber manusia/i,
    ahli: /\banggota\b/i,
    'nombor kakitangan': /no\. pekerja|nombor pekerja/i,
    jemputan: /\bundangan\b/i,
    'sijil cuti sakit': /\bsijil sakit\b|\bMC\b/,
    sebab: /\balasan\b/i,
    memadamkan: /\bhapus/i,
    'log masuk': /\bdaftar masuk\b/i,
    notis: /\bpemberitahuan\b/i,
    'ambil balik': /\bbuat asal\b/i,
    Kembali: /^'Batal'$/,
    'tiada sambungan': /\bluar talian\b/i,
    hadiah: /\bganjaran\b/i,
    stok: /\binventori\b/i,
    kelab: /\bpersatuan\b/i,
    'Meja Kerja Sihat': /Meja Sihat/,
    'aplikasi Sihat': /\bapl\b/i,
    'e-mel': /\bemel\b/i,
    'membuat keputusan': /\bdiputuskan\b|\bmemutuskan\b/i,
  },
  'zh-Hans-MY': {
    已发放: /已给|不要给|给礼品/,
    领取: /拿取/,
    剩余: /剩下/,
    预留: /预订|预约/,
    展览: /展会/,
    挑战: /比赛/,
    步: /脚步/,
    昵称: /化名|别名/,
    排行榜: /看板/,
    同意: /许可/,
    访问权限: /查看权限/,
    拒绝: /否认|驳回/,
    诊疗记录: /笔记|备注/,
    健康记录: /病历/,
    医疗人员: /医师/,
    工作单位: /工作区|工作地点/,
    负责人: /所有者|业主/,
    'HR 管理员': /人事管理员/,
    成员: /会员/,
    员工: /工作人员/,
    员工编号: /工号/,
    邀请: /请柬/,
    病假单: /病假条|医疗证明/,
    回执: /收据/,
    删除: /注销/,
    账号: /户口/,
    登出: /退出登录/,
    礼品代码: /领取码/,
    网络已断开: /离线/,
    礼品: /奖品|礼物/,
    库存: /存货/,
    俱乐部: /社团/,
    'Sihat 工作台': /柜台页面/,
    柜台: /服务台/,
    应用程式: /应用程序/,
    电邮: /邮件|电子邮箱/,
    载入: /加载/,
  },
};

/** All texts of a language: those of the desk, of reports, of the other pages, of notices, lock screens and mails. */
function textsIn(language: PageLanguage): readonly (readonly [file: string, text: string])[] {
  const short = language.slice(0, 2);
  const modules = globSync(`*/words/**/${short}.ts`, { cwd: WEB }).map(
    (file) => [file, stringsIn(readFileSync(join(WEB, file), 'utf8'))] as const,
  );
  const notices = globSync(`{sentences,lock-screen,mail-words}/${short}.ts`, { cwd: NOTICES }).map(
    (file) => [file, stringsIn(readFileSync(join(NOTICES, file), 'utf8'))] as const,
  );
  const mail = codeMailText('123456').split('\n\n')[PAGE_LANGUAGES.indexOf(language)] ?? '';
  return [...modules, ...notices, ['the mail with a code', mail]];
}

/** The texts of a module, one in each line. Names in the code are not texts. */
const stringsIn = (source: string): string =>
  [...source.replaceAll(/^import .*$/gm, '').matchAll(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g)]
    .map(([text]) => text.replaceAll(/\$\{[^}]*\}/g, '…'))
    .join('\n');

it.each(PAGE_LANGUAGES)('no text in %s uses a word that was replaced', (language) => {
  const texts = textsIn(language);
  expect(texts.length).toBeGreaterThan(8);
  const found = texts.flatMap(([file, text]) =>
    Object.entries(RETIRED[language]).flatMap(([right, retired]) => {
      const line = text.split('\n').find((each) => retired.test(each));
      return line === undefined ? [] : [`${file}: ${line.trim()} — write ${right}`];
    }),
  );
  expect(found).toEqual([]);
});

it('the mail with a code says the same in each language', () => {
  const parts = codeMailText('123456').split('\n\n');
  expect(parts).toHaveLength(PAGE_LANGUAGES.length);
  for (const part of parts) expect(part).toMatch(/^123456 /);
});
