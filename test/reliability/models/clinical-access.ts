import type { Model, Steps } from './explore.ts';

/**
 * Clinical access as a state machine: one patient with one token, a practitioner who adds and marks a note, and another one.
 *
 * An operation that reads first and writes later is two steps, between which anything else can happen; its transaction checks the
 * state at the moment of the write. Each mistake leaves out one part of a condition, or splits a transaction.
 */
export const accessMistakes = {
  'an exchange trusts a token that it read before': 'two requests from one token',
  'a decision trusts a request that it read before': 'a request that was ended is valid again',
  'a use trusts an approval that it read before': 'access without a valid approval',
  'a use checks only that the practitioner is verified now': 'access without a valid approval',
  'a use does not check whether the patient has left': 'access without a valid approval',
  'a use and its log entry are two writes': 'access that the log does not show',
  'a correction does not check the age of the note': 'a correction that is not allowed',
  'a correction does not check who the author is': 'a correction that is not allowed',
  'a correction checks only that the author is verified now': 'a correction that is not allowed',
  'a correction does not check whether the patient has left': 'a correction that is not allowed',
  'a correction does not check whether the author has left': 'a correction that is not allowed',
  'a correction and its log entry are two writes': 'access that the log does not show',
  'a repeated correction is written again': 'a note that is marked twice',
  'a correction returns the note': 'access without a valid approval',
} as const;
export type AccessMistake = keyof typeof accessMistakes;

/** The operations that read first. Each of them happens at most once. */
type Operation = 'exchange' | 'other exchange' | 'approve' | 'add';

interface State {
  /** Where each of these operations is: what it has read, or that it is done. */
  readonly at: Readonly<Partial<Record<Operation, string>>>;
  readonly requests: number;
  /** The state of the author's request. */
  readonly status: 'none' | 'pending' | 'approved' | 'ended';
  /** The verification of the author: the first, under which the request was made, none, or a later one. */
  readonly verified: 'first' | 'none' | 'later';
  readonly patientLeft: boolean;
  readonly authorLeft: boolean;
  readonly note: 'none' | 'new' | 'old';
  readonly marks: number;
  readonly isLogged: boolean;
  readonly broken?: string;
}

