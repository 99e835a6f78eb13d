import type { Principal, Usage } from '../services/principals.ts';

/** The queues for discarded events. */
export interface Queues {
  /** Sends with the role of a function, as Lambda does. A denied message is lost, and the denial is recorded. */
  readonly send: (principal: Principal, queueArn: string, message: unknown) => void;
  readonly messages: () => readonly unknown[];
}

export function queues(usage: Usage): Queues {
  const sent: unknown[] = [];
  return {
    messages: () => sent,
    send(principal, queueArn, message) {
      try {
        usage.authorize(principal, {
          action: 'sqs:SendMessage',
          resource: queueArn,
          context: {},
        });
      } catch {
        return;
      }
      sent.push(message);
    },
  };
}
