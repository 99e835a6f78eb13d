import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { jsonOf, send } from './client.ts';
import { CommandError } from './command-error.ts';

/** Which table it is, and how it is reached. */
export interface TableLocation {
  readonly tableName: string;
  readonly connection: DynamoDBClientConfig;
}

const TableResponse = z.object({ endpoint: z.string(), tableName: z.string(), region: z.string() });

/** Where the table of a local platform is. @throws {CommandError} */
export async function localTable(url: string): Promise<TableLocation> {
  const { text } = await send(`${url}/local/table`, { method: 'GET' });
  const { data } = TableResponse.safeParse(jsonOf(text));
  if (!data) throw new CommandError(`${url} is no local platform.`);
  const { tableName, endpoint, region } = data;
  // The embedded engine asks for some credentials, whatever they are.
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return { tableName, connection: { endpoint, region, credentials } };
}
