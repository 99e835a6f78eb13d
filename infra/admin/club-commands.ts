import { type Command, Option } from 'commander';
import { listPlatformClubs, reviewClub } from '../../functions/community/clubs/contract.ts';
import { as, RequiredOption, uuid, wholeNumber } from './arguments.ts';
import { openCampaignsOfClub } from './open-campaigns.ts';
import { allPages } from './pages.ts';
import { list } from './print.ts';
import type { Session } from './session.ts';

const { options: states } = listPlatformClubs.query.shape.state;
type State = (typeof states)[number];

/** Commands to list, show and review clubs that people have founded. */
export function clubCommands(program: Command, { api, confirm, show }: Session): void {
  program
    .command('clubs')
    .description('list the clubs in a state')
    .addOption(
      new Option('--state <state>', 'list clubs in this state').choices(states).default('unreviewed'),
    )
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

  program
    .command('club')
    .description('show a club, with the version number that `review-club` requires')
    .argument('<clubId>', 'the club', uuid)
    .action(async (id: string) => {
      const answer = await api().call('getPlatformClub', { params: { id } });
      const { title, state, version, visibility, ownerId, coverImage, createdAt, updatedAt } = answer;
      const rows = Object.entries({
        ...{ state, version, visibility, owner: ownerId ?? 'nobody', createdAt, updatedAt },
        ...(coverImage && { picture: coverImage.url, 'picture text': coverImage.alt }),
        ...(answer.rejectionReason && { reason: answer.rejectionReason }),
      }).map(([name, value]) => `${name.padEnd(12)}  ${value}`.replaceAll('\n', ' '));
      show(answer, [`"${title}"`, ...rows, '', answer.summary].join('\n').trimEnd());
    });

  const review: Command = program
    .command('review-club')
    .description('approve or reject a club that somebody has founded')
    .argument('<clubId>', 'the club', uuid)
    .addOption(new Option('--approve', 'make the club visible to everyone').conflicts('reject'))
    .addOption(new Option('--reject', 'show the club and the reason only to its owner'))
    .option(
      '--reason <text>',
      'the reason for the rejection, shown to the owner',
      as(reviewClub.body.shape.reason),
    )
    .addOption(
      new RequiredOption(
        '--read-version <number>',
        'the version that you reviewed, as shown by `club`',
      ).argParser(wholeNumber),
    )
    .option('--yes', 'do it without a question')
    .action(async (id: string, { approve, reject, reason, readVersion: version, ...options }: Review) => {
      if (!approve && !reject) return review.error('error: use --approve or --reject');
      if (approve && reason !== undefined)
        return review.error('error: --reason can only be used with --reject');
      if (reject) await confirm(undefined, options, await openCampaignsOfClub(api(), id));
      const params = { id };
      const decision = approve ? 'approved' : 'rejected';
      const body = { decision, version, ...(reason !== undefined && { reason }) } as const;
      const answer = await api().call('reviewClub', { params, body });
      show(answer, `"${answer.title}" is ${decision} in version ${version}.`);
    });
}

interface Review {
  readonly approve?: true;
  readonly reject?: true;
  readonly reason?: string;
  readonly readVersion: number;
  readonly yes?: true;
}
