import { implement } from '../../../shared/runtime/endpoint.ts';
import { publicLambda } from '../../../shared/runtime/public-lambda.ts';
import { clubOf, findByCode, shownChallenges } from '../events/events.ts';
import { maySee } from '../visibility.ts';
import { getDisplay } from './contract.ts';
import { presentDisplay, readBoards } from './display.ts';

export const endpoint = implement(getDisplay, {
  async handle({ params }, { table, clock }, reply) {
    const event = await findByCode(table, params.code);
    const club = await clubOf(table, event);
    // The display needs no sign-in, so an exhibition of a private club has none.
    if (!event || !maySee(club)) return reply.refuse('event_not_found');
    const boards = await readBoards(table, await shownChallenges(table, event));
    return reply.ok(presentDisplay(event, boards, clock.now()));
  },
});

export const handler = publicLambda(endpoint);
