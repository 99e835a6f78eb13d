import { maySee, readIfVisible } from '../../../shared/community/visibility.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { publicLambda } from '../../../shared/runtime/public-lambda.ts';
import { clubOf, findByCode } from '../events/events.ts';
import { getDisplay } from './contract.ts';
import { presentDisplay, readBoards } from './display.ts';

export const endpoint = implement(getDisplay, {
  async handle({ params }, { table, clock }, reply) {
    const event = await findByCode(table, params.code);
    const boards = await readIfVisible(event, {
      isLikely: event?.parentsShown,
      // The display needs no sign-in, so an exhibition of a private club has none.
      isVisible: async () => maySee(await clubOf(table, event)),
      read: (found) => readBoards(table, found),
    });
    if (!event || !boards) return reply.refuse('event_not_found');
    if (event.cancelledAt) return reply.refuse('event_cancelled');
    return reply.ok(presentDisplay(event, boards, clock.now()));
  },
});

export const handler = publicLambda(endpoint);
