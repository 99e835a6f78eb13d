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
import { membership, membershipsOf } from '../../../shared/workspaces/items.ts';
import { presentOwn, readWorkspaces } from '../../../shared/workspaces/presenters.ts';
import { type Account, OwnedClub } from './contract.ts';

type Roles = Pick<z.input<typeof Account>, 'platformAdmin' | 'verification' | 'workspaces' | 'ownedClubs'>;

/** Reads the roles of an account in all areas, in two rounds: what the account has, and the names of it. */
export async function readRoles(table: Reads, accountId: AccountId): Promise<Roles> {
  const [standing, verification, memberships, joinedClubs] = await Promise.all([
    table.get(accountStanding.key({ accountId })),
    table.get(practitionerVerification.key({ id: accountId })),
    table.query(membershipsOf(accountId)),
    table.query(clubMembershipsOf(accountId)),
  ]);
  const current = memberships.map(membership.parse).filter(({ endedAt }) => endedAt === undefined);
  const owned = joinedClubs.map(clubMembership.parse).filter(({ role }) => role === 'owner');
  const [workspaces, clubs] = await Promise.all([
    readWorkspaces(table, current),
    table.getAll(owned.map(({ clubId: id }) => club.key({ id }))),
  ]);
  return {
    platformAdmin: accountStanding.parseIfAny(standing)?.platformAdmin ?? false,
    ...(verification && {
      verification: presentVerification(practitionerVerification.parse(verification)),
    }),
    workspaces: current.flatMap((own) => {
      const of = workspaces.get(own.workspaceId);
      return of ? [presentOwn(own, of)] : [];
    }),
    ownedClubs: clubs
      .map(club.parse)
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      .slice(0, MAX_LISTED_CONTENT)
      .map((own) => publicFields(OwnedClub, own)),
  };
}
