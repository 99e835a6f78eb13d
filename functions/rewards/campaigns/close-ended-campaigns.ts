import { campaign, campaignsWithStatus } from '../../../shared/rewards/items.ts';
import { eachByItself } from '../../../shared/runtime/each-by-itself.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import { closeEnded } from './publication.ts';
import { closeEndedCampaigns } from './workers.ts';

/** Without this worker, ended campaigns would fill the number of campaigns that can be published at a time. */
export const job: Job = {
  worker: closeEndedCampaigns,
  async run({ table, clock }) {
    const published = await table.query({
      ...campaignsWithStatus('published'),
      limit: MAX_PUBLISHED_CAMPAIGNS,
    });
    const now = clock.now().toISOString();
    const ended = published.map(campaign.parse).filter(({ redeemBy }) => redeemBy <= now);
    let campaignsClosed = 0;
    const failures = await eachByItself(ended, async (found) => {
      if (await closeEnded(table, found, clock.now())) campaignsClosed += 1;
    });
    if (failures.length > 0)
      throw new PartlyFailed(failures, `${failures.length} campaigns failed`, { campaignsClosed });
    return { campaignsClosed };
  },
};

export const handler = workerLambda(job);
