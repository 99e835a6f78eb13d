import { expect } from 'vitest';
import { accessRequest, logEntry, practitionerVerification } from '../../shared/clinical/items.ts';
import { hiddenAlias } from '../../shared/community/boards.ts';
import { challenge, club, event, eventPointer } from '../../shared/community/items.ts';
import {
  clubMembership,
  enrollment,
  eventMembership,
  exclusion,
} from '../../shared/community/participation.ts';
import { tableDefinition } from '../../shared/contract/table-definition.ts';
import { deletionRequest } from '../../shared/deletion/items.ts';
import { accountStanding } from '../../shared/identity/account.ts';
import { device } from '../../shared/notices/devices.ts';
import { dueMail } from '../../shared/notices/due-mails.ts';
import { exhibitionNews } from '../../shared/notices/exhibition-news.ts';
import { notice } from '../../shared/notices/items.ts';
import { onboardingFlow } from '../../shared/onboarding/items.ts';
import { campaign, claim, finishedCampaigns } from '../../shared/rewards/items.ts';
import { actOnSubject, administratorAct } from '../../shared/runtime/acts.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { invitation } from '../../shared/workspaces/invitations.ts';
import {
  acceptance,
  certificate,
  membership,
  sharingConsent,
  workspace,
} from '../../shared/workspaces/items.ts';
import type { World } from './world.ts';

const kinds = [
  ['ACCOUNT#', 'STANDING', accountStanding],
  ['PLATFORM#ACTS#', '', administratorAct],
  ['PLATFORM#ACTS-ON#', '', actOnSubject],
  ['WORKSPACE#ID#', 'WORKSPACE', workspace],
  ['WORKSPACE#INVITATION#', 'INVITATION', invitation],
  ['WORKSPACE#ACCOUNT#', 'MEMBER#', membership],
  ['WORKSPACE#ACCOUNT#', 'CERTIFICATE#', certificate],
  ['WORKSPACE#ACCOUNT#', 'ACCEPTED#', acceptance],
  ['WORKSPACE#ACCOUNT#', 'CONSENTS#', sharingConsent],
] as const;

/** Every item has exactly the keys and index keys that follow from its fields. */
export async function expectWholeItems(world: Pick<World, 'dump'>): Promise<void> {
  for (const item of await world.dump()) {
    const found = kinds.find(
      ([pk, sk]) => String(item['pk']).startsWith(pk) && String(item['sk']).startsWith(sk),
    );
    if (found) expect(item).toEqual(found[2].stored(found[2].parse(item) as never));
  }
}

const otherIndexed = [
  ['CLINICAL#PRACTITIONER#', 'VERIFICATION', practitionerVerification],
  ['CLINICAL#REQUEST#', 'REQUEST', accessRequest],
  ['CLINICAL#LOG#', '', logEntry],
  ['ONBOARDING#FLOW#', 'FLOW', onboardingFlow],
  ['COMMUNITY#CLUB#', 'CLUB', club],
  ['COMMUNITY#EVENT#', 'EVENT', event],
  ['COMMUNITY#EVENT-ID#', 'POINTER', eventPointer],
  ['COMMUNITY#CHALLENGE#', 'CHALLENGE', challenge],
  ['COMMUNITY#HIDDEN#', 'ALIAS#', hiddenAlias],
  ['COMMUNITY#ACCOUNT#', 'CLUB#', clubMembership],
  ['COMMUNITY#ACCOUNT#', 'EVENT#', eventMembership],
  ['COMMUNITY#ACCOUNT#', 'CHALLENGE#', enrollment],
  ['COMMUNITY#ACCOUNT#', 'EXCLUSION#', exclusion],
  ['DELETION#REQUEST#', 'REQUEST', deletionRequest],
  ['NOTICE#', 'AT#', notice],
  ['NOTICE#', 'MAIL#', dueMail],
  ['NOTICE-DEVICE#', 'DEVICE', device],
  ['NOTICE-EXHIBITION#', 'NEWS#', exhibitionNews],
  ['REWARDS#CAMPAIGN#', 'CAMPAIGN', campaign],
  ['REWARDS#ACCOUNT#', 'CLAIM#', claim],
] as const;

/**
 * Every item is in exactly the lists that follow from its fields. Settled campaigns are the exception: the hourly check
 * moves them to another list.
 */
export function expectIndexKeys(items: readonly StoredItem[]): void {
  for (const item of items.filter(({ gsi2pk }) => gsi2pk !== finishedCampaigns.pk)) {
    const [, , kind] =
      [...kinds, ...otherIndexed].find(
        ([pk, sk]) => String(item['pk']).startsWith(pk) && String(item['sk']).startsWith(sk),
      ) ?? [];
    const expected = kind ? indexKeysOf(kind.stored(kind.parse(item) as never)) : {};
    expect([item['pk'], item['sk'], indexKeysOf(item)]).toEqual([item['pk'], item['sk'], expected]);
  }
}

const indexKeysOf = (item: StoredItem) =>
  Object.fromEntries(
    Object.values(tableDefinition.indexes)
      .flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])
      .filter((name) => item[name] !== undefined)
      .map((name) => [name, item[name]]),
  );

/** Each workspace has at most one owner: only the account that it names is a member with that role. */
export async function expectOneOwner(world: Pick<World, 'dump'>): Promise<void> {
  const items = await world.dump();
  const edges = items.filter(({ sk }) => String(sk).startsWith('MEMBER#')).map(membership.parse);
  for (const { id, ownerId } of items.filter(({ sk }) => sk === 'WORKSPACE').map(workspace.parse)) {
    const owners = edges.filter(({ workspaceId, role }) => workspaceId === id && role === 'owner');
    expect(owners.map(({ accountId, endedAt }) => [accountId, endedAt])).toEqual(
      ownerId === undefined ? [] : [[ownerId, undefined]],
    );
  }
}
