import { allPages } from '../client/client.ts';
import type { Called } from '../client/pages.ts';
import { ApiError } from './api.ts';

/** The end of a call whose answer nobody needs. @throws {ApiError} for a refusal */
export function done({ error, response }: Called<unknown>): void {
  if (!response.ok) throw new ApiError(response.status, error);
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

type PageOf<Name extends string, Item> = Readonly<Record<Name, readonly Item[]>> & {
  readonly nextCursor?: string;
};

/** Reads the list of this name to its end. @throws {ApiError} for a refusal */
export async function allOf<Name extends string, Item>(
  name: Name,
  read: (query: PageQuery) => Promise<Called<PageOf<Name, Item>>>,
): Promise<Item[]> {
  const all: Item[] = [];
  const pages = allPages((cursor) => read({ limit: 100, ...(cursor !== undefined && { cursor }) }));
  for await (const page of pages) all.push(...page[name]);
  return all;
}