/** @param mistake what the design does wrong; by default, nothing */
export function clinicalAccess(mistake?: AccessMistake): Model<State> {
  const is = (made: AccessMistake) => made === mistake;
  const breaks = (state: State, rule: string, isBroken: boolean): State =>
    isBroken ? { ...state, broken: rule } : state;

  const areHere = ({ patientLeft, authorLeft }: State) => !patientLeft && !authorLeft;
  const mayUse = (state: State) =>
    state.status === 'approved' && state.verified === 'first' && areHere(state);
  const mayCorrect = (state: State) => state.note === 'new' && state.verified === 'first' && areHere(state);

  function exchanged(state: State, read: string): State {
    const isOpen = is('an exchange trusts a token that it read before')
      ? read === '0 requests'
      : state.requests === 0;
    return isOpen && !state.patientLeft ? { ...state, requests: state.requests + 1 } : state;
  }

  function approved(state: State, read: string): State {
    const trusted = is('a decision trusts a request that it read before') ? read : state.status;
    if (trusted !== 'pending') return state;
    return breaks(
      { ...state, status: 'approved' },
      'a request that was ended is valid again',
      state.status === 'ended',
    );
  }

  function allowsUse({ status, verified, patientLeft, authorLeft }: State, read: string = status): boolean {
    const trusted = is('a use trusts an approval that it read before') ? read : status;
    const isVerified = is('a use checks only that the practitioner is verified now')
      ? verified !== 'none'
      : verified === 'first';
    const isHere = is('a use does not check whether the patient has left') || !patientLeft;
    return trusted === 'approved' && isVerified && isHere && !authorLeft;
  }

  function added(state: State, read: string): State {
    if (!allowsUse(state, read)) return state;
    const isLogged = !is('a use and its log entry are two writes');
    return breaks({ ...state, note: 'new', isLogged }, 'access without a valid approval', !mayUse(state));
  }

  function allowsCorrection({ note, verified, patientLeft, authorLeft }: State): boolean {
    return (
      (note === 'new' || (note === 'old' && is('a correction does not check the age of the note'))) &&
      (verified === 'first' ||
        (verified === 'later' && is('a correction checks only that the author is verified now'))) &&
      (!patientLeft || is('a correction does not check whether the patient has left')) &&
      (!authorLeft || is('a correction does not check whether the author has left'))
    );
  }

  function marked(state: State): State {
    const isUse = state.note !== 'none' && allowsUse(state);
    if (!isUse && !allowsCorrection(state)) return state;
    const returns = isUse || is('a correction returns the note');
    const isRepeated = state.marks > 0 && !is('a repeated correction is written again');
    const after = isRepeated
      ? state
      : {
          ...state,
          marks: state.marks + 1,
          isLogged: !is('a correction and its log entry are two writes'),
        };
    if (returns && !mayUse(state)) return breaks(after, 'access without a valid approval', true);
    return breaks(after, 'a correction that is not allowed', !isUse && !mayCorrect(state));
  }

  /** The other practitioner is verified and here, and has had an access to the patient that is over. */
  function markedByOther(state: State): State {
    if (!is('a correction does not check who the author is') || state.note !== 'new') return state;
    return breaks(state, 'a correction that is not allowed', true);
  }

  /** What each operation reads, and what it writes. */
  const operations: Readonly<
    Record<Operation, { reads(state: State): string; writes(state: State, read: string): State }>
  > = {
    exchange: {
      reads: ({ requests }) => `${requests} requests`,
      writes: (state, read) => {
        const after = exchanged(state, read);
        return after === state ? state : { ...after, status: 'pending' };
      },
    },
    'other exchange': { reads: ({ requests }) => `${requests} requests`, writes: exchanged },
    approve: { reads: ({ status }) => status, writes: approved },
    add: { reads: ({ status }) => status, writes: added },
  };

  function steps(state: State): Steps<State> {
    const own = Object.entries(operations).flatMap(([name, { reads, writes }]): Steps<State> => {
      const at = state.at[name as Operation];
      const moved = (to: string) => ({ ...state.at, [name]: to });
      if (at === 'done') return [];
      if (at === undefined) return [[`${name} reads`, { ...state, at: moved(reads(state)) }]];
      return [[`${name} writes`, { ...writes(state, at), at: moved('done') }]];
    });
    // Marks decide by their transaction alone, and may be repeated.
    const marks = [
      ['the author marks the note', marked(state)],
      ['another practitioner marks the note', markedByOther(state)],
    ] as const;
    const happens: [string, boolean, Partial<State>][] = [
      ['the request ends', state.status === 'pending' || state.status === 'approved', { status: 'ended' }],
      ['the verification is withdrawn', state.verified !== 'none', { verified: 'none' }],
      ['the author is verified again', state.verified === 'none', { verified: 'later' }],
      ['the patient leaves', !state.patientLeft, { patientLeft: true }],
      ['the author leaves', !state.authorLeft, { authorLeft: true }],
      ['seven days pass', state.note === 'new', { note: 'old' }],
    ];
    const others = happens.flatMap(([step, isPossible, after]) =>
      isPossible ? [[step, { ...state, ...after }] as const] : [],
    );
    return [...own, ...marks, ...others];
  }

  return {
    initial: {
      at: {},
      requests: 0,
      status: 'none',
      verified: 'first',
      patientLeft: false,
      authorLeft: false,
      note: 'none',
      marks: 0,
      isLogged: true,
    },
    steps,
    broken({ broken, requests, isLogged, marks }) {
      if (broken) return broken;
      if (requests > 1) return 'two requests from one token';
      if (!isLogged) return 'access that the log does not show';
      return marks > 1 ? 'a note that is marked twice' : undefined;
    },
  };
}
