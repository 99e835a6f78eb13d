import type { Area } from './contract.ts';
import type { TablePrefix, Touches } from './table/definition.ts';

/** Runs the worker for items that TTL has deleted. */
export interface ExpiryTrigger {
  readonly kind: 'expired_items';
  readonly pkPrefix: TablePrefix;
  readonly skPrefix: string;
}

export interface ScheduleTrigger {
  readonly kind: 'schedule';
  readonly everyMinutes: number;
}

/** An operator runs the worker by hand, after a restore. */
export interface ByHandTrigger {
  readonly kind: 'by_hand';
}

/** The user pool invokes it for each access token that it issues; the response adds claims to the token. */
export interface TokenTrigger {
  readonly kind: 'token_issue';
}

/** A function without an HTTP endpoint. CDK, the local platform and the IAM policies read this declaration. */
export interface Worker {
  readonly workerId: string;
  readonly area: Area;
  readonly summary: string;
  readonly trigger: ExpiryTrigger | ScheduleTrigger | ByHandTrigger | TokenTrigger;
  readonly touches: Touches;
  /** It may remove users from the user pool. */
  readonly removesSignIns?: true;
}

/** Declares a worker; checks its type and keeps its literal one. */
export function worker<const W extends Worker>(declared: W): W {
  return declared;
}

/** The number of tries of a stream record before it is discarded and the stream continues. */
export const STREAM_TRIES = 5;

/**
 * The filter of an event source mapping for deletions by DynamoDB's TTL, which differ from ours by their user identity. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html
 */
export function streamFilter({ pkPrefix, skPrefix }: ExpiryTrigger) {
  return {
    eventName: ['REMOVE'],
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
    dynamodb: { Keys: { pk: { S: [{ prefix: pkPrefix }] }, sk: { S: [{ prefix: skPrefix }] } } },
  };
}
