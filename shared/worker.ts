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

/** A function that is no endpoint. CDK, the local runner and the IAM policies read this declaration. */
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

/** How often a record of the stream is tried, before it is put aside and the stream goes on. */
export const STREAM_TRIES = 5;

/**
 * The filter of an event source mapping: only what DynamoDB's TTL deleted, which tells its own removals from ours by
 * their user identity. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html
 */
export function streamFilter({ pkPrefix, skPrefix }: ExpiryTrigger) {
  return {
    eventName: ['REMOVE'],
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
    dynamodb: { Keys: { pk: { S: [{ prefix: pkPrefix }] }, sk: { S: [{ prefix: skPrefix }] } } },
  };
}
