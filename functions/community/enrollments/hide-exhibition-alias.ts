import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { hideExhibitionAlias } from './contract.ts';
import { findHidden, setHidden } from './exhibition-aliases.ts';

export const endpoint = implementAct(hideExhibitionAlias, {
  load: ({ params, body }, { table }) => findHidden(table, { joinCode: params.code, alias: body.alias }),

  async handle({ params, body, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.code] });
    const outcome = await setHidden(table, { joinCode: params.code, ...body }, found, clock.now());
    return outcome === 'done' ? reply.ok(body) : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
