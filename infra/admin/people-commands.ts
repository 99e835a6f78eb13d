import { type Command, Option } from 'commander';
import { verifyPractitioner } from '../../functions/clinical/verification-contract.ts';
import { malaysianDate } from '../../shared/calendar.ts';
import { later } from '../../shared/clock.ts';
import type { AccountId } from '../../shared/resources.ts';
import { accountId, as, endOf, server } from './arguments.ts';
import { localTable } from './local-table.ts';
import { allPages } from './pages.ts';
import type { Session } from './session.ts';

/** Commands for administrators and practitioners. */
export function peopleCommands(program: Command, session: Session): void {
  const { api, options, show } = session;

  const first: Command = program
    .command('first-admin')
    .summary('create the first administrator directly in the table')
    .description(
      'Makes an account the first administrator of the platform by writing directly to the table. Fails if there is an administrator already; administrators grant the role to others with grant-admin.',
    )
    .argument('<accountId>', 'the account id, which is the `sub` of its tokens', accountId)
    .option('--table <name>', "the DynamoDB table's name; AWS credentials come from the environment")
    .option('--region <region>', 'the AWS region of the table')
    .addOption(
      new Option('--local [url]', 'use the table of a local platform, by default the one at --api')
        .argParser(server)
        .conflicts(['table', 'region']),
    )
    .action(async (id: AccountId, place: TableOptions) => {
      // Only this command needs the AWS SDK, which is slow to load.
      const { makeFirstAdministrator } = await import('./first-admin.ts');
      await makeFirstAdministrator(await tableLocation(place), id);
      show({ accountId: id }, `${id} is the first administrator of the platform.`);
    });

  async function tableLocation({ table, region, local }: TableOptions) {
    if (local !== undefined) return localTable(local === true ? options().api : local);
    if (table === undefined || region === undefined) {
      return first.error('error: use --table and --region, or --local');
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
    .description('revoke the administrator role of another account')
    .argument('<accountId>', 'the account', accountId)
    .action(async (id: AccountId) => {
      await api().call('revokeAdministrator', { params: { accountId: id } });
      show({ accountId: id }, `${id} is no longer an administrator.`);
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
      'enter or renew the verification of a practitioner that was checked by hand; access continues if it is renewed before it ends',
    )
    .argument('<accountId>', "the practitioner's account", accountId)
    .requiredOption('--name <name>', 'the name that patients see', as(shape.name))
    .requiredOption('--authority <name>', 'the licensing authority', as(shape.licenseAuthority))
    .requiredOption('--licence <number>', 'the licence number', as(shape.licenseNumber))
    .requiredOption('--specialty <name>', 'the specialty', as(shape.specialty))
    .requiredOption('--organization <name>', 'the organization', as(shape.organization))
    .requiredOption('--until <YYYY-MM-DD>', 'the last day of the verification, in Malaysian time', endOf)
    .option(
      '--specialist-registration <number>',
      'the specialist registration, if any',
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
      show(answer, `${answer.name} is a verified practitioner until the end of ${lastDay}, Malaysian time.`);
    });

  program
    .command('withdraw-practitioner')
    .description('withdraw the verification of a practitioner, which ends all access at once and for good')
    .argument('<accountId>', "the practitioner's account", accountId)
    .action(async (id: AccountId) => {
      await api().call('withdrawVerification', { params: { accountId: id } });
      show({ accountId: id }, `${id} is no longer a verified practitioner.`);
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
