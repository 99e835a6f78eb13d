import type { Principal, Usage } from '../services/principals.ts';

/** Where what failed to the end waits for a person. */
export interface Queues {
  /** Sends with a function's role, as Lambda does for it; what it may not send is lost, and remembered as a denial. */
  readonly send: (principal: Principal, queueArn: string, message: unknown) => void;
  readonly messages: () => readonly unknown[];
}

export function queues(usage: Usage): Queues {
  const sent: unknown[] = [];
  return {
    messages: () => sent,
    send(principal, queueArn, message) {
      const action = queueArn.startsWith('arn:aws:sns:') ? 'sns:Publish' : 'sqs:SendMessage';
      try {
        usage.authorize(principal, {
          action,
          resource: queueArn,
          context: { 'aws:SecureTransport': ['true'] },
        });
      } catch {
        return;
      }
      sent.push(message);
    },
  };
}
