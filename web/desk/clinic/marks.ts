import { accessMark } from '../../client/short-codes.ts';
import type { AccessRequest } from '../api.ts';

/** The marks that tell requests apart: four characters, or eight where another open request has the same four. */
export function markOf(id: string, open: readonly Pick<AccessRequest, 'id'>[]): string {
  const [large, small] = partsOf(id);
  const isShared = open.some((other) => other.id !== id && partsOf(other.id)[0] === large);
  return isShared ? `${large} ${small}` : large;
}

export function partsOf(id: string): readonly [large: string, small: string] {
  const mark = accessMark(id);
  return [mark.slice(0, 4), mark.slice(4)];
}
