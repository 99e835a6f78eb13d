import { type Command, Option } from 'commander';
import { actFilters } from '../../functions/analytics/administrators/contract.ts';
import { verifyPractitioner } from '../../functions/clinical/verifications/contract.ts';
import { malaysianDate } from '../../shared/values/calendar.ts';
import { later } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { accountId, as, endOf, RequiredOption, server } from './arguments.ts';
import { localTable } from './local-table.ts';
import { allPages, joined } from './pages.ts';
import { list } from './print.ts';
import type { Session } from './session.ts';

/** The commands that create the first administrator and that show what administrators did. */
export function administratorCommands(program: Command, { api, options, show }: Session): void {
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

  program
    .command('acts')
    .description("list the log of administrators' acts, the latest first; by default, those of this month")
    .addOption(
      new Option('--month <YYYY-MM>', 'the acts of a month, in Malaysian time')
        .argParser(as(actFilters.month))
        .conflicts(['by', 'on']),
    )
    .addOption(
      new Option('--by <accountId>', 'the acts of an administrator').argParser(accountId).conflicts('on'),
    )
    .option('--on <subject>', 'the acts on an account, a campaign or another resource, by its id or its code')
    .action(async ({ month, by, on }: ActFilters) => {
      const filter = {
        ...(month && { month }),
        ...(by && { administratorId: by }),
        ...(on && { subject: on }),
      };
      const answer = joined(
        await allPages((query) => api().call('listAdministratorActs', { query: { ...query, ...filter } })),
      );
      const rows = answer.acts.map(
        ({ at, administratorId = 'operator', operation, subjects, reason = '' }) => {
          return { at, administratorId, operation, subjects: subjects.join(' '), reason };
        },
      );
      show(answer, list(rows, 'There are no acts.'));
    });

  async function tableLocation({ table, region, local }: TableOptions) {
    if (local !== undefined) return localTable(local === true ? options().api : local);
    if (table === undefined || region === undefined) {
      return first.error('error: use --table and --region, or --local');
    }
    return { tableName: table, connection: { region } };
  }
}

/** The command that enters a verification. */
export function verificationCommand(program: Command, { api, show }: Session): void {
  const { shape } = verifyPractitioner.body;
  program
    .command('verify-practitioner')
    .description(
      'enter or renew the verification of a practitioner that was checked by hand; access continues if it is renewed before it ends',
    )
    .argument('<accountId>', "the practitioner's account", accountId)
    .addOption(new RequiredOption('--name <name>', 'the name that patients see').argParser(as(shape.name)))
    .addOption(
      new RequiredOption('--authority <name>', 'the licensing authority').argParser(
        as(shape.licenseAuthority),
      ),
    )
    .addOption(
      new RequiredOption('--licence <number>', 'the licence number').argParser(as(shape.licenseNumber)),
    )
    .addOption(new RequiredOption('--specialty <name>', 'the specialty').argParser(as(shape.specialty)))
    .addOption(
      new RequiredOption('--organization <name>', 'the organization').argParser(as(shape.organization)),
    )
    .addOption(
      new RequiredOption(
        '--until <YYYY-MM-DD>',
        'the last day of the verification, in Malaysian time',
      ).argParser(endOf),
    )
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
}

interface TableOptions {
  readonly table?: string;
  readonly region?: string;
  readonly local?: string | true;
}

interface ActFilters {
  readonly month?: string;
  readonly by?: AccountId;
  readonly on?: string;
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
