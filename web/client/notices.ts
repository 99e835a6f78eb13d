import type { components } from './api.generated.ts';

export type Notice = components['schemas']['Notice'];

/** Takes the notices that an app gets, and ends the waiting for what they tell. */
export interface NoticeFeed {
  /** Passes a notice on, as `listNotices` shows it. */
  readonly pass: (notice: Pick<Notice, 'kind' | 'about'>) => void;
  /** @returns what ends the listening */
  readonly listen: (listener: (notice: Parameters<NoticeFeed['pass']>[0]) => void) => () => unknown;
}

/** Makes a feed. An app has one, and gives it to everything that waits. */
export function noticeFeed(): NoticeFeed {
  const listeners = new Set<Parameters<NoticeFeed['listen']>[0]>();
  return {
    pass: (notice) => {
      for (const listener of listeners) listener(notice);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
