/**
 * The mail with a code of the user pool. Cognito has one text for a sign-up and for a new password, so it names the shorter validity of
 * both, and it does not know the language of the reader, so it has all three.
 */
const PARAGRAPHS = [
  [
    '{code} is your Sihat code. Enter it where you asked for it, within an hour.',
    'Did not ask? Ignore this email. Sihat never asks for your code.',
  ],
  [
    '{code} ialah kod Sihat anda. Masukkannya di tempat anda memintanya, dalam masa sejam.',
    'Tidak memintanya? Abaikan e-mel ini. Sihat tidak pernah meminta kod anda.',
  ],
  [
    '{code} 是您的 Sihat 验证码。请在一小时内，在您索取验证码的页面输入。',
    '没有索取？请忽略此电邮。Sihat 绝不会向您索取验证码。',
  ],
] as const;

export const CODE_MAIL_SUBJECT = 'Sihat: your code · kod anda · 您的验证码';

/** In the syntax of Cognito, where `{####}` stands for the code. */
export const codeMailHtml = (): string =>
  PARAGRAPHS.map((lines) => `<p>${lines.join('<br>').replace('{code}', '<b>{####}</b>')}</p>`).join('');

/** The same mail as plain text, in all languages, for `npm start`. */
export const codeMailText = (code: string): string =>
  PARAGRAPHS.map((lines) => lines.join('\n').replace('{code}', code)).join('\n\n');
