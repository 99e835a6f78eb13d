import { type Club, challenge, club, event, isShown, wasShown } from '../../../shared/community/items.ts';
import {
  clubMembership,
  communityOfAccount,
  createdClubs,
  type Enrollment,
  enrollment,
  enrollmentConsents,
  eventMembership,
  exclusion,
} from '../../../shared/community/participation.ts';
import { presentClubMembership, presentEnrollment } from '../../../shared/community/presenters.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import { EnrollmentConsents, ExhibitionMembership, OwnEnrollment, OwnExclusion } from './contract.ts';
import { afterReading, type Source } from './source.ts';

/**
 * Reads what items of an account refer to, and which titles the account may see now: of clubs that are shown or that it owns, and of
 * the exhibitions and challenges in clubs that are shown. Of a private club and its activities, only members see anything. The reads may
 * lag by milliseconds.
 */
async function readReferred(items: readonly StoredItem[], table: Reads) {
  const under = (head: string) => items.filter(({ sk }) => String(sk).startsWith(`${head}#`));
  const joined = under('CLUB').map(clubMembership.parse);
  const attended = under('EVENT').map(eventMembership.parse);
  const enrolled = under('CHALLENGE').map(enrollment.parse);
  const within = [...attended, ...enrolled];
  const listed = new Set(joined.map(({ clubId }) => clubId));
  const found = await table.getAll(
    [
      ...[...joined, ...within].map(({ clubId: id }) => club.key({ id })),
      ...within.filter(({ clubId }) => !listed.has(clubId)).map(clubMembership.key),
      ...within.map(event.key),
      ...enrolled.map(({ challengeId: id }) => challenge.key({ id })),
    ],
    { consistent: false },
  );
  const foundUnder = (head: string) => found.filter(({ sk }) => sk === head);
  const others = found.filter(({ sk }) => String(sk).startsWith('CLUB#')).map(clubMembership.parse);
  const standings = new Map([...joined, ...others].map(({ clubId, role }) => [clubId, role]));
  const isMember = ({ id, visibility }: Club) =>
    visibility === 'public' || ['member', 'owner'].includes(standings.get(id) ?? '');
  const clubs = foundUnder('CLUB').map(club.parse);
  const shownClubs = new Set(clubs.filter((item) => isShown(item) && isMember(item)).map(({ id }) => id));
  const clubTitles = new Map(
    clubs.flatMap(({ id, title }) =>
      shownClubs.has(id) || standings.get(id) === 'owner' ? [[id, title] as const] : [],
    ),
  );
  const events = foundUnder('EVENT')
    .map(event.parse)
    .filter((item) => wasShown(item) && shownClubs.has(item.clubId));
  const eventTitles = new Map(events.map(({ joinCode, title }) => [joinCode, title]));
  const challenges = new Map(
    foundUnder('CHALLENGE')
      .map(challenge.parse)
      .map((item) => [item.id, item]),
  );
  return { clubTitles, eventTitles, challenges };
}
type Referred = Awaited<ReturnType<typeof readReferred>>;

function presentOwnEnrollment(own: Enrollment, { challenges, eventTitles }: Referred, at: Date) {
  const of = challenges.get(own.challengeId) ?? challenge.parse({});
  return {
    data: { ...publicFields(OwnEnrollment, own), ...presentEnrollment(own, of, at) },
    title: wasShown(of) && eventTitles.has(of.joinCode) ? of.title : undefined,
  };
}

export const community = {
  name: 'community',
  prefix: 'COMMUNITY#ACCOUNT#',
  list: communityOfAccount,
  present: afterReading<'COMMUNITY#ACCOUNT#', Referred>(readReferred, {
    CREATED: (item) => ({
      area: 'community',
      kind: 'created_clubs',
      data: { createdClubs: createdClubs.parse(item).clubs },
    }),
    CLUB: (item, { clubTitles }) => {
      const own = clubMembership.parse(item);
      return {
        area: 'community',
        kind: 'club_membership',
        title: clubTitles.get(own.clubId),
        data: { ...presentClubMembership(own), knownAs: own.knownAs },
      };
    },
    EVENT: (item, { eventTitles }) => {
      const own = eventMembership.parse(item);
      return {
        area: 'community',
        kind: 'exhibition_membership',
        title: eventTitles.get(own.joinCode),
        data: publicFields(ExhibitionMembership, own),
      };
    },
    CHALLENGE: (item, referred, at) => ({
      area: 'community',
      kind: 'enrollment',
      ...presentOwnEnrollment(enrollment.parse(item), referred, at),
    }),
    CONSENTS: (item) => ({
      area: 'community',
      kind: 'enrollment_consents',
      data: publicFields(EnrollmentConsents, enrollmentConsents.parse(item)),
    }),
    EXCLUSION: (item) => ({
      area: 'community',
      kind: 'exclusion',
      data: publicFields(OwnExclusion, exclusion.parse(item)),
    }),
  }),
} as const satisfies Source;
