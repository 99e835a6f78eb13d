import { type Command, Option } from 'commander';
import { listPlatformClubs, reviewClub } from '../../functions/community/platform-contract.ts';
import { as, uuid, wholeNumber } from './arguments.ts';
import { allPages } from './pages.ts';
import { list } from './print.ts';
import type { Session } from './session.ts';

const { options: states } = listPlatformClubs.query.shape.state;
type State = (typeof states)[number];

/** Clubs that people have founded, and their review. */
export function clubCommands(program: Command, { api, show }: Session): void {
  program
    .command('clubs')
    .description('list the clubs in a state')
    .addOption(new Option('--state <state>', 'which').choices(states).default('unreviewed'))
    .action(async ({ state }: { readonly state: State }) => {
      const pages = await allPages((query) =>
        api().call('listPlatformClubs', { query: { ...query, state } }),
      );
      const clubs = pages.flatMap((page) => page.clubs);
      const rows = clubs.map(({ id: clubId, version, createdAt, title }) => {
        return { clubId, version, createdAt, title };
      });
      show({ clubs }, list(rows, `There are no clubs that are ${state}.`));
    });

  const review: Command = program
    .command('review-club')
    .description('approve or reject a club that somebody has founded')
    .argument('<clubId>', 'the club', uuid)
    .addOption(new Option('--approve', 'everyone may see it').conflicts('reject'))
    .addOption(new Option('--reject', 'only its owner sees it, with the reason'))
    .option('--reason <text>', 'for its owner, why it was rejected', as(reviewClub.body.shape.reason))
    .option('--read-version <number>', 'the version that was read; the present one unless told', wholeNumber)
    .action(async (id: string, { approve, reject, reason, readVersion }: Review) => {
      if (!approve && !reject) return review.error('error: say --approve or --reject');
      if (approve && reason !== undefined) return review.error('error: --reason goes with --reject');
      const params = { id };
      const version = readVersion ?? (await api().call('getPlatformClub', { params })).version;
      const decision = approve ? 'approved' : 'rejected';
      const body = { decision, version, ...(reason !== undefined && { reason }) } as const;
      const answer = await api().call('reviewClub', { params, body });
      show(answer, `"${answer.title}" is ${decision}, as it was written in version ${version}.`);
    });
}

interface Review {
  readonly approve?: true;
  readonly reject?: true;
  readonly reason?: string;
  readonly readVersion?: number;
}
