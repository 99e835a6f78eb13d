import type { Machine } from './state-space.ts';

/**
 * Clinical access (`functions/clinical`): one patient with one token, two practitioners, what comes of the exchange, and
 * up to two records under it. A step is one transaction, tried by anyone at any time; who would trust what they had read
 * before looks first and writes later. Clocks differ: about a lapse some functions see it and others do not.
 */
const PRACTITIONERS = [0, 1];
const MOST_USES = 2;

export const accessMistakes = [
  'an exchange trusts the token that it read',
  'a decision trusts the request that it read',
  'a use trusts the approval that it read',
  'a record and its entry in the log are two writes',
  'a read is answered before its entry in the log is written',
  'a use asks only whether the practitioner is verified now',
  'a use does not ask whether the patient has left',
] as const;
export type AccessMistake = (typeof accessMistakes)[number];

type Lapsed = 'none' | 'some' | 'all';

interface Request {
  readonly practitioner: number;
  readonly status: 'pending' | 'approved' | 'denied' | 'revoked';
  readonly lapsed: Lapsed;
  /** The verification that it was made under: the first, or the one after a withdrawal. */
  readonly verification: number;
  readonly wasEnded: boolean;
  readonly added: number;
  readonly addedLogged: number;
  readonly read: number;
  readonly readLogged: number;
}

export interface Access {
  readonly used: boolean;
  readonly tokenLapsed: Lapsed;
  /** Which verification stands; 0 while none does. */
  readonly verified: readonly number[];
  readonly patientLeft: boolean;
  readonly requests: readonly Request[];
  /** Who has read that they may, and what. */
  readonly looked: readonly string[];
  readonly trespass: boolean;
}

export function accessMachine(mistake?: AccessMistake): Machine<Access> {
  const makes = (one: AccessMistake) => mistake === one;
  return {
    initial: {
      used: false,
      tokenLapsed: 'none',
      verified: PRACTITIONERS.map(() => 1),
      patientLeft: false,
      requests: [],
      looked: [],
      trespass: false,
    },

    *steps(state) {
      const { used, tokenLapsed, verified, patientLeft } = state;
      if (tokenLapsed !== 'all') yield ['the token lapses', { ...state, tokenLapsed: further(tokenLapsed) }];
      if (!patientLeft) yield ['the patient leaves', { ...state, patientLeft: true }];

      for (const practitioner of PRACTITIONERS) {
        const who = `practitioner ${practitioner + 1}`;
        const stands = verified[practitioner] ?? 0;
        if (stands === 1)
          yield [`${who} is withdrawn`, { ...state, verified: verified.with(practitioner, 0) }];
        if (stands === 0)
          yield [`${who} is verified anew`, { ...state, verified: verified.with(practitioner, 2) }];

        const good = !used && tokenLapsed !== 'all' && stands > 0 && !patientLeft;
        const write: Access = {
          ...state,
          used: true,
          requests: [...state.requests, newRequest(practitioner, stands)],
        };
        yield* tried(
          state,
          `${who} exchanges the token`,
          good,
          makes('an exchange trusts the token that it read'),
          write,
        );
      }

      for (const [n, one] of state.requests.entries()) {
        const of = `the request of practitioner ${one.practitioner + 1}`;
        const live = one.lapsed !== 'all';
        const become = (by: Partial<Request>): Access => ({
          ...state,
          requests: state.requests.with(n, { ...one, ...by }),
        });
        const blind = makes('a decision trusts the request that it read');
        if (live) yield [`${of} lapses`, become({ lapsed: further(one.lapsed) })];
        const pending = one.status === 'pending' && live;
        yield* tried(
          state,
          `${of} is approved`,
          pending,
          blind,
          become({ status: 'approved', lapsed: 'none' }),
        );
        yield* tried(state, `${of} is denied`, pending, blind, become({ status: 'denied', wasEnded: true }));
        const approved = one.status === 'approved' && live;
        yield* tried(
          state,
          `${of} is revoked`,
          approved,
          blind,
          become({ status: 'revoked', wasEnded: true }),
        );

        const stands = verified[one.practitioner] ?? 0;
        const may = approved && stands === one.verification && !patientLeft;
        const asked =
          approved &&
          (makes('a use asks only whether the practitioner is verified now')
            ? stands > 0
            : stands === one.verification) &&
          (makes('a use does not ask whether the patient has left') || !patientLeft);
        const trusts = makes('a use trusts the approval that it read');
        const trespass = state.trespass || !may;
        if (one.added < MOST_USES) {
          const twice = makes('a record and its entry in the log are two writes');
          const addedLogged = one.addedLogged + (twice ? 0 : 1);
          const after = { ...become({ added: one.added + 1, addedLogged }), trespass };
          yield* tried(state, `a record is added under ${of}`, asked, trusts, after);
        }
        if (one.added > one.addedLogged) yield ['an addition is logged', become({ addedLogged: one.added })];
        if (one.read < MOST_USES) {
          const twice = makes('a read is answered before its entry in the log is written');
          const readLogged = one.readLogged + (twice ? 0 : 1);
          const after = { ...become({ read: one.read + 1, readLogged }), trespass };
          yield* tried(state, `the record is read under ${of}`, asked, trusts, after);
        }
        if (one.read > one.readLogged) yield ['a read is logged', become({ readLogged: one.read })];
      }
    },

    wrong({ requests, trespass }) {
      if (requests.length > 1) return 'a token was exchanged twice';
      if (trespass) return 'a record was read or added to without a standing approval';
      for (const { status, wasEnded, added, addedLogged, read, readLogged } of requests) {
        if (wasEnded && (status === 'approved' || status === 'pending')) return 'what was ended stands again';
        if (added !== addedLogged) return 'a record has no entry in the log';
        if (read !== readLogged) return 'a read has no entry in the log';
      }
      return undefined;
    },

    nameOf: (state) => JSON.stringify({ ...state, looked: state.looked.toSorted() }),
  };
}

/** One transaction under its conditions; or, where what was read is trusted, a look under them and a write at any time. */
function* tried(
  state: Access,
  name: string,
  good: boolean,
  trusts: boolean,
  after: Access,
): Iterable<readonly [string, Access]> {
  if (!trusts) {
    if (good) yield [name, after];
    return;
  }
  const looked = state.looked.includes(name);
  if (good && !looked) yield [`before ${name}: a look`, { ...state, looked: [...state.looked, name] }];
  if (looked) yield [name, { ...after, looked: state.looked.filter((one) => one !== name) }];
}

const further = (lapsed: Lapsed): Lapsed => (lapsed === 'none' ? 'some' : 'all');

function newRequest(practitioner: number, verification: number): Request {
  return {
    practitioner,
    status: 'pending',
    lapsed: 'none',
    verification,
    wasEnded: false,
    added: 0,
    addedLogged: 0,
    read: 0,
    readLogged: 0,
  };
}
