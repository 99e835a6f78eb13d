import type { Specification } from './checker.ts';

/** The sequential specification of a patient's tokens, access requests and record. */
export type AccessInput =
  | { readonly kind: 'exchange'; readonly token: string }
  | { readonly kind: 'approve' | 'revoke' | 'read'; readonly request: string }
  | { readonly kind: 'add'; readonly request: string; readonly title: string };

export interface AccessOutput {
  /** The refusal code; empty on success. */
  readonly code: string;
  readonly request?: string;
  readonly titles?: readonly string[];
}

interface Access {
  readonly used: readonly string[];
  readonly statuses: Readonly<Record<string, 'pending' | 'approved' | 'revoked'>>;
  readonly titles: readonly string[];
}

export const accessSpecification: Specification<Access, AccessInput, AccessOutput> = {
  initial: { used: [], statuses: {}, titles: [] },
  after(state, { input, answer }) {
    const output = answer?.output;
    /** The next state if the operation succeeds, or the same state if it is refused with this code. */
    const unlessRefused = (good: boolean, refusal: string, next: Access): readonly Access[] => {
      if (!output) return [good ? next : state];
      return (good ? '' : refusal) === output.code ? [good ? next : state] : [];
    };
    if (input.kind === 'exchange') {
      const { used, statuses } = state;
      // When the response was lost, no client knows the id.
      const made = output?.request;
      return unlessRefused(!used.includes(input.token), 'token_used', {
        ...state,
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
        return unlessRefused(status === 'pending', 'not_pending', become('approved'));
      case 'revoke':
        return unlessRefused(approved, 'not_approved', become('revoked'));
      case 'add':
        return unlessRefused(approved, 'access_not_approved', {
          ...state,
          titles: [...state.titles, input.title].sort(),
        });
      case 'read': {
        if (output?.titles && output.titles.toSorted().join() !== state.titles.join()) return [];
        return unlessRefused(approved, 'access_not_approved', state);
      }
    }
  },
  nameOf: ({ used, statuses, titles }) => JSON.stringify([used, Object.entries(statuses).sort(), titles]),
};
