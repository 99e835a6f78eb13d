import { describe, expect, it } from 'vitest';
import { OnboardingDefinition } from '../../functions/onboarding/contract.ts';
import { personas } from '../../local/demo/people.ts';
import { demoItems } from '../../local/demo/world.ts';
import { challenge, club, eventPointer } from '../../shared/community/items.ts';
import { enrollment } from '../../shared/community/participation.ts';
import { accountStanding } from '../../shared/identity/account.ts';
import { onboardingFlow } from '../../shared/onboarding/items.ts';
import { campaign, claim, lease, publishedCount } from '../../shared/rewards/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { invitation } from '../../shared/workspaces/invitations.ts';
import { acceptance, certificate, membership, workspace } from '../../shared/workspaces/items.ts';
import { expectCommunityInvariants } from '../support/community-invariants.ts';
import { expectOneOwner, expectWholeItems } from '../support/item-integrity.ts';
import { expectStockInvariants } from '../support/stock-invariants.ts';

/** The demo world satisfies every rule of the stores, whenever it is created. */

interface Read<T> {
  readonly prefix: string;
  readonly parse: (item: StoredItem) => T;
}

describe.each(['2026-03-14T04:00:00.000Z', '2027-12-31T15:59:59.999Z', '2028-02-29T16:00:00.000Z'])(
  'the demo world of %s',
  (moment) => {
    const at = new Date(moment);
    const items = demoItems(at);
    const all = <T>({ prefix, parse }: Read<T>, sort: string): T[] =>
      items.filter(({ pk, sk }) => String(pk).startsWith(prefix) && String(sk).startsWith(sort)).map(parse);
    const campaigns = new Map(all(campaign, 'CAMPAIGN').map((stored) => [stored.id, stored]));
    const claims = all(claim, 'CLAIM#');
    const leases = all(lease, 'LEASE#');

    it('is deterministic, with unique keys', () => {
      expect(demoItems(at)).toEqual(items);
      expect(new Set(items.map(({ pk, sk }) => `${pk} ${sk}`)).size).toBe(items.length);
    });

    it('keeps every invariant of the stores', async () => {
      const keyOf = ({ pk, sk }: StoredItem) => `${pk}\n${sk}`;
      const sorted = items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      const world = { dump: async () => sorted };
      await expectStockInvariants(world);
      await expectCommunityInvariants(world);
      await expectWholeItems(world);
      await expectOneOwner(world);
    });

    it('contains nothing from the future', () => {
      const past = [
        'joinedAt',
        'measuredAt',
        'reservedAt',
        'redeemedAt',
        'acceptedAt',
        'revokedAt',
        'endedAt',
        'submittedAt',
        'createdAt',
        'changedAt',
        'updatedAt',
        'publishedAt',
        'verifiedAt',
        'approvedAt',
        'answeredAt',
        'deniedAt',
        'closedAt',
        'platformAdminSince',
        'decidedAt',
        'withdrawnAt',
      ];
      // The rank of a participant without steps is dated at the start of the challenge.
      for (const item of items.filter(({ sk, steps }) => !(String(sk).startsWith('RANK#') && steps === 0))) {
        for (const name of past)
          if (item[name] !== undefined)
            expect(String(item[name]) <= moment, `${item['pk']} ${name}`).toBe(true);
      }
    });

    it('has campaigns of existing exhibitions, each published before its first claim', () => {
      const events = new Set(all(eventPointer, 'POINTER').map(({ eventId }) => eventId));
      for (const { id, eventId, status, createdAt, publishedAt, closedAt } of campaigns.values()) {
        expect(events.has(eventId)).toBe(true);
        expect(publishedAt === undefined).toBe(status === 'draft');
        expect(closedAt !== undefined).toBe(status === 'closed');
        for (const { reservedAt } of claims.filter(({ campaignId }) => campaignId === id)) {
          expect(publishedAt && createdAt < publishedAt && publishedAt <= reservedAt, id).toBe(true);
          expect(closedAt === undefined || reservedAt < closedAt, id).toBe(true);
        }
      }
      const published = [...campaigns.values()].filter(({ status }) => status === 'published').length;
      expect(all(publishedCount, 'COUNT')).toEqual([{ publishedCampaigns: published }]);
    });

    it('has no lease that has expired', () => {
      for (const { expiresAt } of leases) expect(expiresAt > moment).toBe(true);
    });

    it('has claims that were reserved while their campaign ran, with the right status', () => {
      for (const stored of claims) {
        const { campaignId, status, reservedAt, expiresAt, redeemedAt, redeemedBy, merchantTenantId } =
          stored;
        const of = campaigns.get(campaignId);
        expect(of && reservedAt >= of.startsAt && reservedAt < of.endsAt, `${campaignId} ${reservedAt}`).toBe(
          true,
        );
        expect(merchantTenantId).toBe(of?.merchantTenantId);
        if (status === 'expired') expect(expiresAt <= moment).toBe(true);
        if (status === 'redeemed')
          expect(redeemedAt && redeemedAt >= reservedAt && redeemedAt < expiresAt, campaignId).toBe(true);
        else expect(redeemedAt).toBeUndefined();
        expect(redeemedBy === undefined).toBe(redeemedAt === undefined);
      }
    });

    it('has no steps before counting began, nor after the challenge', () => {
      const challenges = new Map(all(challenge, 'CHALLENGE').map((stored) => [stored.id, stored]));
      for (const { challengeId, countingFrom, measuredAt, steps } of all(enrollment, 'CHALLENGE#')) {
        if (measuredAt === undefined) expect(steps).toBe(0);
        else
          expect(
            measuredAt >= countingFrom && measuredAt <= (challenges.get(challengeId)?.endsAt ?? ''),
          ).toBe(true);
      }
    });

    it('has consistent invitations, acceptances and memberships', () => {
      const invitations = new Map(all(invitation, '').map((stored) => [stored.invitationId, stored]));
      const members = all(membership, 'MEMBER#');
      const accepted = all(acceptance, 'ACCEPTED#');
      for (const { invitationId, accountId } of accepted) {
        const { workspaceId, acceptedAt, role } = invitations.get(invitationId) ?? {};
        const joined = members.find(
          (member) => member.accountId === accountId && member.workspaceId === workspaceId,
        );
        expect([joined?.joinedAt, joined?.role]).toEqual([acceptedAt, role]);
      }
      const answers = [...invitations.values()];
      expect(answers.filter(({ acceptedAt }) => acceptedAt).length).toBe(accepted.length);
      for (const { acceptedAt, expiresAt, createdAt } of answers) {
        if (acceptedAt) expect(acceptedAt > createdAt && acceptedAt < expiresAt).toBe(true);
      }
      for (const { joinedAt, endedAt } of members) if (endedAt) expect(endedAt > joinedAt).toBe(true);
    });

    it('has certificates of every status, only of employees, with valid days', () => {
      const members = new Set(
        all(membership, 'MEMBER#').map(({ accountId, workspaceId }) => `${accountId} ${workspaceId}`),
      );
      const certificates = all(certificate, 'CERTIFICATE#');
      expect(new Set(certificates.map(({ status }) => status)).size).toBe(5);
      for (const stored of certificates) {
        const { accountId, workspaceId, firstDay, lastDay, status, submittedAt, createdAt } = stored;
        expect(members.has(`${accountId} ${workspaceId}`)).toBe(true);
        expect(lastDay >= firstDay).toBe(true);
        expect(status === 'draft').toBe(submittedAt === undefined);
        expect(status === 'draft' && stored.sharingConsent).toBe(false);
        if (submittedAt) expect(createdAt < submittedAt).toBe(true);
        expect(stored.decidedAt !== undefined).toBe(status === 'approved' || status === 'rejected');
        expect(stored.withdrawnAt !== undefined).toBe(status === 'withdrawn');
      }
    });

    it('gives each demo person the described role', () => {
      const account = (name: string) => personas.find((persona) => persona.name === name)?.accountId;
      const workspaces = new Map(
        all(workspace, 'WORKSPACE').map(({ id, workspaceKind }) => [id, workspaceKind]),
      );
      const role = (name: string, kind: string) =>
        all(membership, 'MEMBER#').find(
          (member) => member.accountId === account(name) && workspaces.get(member.workspaceId) === kind,
        )?.role;
      expect(all(accountStanding, 'STANDING').filter(({ platformAdmin }) => platformAdmin)).toMatchObject([
        { accountId: account('platform-admin'), platformAdminSince: expect.any(String) },
      ]);
      expect(role('hr-admin', 'corporate')).toBe('hr_admin');
      expect(role('merchant-staff', 'merchant')).toBe('staff');
      for (const { merchantTenantId } of campaigns.values())
        expect(workspaces.get(merchantTenantId)).toBe('merchant');
      const owned = all(club, 'CLUB').filter(({ ownerId }) => ownerId === account('club-owner'));
      expect(owned.map(({ visibility }) => visibility).sort()).toEqual(['private', 'public']);
    });

    it('has onboarding flows that satisfy the contract, one of them published', () => {
      const flows = all(onboardingFlow, 'FLOW');
      for (const { definition } of flows)
        expect(OnboardingDefinition.safeParse(definition).success).toBe(true);
      expect(flows.filter(({ status }) => status === 'published')).toHaveLength(1);
    });
  },
);
