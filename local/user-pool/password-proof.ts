import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { invalidParameter, wrongCredentials } from './cognito-error.ts';
import type { Person } from './people.ts';
import {
  COGNITO_GROUP as GROUP,
  premasterOf,
  privateKeyOf,
  scramblerOf,
  serverPublicOf,
  toBigInt,
  verifierOf,
  withSignBit,
} from './srp.ts';

/**
 * The server's half of a sign-in by SRP, which proves the password without sending it. It follows Cognito's documentation and
 * the published client libraries, and was never compared with Cognito itself.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
 */

/** A started proof, which the client completes. */
interface Exchange {
  readonly sub: string;
  /** Absent for an unknown user, whose exchange looks like any other and fails. */
  readonly person: Person | undefined;
  readonly A: bigint;
  readonly B: bigint;
  readonly b: bigint;
  readonly verifier: bigint;
}

/** The fields of a client's proof, by their names in `ChallengeResponses`. */
export interface Proof {
  readonly PASSWORD_CLAIM_SECRET_BLOCK: string;
  readonly PASSWORD_CLAIM_SIGNATURE: string;
  readonly TIMESTAMP: string;
}

/** The day has no leading zero. */
const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [1-9]\d? \d{2}:\d{2}:\d{2} UTC \d{4}$/;

/** @param poolName the id of the pool without its region */
export function passwordProofs(poolName: string) {
  const exchanges = new Map<string, Exchange>();
  const secret = randomBytes(32);
  /** Bytes that are always the same for a name in this pool. */
  const bytesOf = (name: string) => createHmac('sha256', secret).update(name).digest();

  return {
    /** @param username as the client sent it. @returns the parameters of the challenge `PASSWORD_VERIFIER` */
    start(username: string, person: Person | undefined, publicA: string) {
      if (!/^[\da-f]+$/i.test(publicA)) throw invalidParameter('SRP_A is not a hexadecimal number');
      const A = BigInt(`0x${publicA}`);
      if (A % GROUP.N === 0n) throw wrongCredentials();
      const sub = person?.sub ?? uuidOf(bytesOf(username));
      const [password = ''] = person?.passwords ?? [];
      const salt = toBigInt(bytesOf(sub + password).subarray(0, 16));
      const x = privateKeyOf(GROUP, withSignBit(salt), poolName + sub, password);
      const verifier = verifierOf(GROUP, x);
      const b = toBigInt(randomBytes(32));
      const B = serverPublicOf(GROUP, verifier, b);
      const SECRET_BLOCK = randomBytes(900).toString('base64');
      exchanges.set(SECRET_BLOCK, { sub, person, A, B, b, verifier });
      return {
        SALT: salt.toString(16),
        SRP_B: B.toString(16),
        SECRET_BLOCK,
        USERNAME: sub,
        USER_ID_FOR_SRP: sub,
      };
    },

    /** Ends an exchange, so that each one allows a single attempt. @throws {CognitoError} if nobody has started it */
    take({ PASSWORD_CLAIM_SECRET_BLOCK: block }: Proof): Exchange {
      const exchange = exchanges.get(block);
      exchanges.delete(block);
      if (!exchange) throw wrongCredentials();
      return exchange;
    },

    /** Returns true if the client has the password. @throws {CognitoError} for a time in another format */
    isProven({ sub, A, B, b, verifier }: Exchange, proof: Proof): boolean {
      if (!TIMESTAMP.test(proof.TIMESTAMP))
        throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english');
      const S = premasterOf(GROUP, { A, B, verifier, b });
      const u = withSignBit(scramblerOf(GROUP, A, B));
      const key = Buffer.from(hkdfSync('sha256', withSignBit(S), u, 'Caldera Derived Key', 16));
      const expected = createHmac('sha256', key)
        .update(poolName)
        .update(sub)
        .update(Buffer.from(proof.PASSWORD_CLAIM_SECRET_BLOCK, 'base64'))
        .update(proof.TIMESTAMP)
        .digest();
      const claimed = Buffer.from(proof.PASSWORD_CLAIM_SIGNATURE, 'base64');
      return claimed.length === expected.length && timingSafeEqual(claimed, expected);
    },
  };
}

/** A UUID made of these bytes. */
function uuidOf(bytes: Buffer): string {
  const [, ...parts] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(bytes.toString('hex')) ?? [];
  const [a, b, c, d, e] = parts;
  return `${a}-${b}-4${c}-a${d}-${e}`;
}
