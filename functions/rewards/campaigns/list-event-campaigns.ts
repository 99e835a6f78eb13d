import { event, wasShown } from '../../../shared/community/items.ts';
import { findVisibleClub, readIfVisible } from '../../../shared/community/visibility.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findClaims, findPublishedOf, presentCampaigns } from './campaigns.ts';
import { listEventCampaigns } from './contract.ts';

export const endpoint = implement(listEventCampaigns, {
  async load({ caller, params }, { table }) {
    const [stored, claims] = await Promise.all([
      table.get(event.key({ joinCode: params.code })),
      findClaims(table, caller?.accountId),
    ]);
    const found = event.parseIfAny(stored);
    return { event: found && wasShown(found) ? found : undefined, claims };
  },

  async handle({ caller, found: { event: shown, claims } }, { table, clock }, reply) {
    const at = clock.now();
    const published = await readIfVisible(shown, {
      isLikely: shown?.parentsShown,
      isVisible: async () => (await findVisibleClub(table, shown, caller?.accountId)) !== undefined,
      read: (found) => findPublishedOf(table, found, at),
    });
    if (!shown || !published) return reply.refuse('event_not_found');
    if (shown.cancelledAt) return reply.refuse('event_cancelled');
    return reply.ok({ campaigns: presentCampaigns(published, claims, at) });
  },
});

export const handler = lambda(endpoint);
