import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { accept, findByToken } from './acceptance.ts';
import { acceptInvitation } from './contract.ts';

export const endpoint = implement(acceptInvitation, {
  load: ({ caller, body }, { table }) => findByToken(table, body.invitationToken, caller.accountId),

  async handle({ caller: { accountId }, body, found }, { table, clock, settings }, reply) {
    const { invitationToken, shareReference } = body;
    const again = () => findByToken(table, invitationToken, accountId);
    const noticeVersion = settings.CONSENT_NOTICE_VERSION;
    const outcome = await accept(table, accountId, found, again, { shareReference, noticeVersion, clock });
    if (outcome.kind === 'joined') return reply.created(outcome.membership);
    if (outcome.kind === 'joined_before') return reply.ok(outcome.membership);
    return reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
