import { releaseUnit } from '../../../shared/rewards/unit-release.ts';
import { eachByItself } from '../../../shared/runtime/each-by-itself.ts';
import type { FindingCode } from '../../../shared/runtime/log.ts';
import { type Job, PartlyFailed, workerLambda } from '../../../shared/runtime/worker-handler.ts';
import { days, seconds } from '../../../shared/values/clock.ts';
import {
  type Finding,
  findingsOf,
  isFinished,
  persistentFindings,
  type ShardView,
  viewShard,
} from './stock-findings.ts';
import { findStockedCampaigns, finish, isLately } from './stocked-campaigns.ts';
import { checkStock } from './workers.ts';

/**
 * The check logs and counts every finding for an operator and repairs nothing silently. It releases only stranded
 * units, which the sweep and the stream have missed, with the same transaction as theirs. A closed campaign without
 * held units and without findings is marked as finished: the check does not read it again.
 */

const CHECKED_FOR = days(30);
/** Longer than the usual lag of an index, and than a transaction takes to become visible as a whole. */
const PAUSE = seconds(1);

const COUNTED_AS = {
  counters_off: 'countersOff',
  held_units_off: 'heldUnitsOff',
  lease_without_claim: 'leasesWithoutClaim',
  claim_without_lease: 'claimsWithoutLease',
  unit_stranded: 'strandedUnitsReleased',
} as const satisfies Record<FindingCode, string>;

export const job: Job = {
  worker: checkStock,
  async run({ table, clock, report }) {
    const counts = {
      campaignsChecked: 0,
      shardsChecked: 0,
      countersOff: 0,
      heldUnitsOff: 0,
      leasesWithoutClaim: 0,
      claimsWithoutLease: 0,
      strandedUnitsReleased: 0,
    };
    const suspects: ShardView[] = [];
    const campaigns = await findStockedCampaigns(table, clock);
    const checked = campaigns.filter(
      (campaign) => campaign.status === 'closed' || isLately(campaign, clock, CHECKED_FOR),
    );
    const failures = await eachByItself(checked, async (campaign) => {
      const shards = Array.from({ length: campaign.stockShards }, (_, shard) => ({
        campaignId: campaign.id,
        shard,
      }));
      const views = await Promise.all(shards.map((shard) => viewShard(table, shard)));
      suspects.push(...views.filter((view) => findingsOf(view, clock.now()).length > 0));
      counts.campaignsChecked += 1;
      counts.shardsChecked += views.length;
      if (campaign.status === 'closed' && views.every((view) => isFinished(view, clock.now())))
        await finish(table, campaign);
    });

    // A single pause serves all suspects.
    if (suspects.length > 0) await clock.sleep(PAUSE);
    const found: (Finding & Pick<ShardView, 'campaignId' | 'shard'>)[] = [];
    const failedAgain = await eachByItself(suspects, async (suspect) => {
      const { campaignId, shard } = suspect;
      const now = await viewShard(table, { campaignId, shard });
      found.push(
        ...persistentFindings(suspect, now, clock.now()).map((finding) => ({
          ...finding,
          campaignId,
          shard,
        })),
      );
    });
    const unreleased = await eachByItself(found, async ({ campaignId, shard, ...finding }) => {
      const reportFinding = () => report({ what: finding.what, campaignId, shard });
      if (finding.what === 'unit_stranded') {
        const release = releaseUnit(table, finding.claim, clock.now());
        release.catch(reportFinding);
        // The transaction checks the claim itself, because the index may be out of date.
        if ((await release) === 'nothing_to_release') return;
      }
      counts[COUNTED_AS[finding.what]] += 1;
      reportFinding();
    });

    const failed = [...failures, ...failedAgain, ...unreleased];
    if (failed.length > 0)
      throw new PartlyFailed(failed, `${failed.length} campaigns, shards or units failed`, counts);
    return counts;
  },
};

export const handler = workerLambda(job);
