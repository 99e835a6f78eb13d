import { useEffect, useRef, useState } from 'preact/hooks';
import type { Board } from '../../api.ts';
import type { PlatformOperations, TaggedBoard } from '../operations.ts';

export interface Wall {
  /** Nothing before the first answer, and for an exhibition without a wall. */
  readonly board: Board | undefined;
  /** Whether the platform has answered. */
  readonly isKnown: boolean;
  /** The time of the latest answer, in ISO 8601. */
  readonly at: string;
  readonly error: unknown;
  /** Asks at once. */
  readonly ask: () => void;
}

const ASKS_EVERY_MS = 5000;

/** What the wall of an exhibition shows. The page reads it every 5 seconds while it is visible. */
export function useWall(operations: PlatformOperations, code: string): Wall {
  const [state, setState] = useState<Omit<Wall, 'ask'>>({
    board: undefined,
    isKnown: false,
    at: '',
    error: undefined,
  });
  const latest = useRef<TaggedBoard | undefined>(undefined);
  const isGone = useRef(false);
  const ask = async () => {
    try {
      latest.current = await operations.display(code, latest.current);
      if (isGone.current) return;
      const at = new Date().toISOString();
      setState({ board: latest.current?.board, isKnown: true, at, error: undefined });
    } catch (error) {
      if (!isGone.current) setState((before) => ({ ...before, error }));
    }
  };
  useEffect(() => {
    void ask();
    const timer = setInterval(() => !document.hidden && void ask(), ASKS_EVERY_MS);
    return () => {
      isGone.current = true;
      clearInterval(timer);
    };
  }, [code]);
  return { ...state, ask: () => void ask() };
}
