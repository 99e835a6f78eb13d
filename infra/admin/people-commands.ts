import { type Command, Option } from 'commander';
import { verifyPractitioner } from '../../functions/clinical/verification-contract.ts';
import { malaysianDate } from '../../shared/calendar.ts';
import { later } from '../../shared/clock.ts';
import type { AccountId } from '../../shared/resources.ts';
import { accountId, as, endOf, server } from './arguments.ts';
import { localTable } from './local-table.ts';
import { allPages } from './pages.ts';
import type { Session } from './session.ts';

/** Who administers the platform, and who is a practitioner. */
export function peopleCommands(program: Command, session: Session): void {
  const { api, options, show } = session;

  const first: Command = program
    .command('first-admin')
    .summary('make the very first administrator, in the table itself')
    .description(
      'Makes an account the first administrator of the platform, by writing into the table itself. Refused once there is one: administrators grant the role to others.',
    )
    .argument('<accountId>', 'the account, as the sub of its tokens', accountId)
    .option('--table <name>', "the DynamoDB table's name; AWS credentials come from the environment")
    .option('--region <region>', 'the AWS region of the table')
    .addOption(
      new Option('--local [url]', 'the table of a local platform instead; of --api unless told')
        .argParser(server)
        .conflicts(['table', 'region']),
    )
    .action(async (id: AccountId, place: TableOptions) => {
      // The one command that needs AWS's SDK, which takes its time to load.
      const { makeFirstAdministrator } = await import('./first-admin.ts');
      await makeFirstAdministrator(await tableLocation(place), id);
      show({ accountId: id }, `${id} is the first administrator of the platform.`);
    });

  async function tableLocation({ table, region, local }: TableOptions) {
    if (local !== undefined) return localTable(local === true ? options().api : local);
    if (table === undefined || region === undefined) {
      return first.error('error: name the table with --table and --region, or say --local');
    }
    return { tableName: table, connection: { region } };
  }

  program
    .command('grant-admin')
    .description('make an account an administrator of the platform')
    .argument('<accountId>', 'the account', accountId)
    .action(async (id: AccountId) => {
      await api().call('grantAdministrator', { params: { accountId: id } });
      show({ accountId: id }, `${id} is an administrator.`);
    });

  program
    .command('revoke-admin')
    .description('take the role of an administrator away from another account')
    .argument('<accountId>', 'the account', accountId)
    .action(async (id: AccountId) => {
      await api().call('revokeAdministrator', { params: { accountId: id } });
      show({ accountId: id }, `${id} is an administrator no more.`);
    });

  program
    .command('list-admins')
    .description('list the administrators of the platform')
    .action(async () => {
      const pages = await allPages((query) => api().call('listAdministrators', { query }));
      const administrators = pages.flatMap((page) => page.administrators);
      show({ administrators }, administrators.map((one) => one.accountId).join('\n'));
    });

  const { shape } = verifyPractitioner.body;
  program
    .command('verify-practitioner')
    .description(
      'enter or renew the verification of a practitioner, after it was checked by hand; renewed before it ends, accesses go on',
    )
    .argument('<accountId>', "the practitioner's account", accountId)
    .requiredOption('--name <name>', 'as patients will see it', as(shape.name))
    .requiredOption('--authority <name>', 'who licensed them', as(shape.licenseAuthority))
    .requiredOption('--licence <number>', 'the number of their licence', as(shape.licenseNumber))
    .requiredOption('--specialty <name>', 'what they practise', as(shape.specialty))
    .requiredOption('--organization <name>', 'where they practise', as(shape.organization))
    .requiredOption('--until <YYYY-MM-DD>', 'the last day that it holds, in Malaysia', endOf)
    .option(
      '--specialist-registration <number>',
      'their specialist registration, where there is one',
      as(shape.specialistRegistration),
    )
    .action(async (id: AccountId, { authority, licence, until, ...entry }: Verification) => {
      const body = {
        ...entry,
        licenseAuthority: authority,
        licenseNumber: licence,
        verificationValidUntil: until,
      };
      const answer = await api().call('verifyPractitioner', { params: { accountId: id }, body });
      const lastDay = malaysianDate(later(new Date(answer.verificationValidUntil), -1));
      show(answer, `${answer.name} is a verified practitioner to the end of ${lastDay}, in Malaysia.`);
    });

  program
    .command('withdraw-practitioner')
    .description('withdraw the verification of a practitioner: every access ends at once, for good')
    .argument('<accountId>', "the practitioner's account", accountId)
    .action(async (id: AccountId) => {
      await api().call('withdrawVerification', { params: { accountId: id } });
      show({ accountId: id }, `${id} is no practitioner any more.`);
    });
}

interface TableOptions {
  readonly table?: string;
  readonly region?: string;
  readonly local?: string | true;
}

interface Verification {
  readonly name: string;
  readonly authority: string;
  readonly licence: string;
  readonly specialty: string;
  readonly organization: string;
  readonly until: string;
  readonly specialistRegistration?: string;
}
