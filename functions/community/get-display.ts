import { implement } from '../../shared/endpoint.ts';
import { publicLambda } from '../../shared/public-lambda.ts';
import { getDisplay } from './contract.ts';
import { presentDisplay, readBoards } from './display.ts';
import { clubOf, findByCode } from './events.ts';
import { maySee } from './visibility.ts';

export const endpoint = implement(getDisplay, {
  gather: ({ params }, { table }) => findByCode(table, params.code),

  async answer({ found }, { table, clock }, reply) {
    const [club, boards] = await Promise.all([
      clubOf(table, found?.event),
      readBoards(table, found?.challenges ?? []),
    ]);
    // A display hangs in public: a private club's is nobody's to see.
    if (!found || !maySee(club)) return reply.refuse('event_not_found');
    return reply.ok(presentDisplay(found.event, boards, clock.now()));
  },
});

export const handler = publicLambda(endpoint);
