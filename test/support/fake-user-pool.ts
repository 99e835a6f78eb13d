import {
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { createServer } from 'node:http';
import * as z from 'zod/mini';
import { listening } from './listening.ts';
import {
  premasterOf,
  privateKeyOf,
  type SrpGroup,
  scramblerOf,
  serverPublicOf,
  toBigInt,
  verifierOf,
  withSignBit,
} from './srp.ts';

/**
 * A user pool for tests of the command line: it does the server's half of SRP-6a and of the TOTP challenge, refreshes and
 * revokes. Its messages are those of Cognito. It follows Cognito's documentation and the published client libraries, and was
 * never compared with Cognito itself.
 */

export const COGNITO_GROUP: SrpGroup = {
  N: toBigInt(getDiffieHellman('modp15').getPrime()),
  g: 2n,
  hash: 'sha256',
  encode: withSignBit,
};

export interface PoolUser {
  readonly mail: string;
  readonly sub: string;
  readonly password: string;
  /** The shared secret of the second factor, if the user has one. */
  readonly secret?: Buffer;
  /** A challenge that follows the password instead of the tokens. */
  readonly challenge?: string;
}

interface PoolOptions {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly users: readonly PoolUser[];
  /** Issues an access token. */
  readonly issue: (sub: string, signIn: 'password' | 'refresh') => Promise<string>;
}

const Strings = z.record(z.string(), z.string());
const Request = z.object({
  ClientId: z.string(),
  AuthFlow: z.optional(z.string()),
  AuthParameters: z._default(Strings, {}),
  ChallengeName: z.optional(z.string()),
  ChallengeResponses: z._default(Strings, {}),
  Session: z.optional(z.string()),
  Token: z.optional(z.string()),
});

/** An error response of Cognito. */
class Refused extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}
const notAuthorized = (message = 'Incorrect username or password.') =>
  new Refused('NotAuthorizedException', message);

