import { type Command, Option } from 'commander';
import { listPlatformCampaigns, restockCampaign } from '../../functions/rewards/campaigns/contract.ts';
import { validated } from '../../shared/http/validation.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { uuid, wholeNumber } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { allPages } from './pages.ts';
import { columns, list } from './print.ts';
import type { Session } from './session.ts';

const { options: statuses } = listPlatformCampaigns.query.shape.status;
type Status = (typeof statuses)[number];

/** Commands for campaigns and their stock. */
export function campaignCommands(program: Command, { api, confirm, show }: Session): void {
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
    .option('--yes', 'do it without a question')
    .option('--restock-id <id>', 'the id of an earlier attempt, so that its units are not added twice', uuid)
    .action(async (campaignId: string, units: number, options: Restock) => {
      const { restockId = systemClock.newId() } = options;
      const request = { params: { campaignId }, body: { restockId, units } };
      validated(restockCampaign.body, request.body);
      await confirm('Units cannot be removed from a campaign again.', options);
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
  readonly yes?: true;
}
