import { getDiffieHellman } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  COGNITO_GROUP,
  multiplierOf,
  power,
  premasterOf,
  privateKeyOf,
  type SrpGroup,
  scramblerOf,
  serverPublicOf,
  toBytes,
  verifierOf,
  withSignBit,
} from '../../../local/user-pool/srp.ts';
import { totp } from '../../../local/user-pool/totp.ts';

/** The test vectors of RFC 5054, appendix B: https://www.rfc-editor.org/rfc/rfc5054#appendix-B */
const number = (hex: string) => BigInt(`0x${hex.replaceAll(/\s/g, '')}`);

const N = number(`EEAF0AB9 ADB38DD6 9C33F80A FA8FC5E8 60726187 75FF3C0B 9EA2314C 9C256576 D674DF74 96EA81D3
  383B4813 D692C6E0 E0D5D8E2 50B98BE4 8E495C1D 6089DAD1 5DC7D7B4 6154D6B6 CE8EF4AD 69B15D49 82559B29 7BCF1885
  C529F566 660E57EC 68EDBC3C 05726CC0 2FD4CBF4 976EAA9A FD5138FE 8376435B 9FC61D2F C0EB06E3`);
const group: SrpGroup = { N, g: 2n, hash: 'sha1', encode: (value) => toBytes(value, 128) };
const salt = Buffer.from('BEB25379D1A8581EB5A727673A2441EE', 'hex');
const a = number('60975527035CF2AD1989806F0407210BC81EDC04E2762A56AFD529DDDA2D4393');
const b = number('E487CB59D31AC550471E81F00F6928E01DDA08E974A004F49E61F5D105284D20');
const A = number(`61D5E490 F6F1B795 47B0704C 436F523D D0E560F0 C64115BB 72557EC4 4352E890 3211C046 92272D8B
  2D1A5358 A2CF1B6E 0BFCF99F 921530EC 8E393561 79EAE45E 42BA92AE ACED8251 71E1E8B9 AF6D9C03 E1327F44 BE087EF0
  6530E69F 66615261 EEF54073 CA11CF58 58F0EDFD FE15EFEA B349EF5D 76988A36 72FAC47B 0769447B`);
const B = number(`BD0C6151 2C692C0C B6D041FA 01BB152D 4916A1E7 7AF46AE1 05393011 BAF38964 DC46A067 0DD125B9
  5A981652 236F99D9 B681CBF8 7837EC99 6C6DA044 53728610 D0C6DDB5 8B318885 D7D82C7F 8DEB75CE 7BD4FBAA 37089E6F
  9C6059F3 88838E7A 00030B33 1EB76840 910440B1 B27AAEAE EB4012B7 D7665238 A8E3FB00 4B117B58`);
const v = number(`7E273DE8 696FFC4F 4E337D05 B4B375BE B0DDE156 9E8FA00A 9886D812 9BADA1F1 822223CA 1A605B53
  0E379BA4 729FDC59 F105B478 7E5186F5 C671085A 1447B52A 48CF1970 B4FB6F84 00BBF4CE BFBB1681 52E08AB5 EA53D15C
  1AFF87B2 B9DA6E04 E058AD51 CC72BFC9 033B564E 26480D78 E955A5E2 9E7AB245 DB2BE315 E2099AFB`);
const S = number(`B0DC82BA BCF30674 AE450C02 87745E79 90A3381F 63B387AA F271A10D 233861E3 59B48220 F7C4693C
  9AE12B0A 6F67809F 0876E2D0 13800D6C 41BB59B6 D5979B5C 00A172B4 A2A5903A 0BDCAF8A 709585EB 2AFAFA8F 3499B200
  210DCC1F 10EB3394 3CD67FC8 8A2F39A4 BE5BEC4E C0A3212D C346D7E4 74B29EDE 8A469FFE CA686E5A`);

describe("the server's half of SRP-6a", () => {
  it('computes the numbers that RFC 5054 publishes', () => {
    expect(multiplierOf(group)).toBe(number('7556AA045AEF2CDD07ABAF0F665C3E818913186F'));
    const x = privateKeyOf(group, salt, 'alice', 'password123');
    expect(x).toBe(number('94B7555AABE9127CC58CCF4993DB6CF84D16C124'));
    expect(verifierOf(group, x)).toBe(v);
    expect(power(group.g, a, N)).toBe(A);
    expect(serverPublicOf(group, v, b)).toBe(B);
    expect(scramblerOf(group, A, B)).toBe(number('CE38B9593487DA98554ED47D70A7AE5F462EF019'));
    expect(premasterOf(group, { A, B, verifier: v, b })).toBe(S);
  });

  it('refuses an A that makes the result independent of the password', () => {
    for (const wrong of [0n, N, 2n * N]) {
      expect(() => premasterOf(group, { A: wrong, B, verifier: v, b })).toThrow(RangeError);
    }
  });

  it('uses the 3072-bit group with generator 2 and SHA-256 for Cognito', () => {
    expect(COGNITO_GROUP.N).toBe(number(getDiffieHellman('modp15').getPrime('hex')));
    expect(COGNITO_GROUP).toMatchObject({ g: 2n, hash: 'sha256' });
    // The examples of the client library's documentation.
    expect([20n, 56n, 200n, 236n].map((value) => withSignBit(value).toString('hex'))).toEqual([
      '14',
      '38',
      '00c8',
      '00ec',
    ]);
  });
});

it('the codes of the second factor are those that RFC 6238 publishes', () => {
  // https://www.rfc-editor.org/rfc/rfc6238#appendix-B gives eight digits; six are their end.
  const secret = Buffer.from('12345678901234567890');
  const codes = [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((second) => totp(secret, second));
  expect(codes).toEqual(['287082', '081804', '005924', '353130']);
});