export async function startUserPool({ userPoolId, clientId, users, issue }: PoolOptions) {
  const poolName = userPoolId.split('_')[1] ?? '';
  const exchanges = new Map<string, { readonly user: PoolUser; readonly A: bigint; readonly b: bigint }>();
  const waiting = new Map<string, PoolUser>();
  const refreshTokens = new Map<string, PoolUser>();
  /** Every body that clients sent. */
  const received: string[] = [];
  const saltOf = new Map(users.map(({ sub }) => [sub, randomBytes(16)]));

  const verifier = ({ sub, password }: PoolUser) => {
    const salt = withSignBit(toBigInt(saltOf.get(sub) ?? Buffer.alloc(16)));
    return verifierOf(COGNITO_GROUP, privateKeyOf(COGNITO_GROUP, salt, `${poolName}${sub}`, password));
  };
  const known = (user: PoolUser | undefined): PoolUser => {
    if (!user) throw notAuthorized();
    return user;
  };

  async function tokens(user: PoolUser, signIn: 'password' | 'refresh') {
    const refreshToken = `refresh-${randomUUID()}`;
    if (signIn === 'password') refreshTokens.set(refreshToken, user);
    const AccessToken = await issue(user.sub, signIn);
    const IdToken = AccessToken;
    const result = { AccessToken, IdToken, ExpiresIn: 3600, TokenType: 'Bearer' };
    return {
      AuthenticationResult: { ...result, ...(signIn === 'password' && { RefreshToken: refreshToken }) },
    };
  }

  const operations: Readonly<Record<string, (request: z.infer<typeof Request>) => unknown>> = {
    InitiateAuth: ({ AuthFlow, AuthParameters }) => {
      if (AuthFlow === 'REFRESH_TOKEN_AUTH') {
        const user = refreshTokens.get(AuthParameters['REFRESH_TOKEN'] ?? '');
        if (!user) throw notAuthorized('Refresh Token has expired');
        return tokens(user, 'refresh');
      }
      if (AuthFlow !== 'USER_SRP_AUTH') throw new Refused('InvalidParameterException', 'Flow is not enabled');
      const user = known(users.find(({ mail }) => mail === AuthParameters['USERNAME']));
      const [A, b] = [BigInt(`0x${AuthParameters['SRP_A']}`), toBigInt(randomBytes(128))];
      if (A % COGNITO_GROUP.N === 0n) throw notAuthorized();
      const SECRET_BLOCK = randomBytes(900).toString('base64');
      exchanges.set(SECRET_BLOCK, { user, A, b });
      return {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeParameters: {
          SALT: toBigInt(saltOf.get(user.sub) ?? Buffer.alloc(0)).toString(16),
          SRP_B: serverPublicOf(COGNITO_GROUP, verifier(user), b).toString(16),
          SECRET_BLOCK,
          USERNAME: user.sub,
          USER_ID_FOR_SRP: user.sub,
        },
      };
    },

    RespondToAuthChallenge: ({ ChallengeName, ChallengeResponses: responses, Session }) => {
      if (ChallengeName === 'SOFTWARE_TOKEN_MFA') {
        const user = known(waiting.get(Session ?? ''));
        waiting.delete(Session ?? ''); // A session serves for one attempt.
        const now = Date.now() / 1000;
        // The code of the previous half minute is still valid, because typing it takes time.
        const codes = [now, now - 30].map((second) => user.secret && totp(user.secret, second));
        if (!codes.includes(responses['SOFTWARE_TOKEN_MFA_CODE']))
          throw new Refused('CodeMismatchException', 'Invalid code received for user');
        return tokens(user, 'password');
      }
      if (ChallengeName !== 'PASSWORD_VERIFIER') throw notAuthorized();
      const block = responses['PASSWORD_CLAIM_SECRET_BLOCK'] ?? '';
      const exchange = exchanges.get(block);
      exchanges.delete(block);
      if (!exchange) throw notAuthorized();
      const { user, A, b } = exchange;
      const own = verifier(user);
      const B = serverPublicOf(COGNITO_GROUP, own, b);
      const S = premasterOf(COGNITO_GROUP, { A, B, verifier: own, b });
      const u = withSignBit(scramblerOf(COGNITO_GROUP, A, B));
      const key = Buffer.from(hkdfSync('sha256', withSignBit(S), u, 'Caldera Derived Key', 16));
      const expected = createHmac('sha256', key)
        .update(poolName)
        .update(user.sub)
        .update(Buffer.from(block, 'base64'))
        .update(responses['TIMESTAMP'] ?? '')
        .digest();
      const claimed = Buffer.from(responses['PASSWORD_CLAIM_SIGNATURE'] ?? '', 'base64');
      if (claimed.length !== expected.length || !timingSafeEqual(claimed, expected)) throw notAuthorized();
      const next = user.challenge ?? (user.secret && 'SOFTWARE_TOKEN_MFA');
      if (!next) return tokens(user, 'password');
      const session = randomUUID();
      waiting.set(session, user);
      const ChallengeParameters = { userAttributes: '{}', requiredAttributes: '[]' };
      return { ChallengeName: next, Session: session, ChallengeParameters };
    },

    RevokeToken: ({ Token }) => {
      refreshTokens.delete(Token ?? '');
      return {};
    },
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    received.push(body);
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    try {
      const asked = Request.parse(JSON.parse(body));
      if (asked.ClientId !== clientId) throw new Refused('ResourceNotFoundException', 'No such app client');
      const answer = await operations[operation]?.(asked);
      if (answer === undefined) throw new Refused('UnknownOperationException', operation);
      response.writeHead(200).end(JSON.stringify(answer));
    } catch (error) {
      const { type, message } = error instanceof Refused ? error : { type: 'Fault', message: `${error}` };
      response.writeHead(400).end(JSON.stringify({ __type: type, message }));
    }
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}/`,
    received,
    refreshTokens,
    /** All refresh tokens expire. */
    expire: () => refreshTokens.clear(),
    stop: () => new Promise((closed) => server.close(closed)),
  };
}

/** The code of RFC 6238 for 30 seconds, with six digits and SHA-1. */
export function totp(secret: Buffer, second: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(second / 30)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}
