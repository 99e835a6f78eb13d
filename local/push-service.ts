import type { DevicePlatform } from '../shared/notices/devices.ts';
import type { Push, PushService } from '../shared/notices/pushes.ts';
import { fingerprint } from '../shared/values/clock.ts';

/** A push that a phone would show. */
export interface SentPush extends Push {
  readonly platform: DevicePlatform;
  readonly token: string;
  readonly sentAt: Date;
}

/** Enough for a page. */
const MAX_PUSHES = 50;

/** The push service of a platform without Amazon SNS. It keeps what it would send, the latest first. */
export function localPushes(now: () => Date) {
  const endpoints = new Map<string, { readonly platform: DevicePlatform; readonly token: string }>();
  const disabled = new Set<string>();
  let pushes: readonly SentPush[] = [];
  const service: PushService = {
    async endpointOf(platform, token) {
      // A deleted endpoint does not come back, and another one of the same token has another name.
      const known = [...endpoints].find(([, of]) => of.platform === platform && of.token === token);
      if (known) return known[0];
      const made = `endpoint/${platform}/${fingerprint(`${token} ${now().toISOString()} ${endpoints.size}`)}`;
      endpoints.set(made, { platform, token });
      return made;
    },
    async send(endpoint, _platform, push) {
      const to = endpoints.get(endpoint);
      if (!to || disabled.has(endpoint)) return 'disabled';
      pushes = [{ ...push, ...to, sentAt: now() }, ...pushes].slice(0, MAX_PUSHES);
      return 'sent';
    },
    async remove(endpoint) {
      endpoints.delete(endpoint);
    },
  };
  return {
    ...service,
    /** The latest push comes first. */
    pushes: () => pushes,
    /** The tokens that have an endpoint. */
    tokens: () => [...endpoints.values()].map(({ token }) => token),
    /** The person removes the app from a phone. */
    disable(token: string): void {
      for (const [endpoint, of] of endpoints) if (of.token === token) disabled.add(endpoint);
    },
  };
}
export type LocalPushes = ReturnType<typeof localPushes>;
