import type * as z from 'zod/mini';
import { practitionerVerification } from '../../../shared/clinical/items.ts';
import { presentVerification } from '../../../shared/clinical/presenters.ts';
import { club } from '../../../shared/community/items.ts';
import { clubMembership, clubMembershipsOf } from '../../../shared/community/participation.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { MAX_LISTED_CONTENT } from '../../../shared/values/limits.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { membership, membershipsOf, workspace } from '../../../shared/workspaces/items.ts';
import { presentOwn } from '../../../shared/workspaces/presenters.ts';
import { type Account, OwnedClub } from './contract.ts';

type Roles = Pick<z.input<typeof Account>, 'platformAdmin' | 'verification' | 'workspaces' | 'ownedClubs'>;

/**
 * Reads the roles of an account in all areas, in two rounds: what it has joined, and then everything else with one call. So at
 * most three calls are in flight at first, with the check of the account.
 */
export async function readRoles(table: Reads, accountId: AccountId): Promise<Roles> {
  const [memberships, joinedClubs] = await Promise.all([
    table.query(membershipsOf(accountId)),
    table.query(clubMembershipsOf(accountId)),
  ]);
  const current = memberships.map(membership.parse).filter(({ endedAt }) => endedAt === undefined);
  const owned = joinedClubs.map(clubMembership.parse).filter(({ role }) => role === 'owner');
  const items = await table.getAll([
    accountStanding.key({ accountId }),
    practitionerVerification.key({ accountId }),
    ...current.map(({ workspaceId: id }) => workspace.key({ id })),
    ...owned.map(({ clubId: id }) => club.key({ id })),
  ]);
  const found = (sk: string) => items.filter((item) => item['sk'] === sk);
  const verification = practitionerVerification.parseIfAny(found('VERIFICATION')[0]);
  const workspaces = new Map(
    found('WORKSPACE')
      .map(workspace.parse)
      .map((item) => [item.id, item]),
  );
  return {
    platformAdmin: accountStanding.parseIfAny(found('STANDING')[0])?.platformAdmin ?? false,
    ...(verification && { verification: presentVerification(verification) }),
    workspaces: current.flatMap((own) => {
      const of = workspaces.get(own.workspaceId);
      return of ? [presentOwn(own, of)] : [];
    }),
    ownedClubs: found('CLUB')
      .map(club.parse)
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      .slice(0, MAX_LISTED_CONTENT)
      .map((own) => publicFields(OwnedClub, own)),
  };
}
