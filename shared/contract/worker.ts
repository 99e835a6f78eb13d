import type { Area } from './contract.ts';
import type { TablePrefix, Touches } from './table-definition.ts';

/** Runs the worker for items that TTL has deleted. */
export interface ExpiryTrigger {
  readonly kind: 'expired_items';
  readonly pkPrefix: TablePrefix;
  readonly skPrefix: string;
}

/** Runs the worker for each change of an item whose keys begin with one of these prefixes. */
export interface ChangeTrigger {
  readonly kind: 'changed_items';
  readonly pkPrefixes: readonly string[];
  readonly skPrefixes: readonly string[];
}

/** Both read the stream of the table. */
export type StreamTrigger = ExpiryTrigger | ChangeTrigger;

export const isStreamTrigger = (trigger: Worker['trigger']): trigger is StreamTrigger =>
  trigger.kind === 'expired_items' || trigger.kind === 'changed_items';

export interface ScheduleTrigger {
  readonly kind: 'schedule';
  /** At most 1,440: once a day. */
  readonly everyMinutes: number;
}

/** Once a day at a full hour in Malaysia. */
export interface DailyTrigger {
  readonly kind: 'daily';
  /** 0 to 23. */
  readonly hour: number;
}

/** The number of minutes between two runs of a worker that runs on a schedule. */
export const minutesBetweenRuns = (trigger: Worker['trigger']): number | undefined =>
  trigger.kind === 'schedule'
    ? trigger.everyMinutes
    : trigger.kind === 'daily'
      ? MINUTES_OF_A_DAY
      : undefined;
const MINUTES_OF_A_DAY = 24 * 60;

/** An operator runs the worker by hand. */
export interface ByHandTrigger {
  readonly kind: 'by_hand';
}

/** The user pool invokes the worker for each access token that it issues. The response adds claims to the token. */
export interface TokenTrigger {
  readonly kind: 'token_issue';
}

/** A function without an HTTP endpoint. CDK, the local platform and the IAM policies read this declaration. */
export interface Worker {
  readonly workerId: string;
  readonly area: Area;
  readonly summary: string;
  readonly trigger: StreamTrigger | ScheduleTrigger | DailyTrigger | ByHandTrigger | TokenTrigger;
  readonly touches: Touches;
  /** The worker may remove users from the user pool. */
  readonly removesSignIns?: true;
  /** The worker may send pushes to phones. */
  readonly sendsPushes?: true;
  /** The worker may read email addresses in the user pool, and send mails. */
  readonly sendsMails?: true;
}

/** The time limit of a run in seconds. A manual run gets more time, so that an operator starts fewer of them. */
export const runSeconds = ({ trigger }: Worker): number => (trigger.kind === 'by_hand' ? 900 : 50);

/** Declares a worker. The compiler checks its type and infers the literal one. */
export function worker<const W extends Worker>(declared: W): W {
  return declared;
}

/**
 * The most changes that Lambda delivers at a time. As many items of one owner are counted in one transaction of 100: with the lock and
 * the two rows of most owners, their records fill it.
 */
export const STREAM_BATCH = 97;

/** A record is retried this often or this long; then it goes to a queue and the stream continues. */
export interface StreamRetries {
  readonly tries?: number;
  readonly maxAgeSeconds?: number;
}

/**
 * A lease that cannot be released must not delay the others, so its retries are few. The worker of the counters skips
 * items that it cannot read. Every other failure comes from the table and is temporary, so its retries are many.
 */
export function streamRetries({ kind }: StreamTrigger): StreamRetries {
  return kind === 'expired_items' ? { tries: 5 } : { maxAgeSeconds: 3600 };
}

const oneOf = (prefixes: readonly string[]) => ({ S: prefixes.map((prefix) => ({ prefix })) });

/**
 * The filter of the event source mapping. Deletions by DynamoDB's TTL differ from ours by their user identity.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html
 */
export function streamFilter(trigger: StreamTrigger) {
  if (trigger.kind === 'changed_items') {
    return { dynamodb: { Keys: { pk: oneOf(trigger.pkPrefixes), sk: oneOf(trigger.skPrefixes) } } };
  }
  return {
    eventName: ['REMOVE'],
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
    dynamodb: { Keys: { pk: oneOf([trigger.pkPrefix]), sk: oneOf([trigger.skPrefix]) } },
  };
}
