import { implement } from '../../../shared/endpoint.ts';
import { publicLambda } from '../../../shared/public-lambda.ts';
import { clubOf, findByCode } from '../events/events.ts';
import { maySee } from '../visibility.ts';
import { getDisplay } from './contract.ts';
import { presentDisplay, readBoards } from './display.ts';

export const endpoint = implement(getDisplay, {
  async answer({ params }, { table, clock }, reply) {
    const found = await findByCode(table, params.code);
    const club = await clubOf(table, found?.event);
    // A display hangs in public, so nobody sees that of a private club. No board is read before that is known: a hidden
    // exhibition costs as much to deny as an unknown one.
    if (!found || !maySee(club)) return reply.refuse('event_not_found');
    return reply.ok(presentDisplay(found.event, await readBoards(table, found.challenges), clock.now()));
  },
});

export const handler = publicLambda(endpoint);
