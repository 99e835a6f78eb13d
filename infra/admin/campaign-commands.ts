import { type Command, Option } from 'commander';
import { listPlatformCampaigns } from '../../functions/rewards/platform-contract.ts';
import { systemClock } from '../../shared/clock.ts';
import { uuid, wholeNumber } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { allPages } from './pages.ts';
import { columns, list } from './print.ts';
import type { Session } from './session.ts';

const { options: statuses } = listPlatformCampaigns.query.shape.status;
type Status = (typeof statuses)[number];

/** Commands for campaigns and their stock. */
export function campaignCommands(program: Command, { api, show }: Session): void {
  program
    .command('campaigns')
    .description('list the campaigns')
    .addOption(new Option('--status <status>', 'list only campaigns with this status').choices(statuses))
    .action(async ({ status }: { readonly status?: Status }) => {
      const campaigns = [];
      for (const one of status ? [status] : statuses) {
        const pages = await allPages((query) =>
          api().call('listPlatformCampaigns', { query: { ...query, status: one } }),
        );
        campaigns.push(...pages.flatMap((page) => page.campaigns));
      }
      const rows = campaigns.map(({ id: campaignId, stockUnits: units, ...campaign }) => {
        const { status, startsAt, endsAt, title } = campaign;
        return { campaignId, status, startsAt, endsAt, units, title };
      });
      show({ campaigns }, list(rows, 'There are no campaigns.'));
    });

  program
    .command('publish-campaign')
    .description('publish a draft, so that everyone can see it')
    .argument('<campaignId>', 'the campaign', uuid)
    .action(async (campaignId: string) => {
      const answer = await api().call('publishCampaign', { params: { campaignId } });
      show(answer, `"${answer.title}" is published, with ${answer.stockUnits} units.`);
    });

  program
    .command('close-campaign')
    .description(
      'close a campaign for good: it accepts no new reservations, and a draft can no longer be published',
    )
    .argument('<campaignId>', 'the campaign', uuid)
    .action(async (campaignId: string) => {
      const answer = await api().call('closeCampaign', { params: { campaignId } });
      show(answer, `"${answer.title}" is closed. Existing reservations can be redeemed until they expire.`);
    });

  program
    .command('stock')
    .description('show the stock of a campaign')
    .argument('<campaignId>', 'the campaign', uuid)
    .action(async (campaignId: string) => {
      const { title, status, stock, stockUnits } = await api().call('getPlatformCampaign', {
        params: { campaignId },
      });
      const { total, free, held, lapsed, redeemed } = stock;
      const words =
        status === 'draft'
          ? `${stockUnits} units are planned. Publishing the campaign creates them.`
          : columns([{ total, free, held, lapsed, redeemed }]);
      show(stock, `"${title}" (${status})\n\n${words}`);
    });

  program
    .command('restock')
    .description('add units to a published campaign')
    .argument('<campaignId>', 'the campaign', uuid)
    .argument('<units>', 'the number of units to add', wholeNumber)
    .option('--restock-id <id>', 'the id of an earlier attempt, so that its units are not added twice', uuid)
    .action(async (campaignId: string, units: number, { restockId = systemClock.newId() }: Restock) => {
      const request = { params: { campaignId }, body: { restockId, units } };
      const answer = await api()
        .call('restockCampaign', request)
        .catch((error) => {
          if (!(error instanceof CommandError && error.uncertain)) throw error;
          throw new CommandError(`${error.message}\nRetry with --restock-id ${restockId}`);
        });
      show(answer, `"${answer.title}" now has ${answer.stockUnits} units.`);
    });
}

interface Restock {
  readonly restockId?: string;
}
