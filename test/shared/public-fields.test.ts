import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { presentShared } from '../../functions/analytics/certificates/shared-certificates.ts';
import { presentWorkspace } from '../../functions/analytics/workspaces/workspaces.ts';
import { presentMember } from '../../functions/community/club-members/club-members.ts';
import * as community from '../../functions/community/presenters.ts';
import { presentStatus } from '../../functions/deletion/receipts.ts';
import { presentFlow } from '../../functions/onboarding/flows.ts';
import { presentCampaign } from '../../functions/rewards/campaigns/platform-campaigns.ts';
import { presentRequest, presentVerification } from '../../shared/clinical/presenters.ts';
import { presentClubMembership } from '../../shared/community/presenters.ts';
import { presentClaim } from '../../shared/rewards/presenters.ts';
import { publicFields } from '../../shared/values/public-fields.ts';
import {
  presentAccepted,
  presentInvitation,
  presentOwn,
  presentOwnCertificate,
} from '../../shared/workspaces/presenters.ts';

it('keeps the fields that a schema names, and no others', () => {
  const schema = z.strictObject({ id: z.string(), title: z.optional(z.string()) });
  expect(publicFields(schema, { id: 'a', accountId: 'b', toString: 'c' })).toEqual({ id: 'a' });
});

const at = new Date('2031-03-14T00:00:00.000Z');
const definition = { name: 'x', slides: [] };
const practitioner = { newlyStored: 'private' };
const stored = {
  newlyStored: 'private',
  status: 'approved',
  submittedAt: at,
  acceptedAt: at,
  definition,
  practitioner,
};

it.each<[string, (item: never) => object]>([
  ['an access request', (item) => presentRequest(item, at)],
  ['a verification', presentVerification],
  ['a club', (item) => community.presentClub(item, item)],
  ['an exhibition', (item) => community.presentEvent(item, item)],
  [
    'a challenge',
    (item) => community.presentChallenge({ ...stored, endsAt: '2031-01-01' } as never, item, at),
  ],
  ['a managed club', community.presentManagedClub],
  ['a managed exhibition', community.presentManagedEvent],
  [
    'a managed challenge',
    () => community.presentManagedChallenge({ ...stored, endsAt: '2031-01-01' } as never, at),
  ],
  ['a club membership', presentClubMembership],
  ['a club member', (item) => presentMember(item, item)],
  ['a deletion request', presentStatus],
  ['an onboarding flow', presentFlow],
  ['a claim', (item) => presentClaim(item, at)],
  ['a campaign', presentCampaign],
  ['a medical certificate', presentOwnCertificate],
  ['a shared medical certificate', (item) => presentShared(item, item)],
  ['an invitation', (item) => presentInvitation(item, undefined, at)],
  ['an accepted invitation', presentAccepted],
  ['a workspace', presentWorkspace],
  ['a workspace membership', (item) => presentOwn({ ...stored, memberId: 'id' } as never, item)],
])('shows nothing of %s that is only stored', (_, present) => {
  expect(JSON.stringify(present(stored as never))).not.toContain('newlyStored');
});
