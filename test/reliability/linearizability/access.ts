import type { Specification } from './checker.ts';

/** The sequential specification of a patient's tokens, access requests and record, and of what both sides are told. */
export type AccessInput =
  | { readonly kind: 'exchange'; readonly token: string }
  | { readonly kind: 'read'; readonly request: string }
  /** `of` is the practitioner of the request. */
  | { readonly kind: 'approve' | 'revoke'; readonly request: string; readonly of: string }
  | { readonly kind: 'add'; readonly request: string; readonly title: string }
  /** Marks the note with this title, which was added under the request. */
  | { readonly kind: 'mark'; readonly request: string; readonly title: string }
  /** Lists the notices of the patient or of a practitioner. */
  | { readonly kind: 'told'; readonly to: string };

export interface AccessOutput {
  /** The refusal code; empty on success. */
  readonly code: string;
  readonly request?: string;
  /** The titles of the notes, in the form of `titleOf`. */
  readonly titles?: readonly string[];
  /** Whether a mark has returned the note. */
  readonly shown?: boolean;
  /** The kinds of the notices. */
  readonly told?: readonly string[];
}

/** The title of a note in a list, which shows whether it is marked as entered in error. */
export const titleOf = (title: string, isMarked: boolean): string => (isMarked ? `${title} (marked)` : title);

/** To whom what the patient reads is told. */
export const PATIENT = 'patient';

interface Access {
  readonly used: readonly string[];
  readonly statuses: Readonly<Record<string, 'pending' | 'approved' | 'revoked'>>;
  readonly titles: readonly string[];
  /** `<recipient> <kind>`, sorted. */
  readonly told: readonly string[];
}

export const accessSpecification: Specification<Access, AccessInput, AccessOutput> = {
  initial: { used: [], statuses: {}, titles: [], told: [] },
  after(state, { input, answer }) {
    const output = answer?.output;
    /** The next state if the operation succeeds, or the same state if it is refused with this code. */
    const unlessRefused = (good: boolean, refusal: string, next: Access): readonly Access[] => {
      if (!output) return [good ? next : state];
      return (good ? '' : refusal) === output.code ? [good ? next : state] : [];
    };
    const telling = (to: string, kind: string) => ({ told: [...state.told, `${to} ${kind}`].sort() });
    if (input.kind === 'told') {
      const told = output?.told?.map((kind) => `${input.to} ${kind}`).toSorted();
      const own = state.told.filter((each) => each.startsWith(`${input.to} `));
      return told && told.join() !== own.join() ? [] : [state];
    }
    if (input.kind === 'exchange') {
      const { used, statuses } = state;
      // When the response was lost, no client knows the id.
      const made = output?.request;
      return unlessRefused(!used.includes(input.token), 'token_used', {
        ...state,
        ...telling(PATIENT, 'access_requested'),
        used: [...used, input.token].sort(),
        statuses: made === undefined ? statuses : { ...statuses, [made]: 'pending' },
      });
    }
    const status = state.statuses[input.request];
    const become = (next: 'approved' | 'revoked'): Access => ({
      ...state,
      statuses: { ...state.statuses, [input.request]: next },
    });
    const approved = status === 'approved';
    switch (input.kind) {
      case 'approve':
        return unlessRefused(status === 'pending', 'not_pending', {
          ...become('approved'),
          ...telling(input.of, 'access_approved'),
        });
      case 'revoke':
        return unlessRefused(approved, 'not_approved', {
          ...become('revoked'),
          ...telling(input.of, 'access_ended_by_patient'),
        });
      case 'add':
        return unlessRefused(approved, 'access_not_approved', {
          ...state,
          ...telling(PATIENT, 'record_added'),
          titles: [...state.titles, input.title].sort(),
        });
      case 'mark': {
        const exists = [false, true].some((is) => state.titles.includes(titleOf(input.title, is)));
        if (!exists)
          return unlessRefused(false, approved ? 'record_not_found' : 'access_not_approved', state);
        // Without an access, the author may still mark the note, and is shown nothing.
        if (output?.code === '' && output.shown !== approved) return [];
        if (!state.titles.includes(input.title)) return unlessRefused(true, '', state);
        return unlessRefused(true, '', {
          ...state,
          ...telling(PATIENT, 'record_marked_in_error'),
          titles: state.titles.map((title) => (title === input.title ? titleOf(title, true) : title)).sort(),
        });
      }
      case 'read': {
        if (output?.titles && output.titles.toSorted().join() !== state.titles.join()) return [];
        return unlessRefused(approved, 'access_not_approved', state);
      }
    }
  },
  nameOf: ({ used, statuses, titles, told }) =>
    JSON.stringify([used, Object.entries(statuses).sort(), titles, told]),
};
