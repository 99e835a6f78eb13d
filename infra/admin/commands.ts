import type { contracts, OperationId } from '../../functions/contracts.ts';
import type { AdminCommand } from './command.ts';
import { administratorCommands } from './commands/administrators.ts';
import { campaignCommands } from './commands/campaigns.ts';
import { challengeCommands } from './commands/challenges.ts';
import { clubCommands } from './commands/clubs.ts';
import { eventCommands } from './commands/events.ts';
import { importCommands } from './commands/import-events.ts';
import { loginCommands } from './commands/login.ts';
import { onboardingCommands } from './commands/onboarding.ts';
import { practitionerCommands } from './commands/practitioners.ts';
import { publishCommands } from './commands/publish.ts';
import { reportCommands } from './commands/reports.ts';
import { workspaceCommands } from './commands/workspaces.ts';

type Contracts = typeof contracts;
type AdministratorOperation = {
  [Id in OperationId]: Contracts[Id]['caller'] extends 'platform_admin' ? Id : never;
}[OperationId];
type Groups = Readonly<Record<string, readonly AdminCommand[]>>;
type Uncovered<G extends Groups> = Exclude<AdministratorOperation, G[keyof G][number]['operation']>;

/** Every operation of administrators has a command. The compiler names those without one. */
function complete<const G extends Groups>(
  groups: G & { readonly [Id in Uncovered<G> as `infra/admin/commands/ has no command for ${Id}`]: never },
): G {
  return groups;
}

const groups = complete({
  'Signing in': loginCommands,
  Administrators: administratorCommands,
  Practitioners: practitionerCommands,
  'Workspaces and reports': [...reportCommands, ...workspaceCommands],
  Clubs: clubCommands,
  Exhibitions: [...eventCommands, ...importCommands, ...publishCommands],
  Challenges: challengeCommands,
  Onboarding: onboardingCommands,
  Campaigns: campaignCommands,
});

/** The commands of most days, in their order. */
const DAILY = [
  'events',
  'publish',
  'cancel-event',
  'hide-alias-everywhere',
  'exclude',
  'review-club',
  'verify-practitioner',
  'campaigns',
  'withdraw-stock',
  'report',
];

/** All commands by their group, in the order of the help: those of most days, and then the others by what they are about. */
export const commandGroups: Groups = {
  'Daily work': DAILY.flatMap((daily) => commandsOf(groups).filter(({ name }) => name === daily)),
  ...Object.fromEntries(
    Object.entries(groups).map(([heading, commands]: [string, readonly AdminCommand[]]) => [
      heading,
      commands.filter(({ name }) => !DAILY.includes(name)),
    ]),
  ),
};

function commandsOf(some: Groups): readonly AdminCommand[] {
  return Object.values(some).flat();
}
