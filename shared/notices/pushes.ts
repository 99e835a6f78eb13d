import type { DevicePlatform } from './devices.ts';
import type { Sentence } from './sentences/sentence.ts';

/** What is sent to a phone. */
export interface Push extends Sentence {
  /** The id of the notice. A phone shows a repeated one once. */
  readonly id: string;
  /** How long it is worth telling, in whole seconds from now. A phone that is off for longer never gets it. */
  readonly seconds: number;
}

/** The service that reaches phones: Amazon SNS, or a local one that shows what it would send. */
export interface PushService {
  /** Finds the endpoint of a token, and creates it if there is none. @returns `undefined` if the service does not take the token. */
  readonly endpointOf: (platform: DevicePlatform, token: string) => Promise<string | undefined>;
  /** @returns `disabled` if the phone takes no pushes any more, such as after the app was removed. */
  readonly send: (endpoint: string, platform: DevicePlatform, push: Push) => Promise<'sent' | 'disabled'>;
  /** Deletes an endpoint. A missing one is not an error. */
  readonly remove: (endpoint: string) => Promise<void>;
}
