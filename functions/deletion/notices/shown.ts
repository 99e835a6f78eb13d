import type * as z from 'zod/mini';
import { accessRequest } from '../../../shared/clinical/items.ts';
import { club, event, isShown, wasShown } from '../../../shared/community/items.ts';
import { clubMembership } from '../../../shared/community/participation.ts';
import type { Notice } from '../../../shared/notices/items.ts';
import type { Shown } from '../../../shared/notices/kind.ts';
import { noticeKindOf } from '../../../shared/notices/kinds.ts';
import { campaign } from '../../../shared/rewards/items.ts';
import type { Key, StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { certificate, membership, workspace } from '../../../shared/workspaces/items.ts';
import type { Notice as PublicNotice } from './contract.ts';

/**
 * What a notice shows besides its ids and times. It is read when somebody lists the notices: as the thing is then, and only if the
 * recipient may see it then. A thing that is gone leaves the sentence without a title.
 */
type ShownFields = Pick<z.input<typeof PublicNotice>, 'title' | 'practitioner' | 'firstDay' | 'lastDay'>;

/** Finds an item that was read by its key. */
export type Find = (key: Key) => StoredItem | undefined;

/** The ids of a notice, and its recipient. */
type Subject = Notice['about'] & Pick<Notice, 'accountId'>;

interface Reader {
  readonly keys: (of: Subject) => readonly Key[];
  readonly show: (of: Subject, find: Find) => ShownFields;
}

const NONE = '';

/** A club and the account that wants to see it, and an exhibition in it. */
interface OfClub {
  readonly accountId: AccountId;
  readonly clubId?: string | undefined;
}
interface OfExhibition extends OfClub {
  readonly joinCode?: string | undefined;
}

/** The title of a club that the account may see now: one that is shown and, if it is private, of which it is a member; or its own. */
const clubKeys = ({ accountId, clubId = NONE }: OfClub) => ({
  club: club.key({ id: clubId }),
  membership: clubMembership.key({ accountId, clubId }),
});
function visibleClub(of: OfClub, find: Find) {
  const keys = clubKeys(of);
  const found = club.parseIfAny(find(keys.club));
  const role = clubMembership.parseIfAny(find(keys.membership))?.role;
  if (!found) return undefined;
  if (role === 'owner') return found;
  return isShown(found) && (found.visibility === 'public' || role === 'member') ? found : undefined;
}

/** The exhibition of a club that the account may see now, or could see before it was cancelled. */
export const exhibitionKeys = (of: OfExhibition): readonly Key[] => [
  event.key({ joinCode: of.joinCode ?? NONE }),
  ...Object.values(clubKeys(of)),
];
/** @returns `undefined` if the recipient no longer sees the exhibition or its club. */
export function visibleExhibition(of: OfExhibition, find: Find) {
  const found = event.parseIfAny(find(event.key({ joinCode: of.joinCode ?? NONE })));
  const owner = visibleClub(of, find);
  return found && wasShown(found) && owner && isShown(owner) ? found : undefined;
}

const readers: Readonly<Record<Shown, Reader>> = {
  practitioner: {
    keys: ({ accessRequestId: id = NONE }) => [accessRequest.key({ id })],
    show: ({ accessRequestId: id = NONE }, find) => {
      const found = accessRequest.parseIfAny(find(accessRequest.key({ id })));
      if (!found) return {};
      const { name, specialty, organization } = found.practitioner;
      return { practitioner: { name, specialty, organization } };
    },
  },
  // A campaign with claims was published, so its title is no secret.
  gift: {
    keys: ({ campaignId: id = NONE }) => [campaign.key({ id })],
    show: ({ campaignId: id = NONE }, find) => ({
      title: campaign.parseIfAny(find(campaign.key({ id })))?.title,
    }),
  },
  certificate: {
    keys: (of) => Object.values(certificateKeys(of)),
    show: (of, find) => {
      const keys = certificateKeys(of);
      const own = certificate.parseIfAny(find(keys.certificate));
      const member = membership.parseIfAny(find(keys.membership));
      const isMember = member !== undefined && member.endedAt === undefined;
      return {
        ...(own && { firstDay: own.firstDay, lastDay: own.lastDay }),
        ...(isMember && { title: workspace.parseIfAny(find(keys.workspace))?.name }),
      };
    },
  },
  club: {
    keys: (of) => Object.values(clubKeys(of)),
    show: (of, find) => ({ title: visibleClub(of, find)?.title }),
  },
  exhibition: {
    keys: exhibitionKeys,
    show: (of, find) => ({ title: visibleExhibition(of, find)?.title }),
  },
};

const certificateKeys = ({ accountId, workspaceId = NONE, certificateId = NONE }: Subject) => ({
  certificate: certificate.key({ accountId, id: certificateId }),
  membership: membership.key({ accountId, workspaceId }),
  workspace: workspace.key({ id: workspaceId }),
});

const readerOf = ({ kind }: Notice): Reader | undefined => {
  const { shows } = noticeKindOf(kind);
  return shows && readers[shows];
};

const subjectOf = ({ accountId, about }: Notice): Subject => ({ ...about, accountId });

/** The items that a notice needs to be shown. They are read together for all notices of a page. */
export const keysOf = (notice: Notice): readonly Key[] => readerOf(notice)?.keys(subjectOf(notice)) ?? [];
/** What the recipient may see now of what a notice is about. Without its items, the notice is shown without details. */
export const shownOf = (notice: Notice, find: Find): ShownFields =>
  readerOf(notice)?.show(subjectOf(notice), find) ?? {};

/** Reads items with one call, which may lag by milliseconds. */
export async function readAll(table: Reads, keys: readonly Key[]): Promise<Find> {
  const unique = new Map(keys.map((key) => [nameOf(key), key]));
  const items = await table.getAll([...unique.values()], { consistent: false });
  const found = new Map(items.map((item) => [nameOf(item), item]));
  return (key) => found.get(nameOf(key));
}

const nameOf = ({ pk, sk }: StoredItem | Key): string => `${pk} ${sk}`;
