import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { jsonOf, send } from './client.ts';
import { CommandError } from './command-error.ts';

/** The name of a table and the connection to it. */
export interface TableLocation {
  readonly tableName: string;
  readonly connection: DynamoDBClientConfig;
}

const TableResponse = z.object({ endpoint: z.string(), tableName: z.string(), region: z.string() });

/** Asks a local platform for its table. @throws {CommandError} if the URL is not a local platform */
export async function localTable(url: string): Promise<TableLocation> {
  const { text } = await send(`${url}/local/table`, { method: 'GET' });
  const { data } = TableResponse.safeParse(jsonOf(text));
  if (!data) throw new CommandError(`${url} is not a local platform.`);
  const { tableName, endpoint, region } = data;
  // The embedded engine requires credentials but does not check them.
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return { tableName, connection: { endpoint, region, credentials } };
}
