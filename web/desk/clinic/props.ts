import type { AccessRequest } from '../api.ts';
import type { Practitioner, Work } from '../work.ts';
import type { Draft } from './drafts.ts';
import type { Visits } from './visits.ts';

/** What the page shows beside the list. It is in no address, so it is in no history. */
export type Shown =
  | { readonly name: 'today' | 'scan' | 'additions' }
  | { readonly name: 'visit'; readonly id: string };

/** What all parts of the page know. */
export interface Shared {
  readonly work: Work;
  readonly practitioner: Practitioner;
  readonly visits: Visits;
  /** The requests that are pending or approved now. */
  readonly open: readonly AccessRequest[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly show: (shown: Shown) => void;
  readonly labels: ReadonlyMap<string, string>;
  readonly drafts: Map<string, Draft>;
}

/** What all parts of the page of one patient know. */
export interface VisitProps extends Shared {
  readonly request: AccessRequest;
  readonly isWide: boolean;
  readonly label: string;
  readonly onLabel: (label: string) => void;
}
