import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { leaveClub } from './club-departure.ts';
import { findForOwner } from './club-members.ts';
import { removeClubMember } from './contract.ts';

export const endpoint = implement(removeClubMember, {
  load: ({ caller, params: { id: clubId, memberId } }, { table }) =>
    findForOwner(table, { clubId, ownerId: caller.accountId, memberId }),

  async handle({ caller, found: { own, membership } }, { table, clock, settings }, reply) {
    if (!own) return reply.refuse('club_not_found');
    if (!membership) return reply.refuse('member_not_found');
    const noticeVersion = settings.CONSENT_NOTICE_VERSION;
    const leaving = { ...membership, removedBy: caller.accountId, noticeVersion };
    const outcome = await leaveClub(table, leaving, membership, clock.now());
    if (outcome === 'left') return reply.done();
    // A member who has become the owner cannot be removed, and the caller no longer owns the club.
    return reply.refuse(outcome === 'no_member' ? 'member_not_found' : 'club_not_found');
  },
});

export const handler = lambda(endpoint);
