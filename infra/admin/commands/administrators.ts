import { Argument, Option } from 'commander';
import type { AccountId } from '../../../shared/values/resources.ts';
import { accountId, server } from '../arguments.ts';
import { command } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { localTable } from '../local-table.ts';
import { operation } from '../operation.ts';
import { list, minute, second } from '../print.ts';
import type { Session } from '../session.ts';
import { knownAccount, validityOf } from './known-account.ts';

/** Commands that appoint administrators and show what administrators did. */

interface FirstAdmin {
  readonly id: AccountId;
  readonly table?: string;
  readonly region?: string;
  readonly local?: string | true;
}

export const administratorCommands = [
  operation('getAccount', {
    name: 'whoami',
    description: 'show the account that is signed in, and its roles',
    words: ({ id, platformAdmin, verification, workspaces, ownedClubs }) =>
      [
        `account ${id}`,
        ...(platformAdmin ? ['administrator of the platform'] : []),
        ...(verification ? [`practitioner ${verification.name}, ${validityOf(verification)}`] : []),
        ...workspaces.map(
          ({ role, name, workspaceKind, workspaceId }) =>
            `${role} of ${name} (${workspaceKind} workspace ${workspaceId})`,
        ),
        ...ownedClubs.map(({ title, id: clubId }) => `owner of ${title} (club ${clubId})`),
      ].join('\n'),
  }),
  command({
    name: 'first-admin',
    summary: 'create the first administrator directly in the table',
    description:
      'Makes an account the first administrator of the platform by writing directly to the table. Fails if there is an administrator already; administrators grant the role to others with grant-admin.',
    arguments: {
      id: new Argument('<accountId>', 'the account id, which is the `sub` of its tokens').argParser(
        accountId,
      ),
    },
    options: {
      table: new Option(
        '--table <name>',
        "the DynamoDB table's name; AWS credentials come from the environment",
      ),
      region: new Option('--region <region>', 'the AWS region of the table'),
      local: new Option('--local [url]', 'use the table of a local platform, by default the one at --api')
        .argParser(server)
        .conflicts(['table', 'region']),
    },
    async run(session, given: FirstAdmin) {
      const place = await tableLocation(session, given);
      // Only this command needs the AWS SDK, which is slow to load.
      const { makeFirstAdministrator } = await import('../first-admin.ts');
      await makeFirstAdministrator(place, given.id);
      session.show({ accountId: given.id }, `${given.id} is the first administrator of the platform.`);
    },
  }),
  operation('listAdministratorActs', {
    name: 'acts',
    description: "list the log of administrators' acts, the latest first; by default, those of this month",
    words: ({ acts }) =>
      list(
        acts.map(({ at, administratorId = 'operator', operation, subjects, reason }) => ({
          'at (MYT)': second(at),
          'operation, administrator': `${operation}\n${administratorId}`,
          'subjects, reason': [...subjects, ...(reason === undefined ? [] : [`"${reason}"`])].join('\n'),
        })),
        'There are no acts.',
      ),
  }),
  operation('grantAdministrator', {
    name: 'grant-admin',
    description: 'make an account an administrator of the platform',
    warning: (api, { accountId }) => knownAccount(api, accountId),
    words: (_, { accountId }) => `${accountId} is an administrator.`,
  }),
  operation('revokeAdministrator', {
    name: 'revoke-admin',
    words: (_, { accountId }) => `${accountId} is no longer an administrator.`,
  }),
  operation('listAdministrators', {
    name: 'list-admins',
    words: ({ administrators }) =>
      list(
        administrators.map(({ accountId, since }) => ({ accountId, 'since (MYT)': minute(since) })),
        'There are no administrators.',
      ),
  }),
];

async function tableLocation({ options }: Session, { table, region, local }: FirstAdmin) {
  if (local !== undefined) return localTable(local === true ? options().api : local);
  if (table === undefined || region === undefined) {
    throw new UsageError('use --table and --region, or --local');
  }
  return { tableName: table, connection: { region } };
}
