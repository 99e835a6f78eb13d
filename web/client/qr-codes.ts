/** The content of the platform's QR codes, the same for every app. */

export type ScannedCode =
  /** A practitioner exchanges it for an access request. */
  | { readonly kind: 'clinical_token'; readonly token: string }
  /** The staff of a merchant look the claim up, and redeem it. */
  | { readonly kind: 'claim'; readonly claimId: string }
  /** A visitor joins the exhibition. */
  | { readonly kind: 'exhibition'; readonly code: string }
  /** The invited person accepts it. */
  | { readonly kind: 'invitation'; readonly token: string }
  /** An administrator verifies the practitioner who shows it. */
  | { readonly kind: 'account'; readonly accountId: string };

/** Capitals make a code smaller, because QR codes have a mode for them. */
const codeOf = (kind: string, id: string): string => `SIHAT:${kind}:${id}`.toUpperCase();
const OF_AN_ID = /^SIHAT:(CLAIM|ACCOUNT):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** 256 random bits in base64url. */
const SECRET = /^[\w-]{43}$/;
const JOIN_CODE = /^[a-z0-9-]{1,64}$/;

/** The content of a claim's code. */
export const claimCode = (claimId: string): string => codeOf('claim', claimId);

/** The content of the code of an account, which a practitioner shows to the administrator who verifies them, and to nobody else. */
export const accountCode = (accountId: string): string => codeOf('account', accountId);

/** The address in an invitation. The token is in the fragment, which browsers do not send to a server. */
export const invitationAddress = (origin: string, token: string): string => `${origin}/invitation#${token}`;

/**
 * Reads a scanned code. An app ignores the kinds that it has no use for, with a message that names the kind.
 * @returns `undefined` for a code that is not of the platform.
 */
export function readCode(text: string): ScannedCode | undefined {
  const trimmed = text.trim();
  if (SECRET.test(trimmed)) return { kind: 'clinical_token', token: trimmed };
  const [, kind, id] = OF_AN_ID.exec(trimmed.toLowerCase()) ?? [];
  if (id) return kind === 'claim' ? { kind, claimId: id } : { kind: 'account', accountId: id };
  const [, path = '', fragment = ''] =
    /^https?:\/\/[^/?#]+(\/[^?#]*)(?:\?[^#]*)?(?:#(.*))?$/i.exec(trimmed) ?? [];
  // As the pages do, this takes an address in capitals, and with a slash at its end.
  const [name, last = ''] = path.toLowerCase().replace(/\/$/, '').split('/').slice(-2);
  if (name === 'join' && JOIN_CODE.test(last)) return { kind: 'exhibition', code: last };
  if (last === 'invitation' && SECRET.test(fragment)) return { kind: 'invitation', token: fragment };
  return undefined;
}
