import {
  challenge,
  challengeEntry,
  club,
  event,
  isShown,
  latestEvents,
  pointerTo,
} from '../../shared/community/items.ts';
import { clubMembership, eventMembership } from '../../shared/community/participation.ts';
import type { ClubStanding } from '../../shared/community/schemas.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { days, hours } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { challengesOf, clubs, cover, eventsOf, people } from './events.ts';
import { fixedAccount, joinedAs, ownershipOf } from './ids.ts';
import { participation } from './participation.ts';
import { accountOf } from './people.ts';
import type { Times } from './times.ts';

/** How some members want to be known to the owner of their club. */
const KNOWN_AS = ['Kak Ros', 'Pak Long', 'Mei Ling, blok C', 'Kumar Larian', 'Cikgu Farah'];

type Club = Omit<Parameters<typeof club.stored>[0], 'memberCount'>;

/** Clubs, exhibitions, challenges and their members. */
export function community(times: Times): StoredItem[] {
  const all = challengesOf(times);
  const exhibitions = eventsOf(times);
  const isPublic = (content: Pick<Club, 'visibility' | 'publishedAt' | 'reviewedAt'>) =>
    content.visibility === 'public' && isShown(content);
  const shownClubs = new Set(
    clubsOf(times)
      .filter(({ club }) => isPublic(club))
      .map(({ club }) => club.id),
  );
  const shownEvents = new Set(
    exhibitions
      .filter(({ event }) => isPublic(event) && shownClubs.has(event.clubId))
      .map(({ event }) => event.joinCode),
  );
  const hasStarted = ({ startsAt }: { readonly startsAt: string }) => startsAt <= times.at.toISOString();
  return [
    ...clubsOf(times).flatMap(({ club: definition, members }) => {
      const people = [...members.entries()];
      return [
        club.stored({ ...definition, memberCount: 0, ownershipId: ownershipOf(definition.id) }),
        latestEvents.stored({
          clubId: definition.id,
          events: exhibitions
            .filter(({ event }) => event.clubId === definition.id)
            .map(({ event }) => `${event.createdAt}#${event.joinCode}`),
          version: 1,
        }),
        ...people.map(([accountId, role], n) =>
          clubMembership.stored({
            accountId,
            clubId: definition.id,
            role,
            visibility: definition.visibility,
            ...joinedAs(accountId, definition.id, times.ago(days(role === 'owner' ? 190 : 3 + n))),
            ...(role === 'owner' && { ownershipId: ownershipOf(definition.id) }),
            ...(role !== 'owner' &&
              n % 2 === 0 && {
                knownAs: KNOWN_AS[(n / 2) % KNOWN_AS.length],
                knownToOwnership: ownershipOf(definition.id),
              }),
          }),
        ),
      ];
    }),
    ...exhibitions.flatMap(({ event: definition, attendees }) => [
      event.stored({
        ...definition,
        hasStarted: hasStarted(definition),
        memberCount: 0,
        challenges: Object.fromEntries(
          all
            .filter(({ challenge: of }) => of.joinCode === definition.joinCode)
            .map(({ challenge: of }) => [of.id, challengeEntry(of)]),
        ),
        parentsShown: shownClubs.has(definition.clubId),
      }),
      pointerTo(definition),
      ...attendees.map((accountId, n) =>
        eventMembership.stored({
          accountId,
          joinCode: definition.joinCode,
          clubId: definition.clubId,
          joinedAt: times.ago(days(4) + n * 60_000),
        }),
      ),
    ]),
    ...all.flatMap(({ challenge: definition, field }) => [
      challenge.stored({
        ...definition,
        hasStarted: hasStarted(definition),
        memberCount: 0,
        parentsShown: shownEvents.has(definition.joinCode),
      }),
      ...participation(definition, field, times),
    ]),
  ];
}

function clubsOf({ ago }: Times): { club: Club; members: ReadonlyMap<AccountId, ClubStanding> }[] {
  const members = (owner: AccountId, joined: readonly AccountId[], asked: readonly AccountId[] = []) =>
    new Map<AccountId, ClubStanding>([
      [owner, 'owner'],
      ...joined.map((accountId) => [accountId, 'member'] as const),
      ...asked.map((accountId) => [accountId, 'requested'] as const),
    ]);
  const made = (daysAgo: number) => ({
    version: 1,
    createdAt: ago(days(daysAgo)),
    updatedAt: ago(days(daysAgo)),
  });
  const shown = (daysAgo: number) => ({
    ...made(daysAgo + 1),
    publishedAt: ago(days(daysAgo)),
    reviewedAt: ago(days(daysAgo) + hours(6)),
  });
  return [
    {
      club: {
        id: clubs.runners,
        title: 'Kelab Larian Taman Tasik Titiwangsa',
        summary: 'Easy runs and walks around the lake, Tuesdays and Sundays at seven. Semua dialu-alukan.',
        coverImage: cover('titiwangsa', 'Runners at a lake in the morning'),
        visibility: 'public',
        ...shown(180),
        ownerId: accountOf('club-owner'),
        social: true,
      },
      members: members(accountOf('club-owner'), [accountOf('walker'), ...people(1, 38)]),
    },
    {
      club: {
        id: clubs.nightWalkers,
        title: 'Jalan Malam Bangsar',
        summary: 'Neighbours who walk after dark. By invitation.',
        visibility: 'private',
        ...shown(120),
        ownerId: accountOf('club-owner'),
        social: true,
      },
      members: members(accountOf('club-owner'), people(1, 9), [accountOf('patient')]),
    },
    {
      club: {
        id: clubs.sihat,
        title: 'Sihat Malaysia',
        summary: 'The exhibitions of the platform itself. Pameran rasmi Sihat. Sihat 官方展览。',
        coverImage: cover('sihat', 'A banner in an exhibition hall'),
        visibility: 'public',
        ...shown(185),
        ownerId: accountOf('platform-admin'),
        social: false,
      },
      members: members(accountOf('platform-admin'), people(20, 64)),
    },
    {
      club: {
        id: clubs.zumba,
        title: 'Zumba Hujung Minggu Subang',
        summary: 'Weekend zumba at the park; nobody has reviewed this club yet.',
        visibility: 'public',
        ...made(1),
        publishedAt: ago(days(1)),
        ownerId: fixedAccount('participant', 60),
        social: true,
      },
      members: members(fixedAccount('participant', 60), []),
    },
    {
      club: {
        id: clubs.hikers,
        title: 'Penang Hill Hikers 槟城登山会',
        summary: 'Up the hill every Saturday, down for laksa. 每周六登山。',
        coverImage: cover('penang', 'A green hill above a town'),
        visibility: 'public',
        ...shown(75),
        ownerId: fixedAccount('participant', 61),
        social: true,
      },
      members: members(fixedAccount('participant', 61), people(120, 23)),
    },
  ];
}
